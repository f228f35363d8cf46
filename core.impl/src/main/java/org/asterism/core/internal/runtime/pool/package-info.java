/**
 * The workers of a runtime from the arrival of their driver to their end: threads and memories, lost devices, and
 * kernels that do not return.
 *
 * <p><b>Kernels that hang while something closes.</b> The task fails and its data are corrupt. Memory that the kernel
 * may touch is never freed, and a device memory with such a part is never closed. Tasks behind the oldest one of a
 * worker are watched too, and so is a team's task on each member. Callbacks cannot be taken from a worker, so they are
 * only reported.
 *
 * <p><b>Missing memory.</b> If the thread of a worker dies because there was no memory for a minute, the thread that
 * retires the worker fails the tasks that are left.
 */
package org.asterism.core.internal.runtime.pool;
