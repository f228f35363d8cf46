/** Parallel tasks: which workers can run one together, and how those that shall do so come together. */
package org.asterism.core.internal.team;
