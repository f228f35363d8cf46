/** Parallel tasks: which workers can run one together. */
package org.asterism.core.internal.team;
