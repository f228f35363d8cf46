/** Parallel tasks: the combinations of workers that can run one, and how their members come together. */
package org.asterism.core.internal.team;
