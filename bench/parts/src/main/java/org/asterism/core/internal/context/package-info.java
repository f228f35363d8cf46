/** The benchmark of the swap gate; in the package of what it measures, to reach what is not public. */
package org.asterism.core.internal.context;
