/** Random graphs, run by the core and by a model that runs one task after the other. */
package org.asterism.core.internal.oracle;
