/**
 * The workers of a runtime from the arrival of their driver to their end: threads and memories, lost devices, and
 * kernels that do not return.
 */
package org.asterism.core.internal.runtime.pool;
