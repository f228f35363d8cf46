/**
 * Tasks: their contents, their obstacles (data, predecessors, tags), and how they end.
 *
 * <p><b>Data of a task that ends before its turn</b> become corrupt when the present turns are given back. No task
 * joins these turns.
 *
 * <p><b>Circles.</b> A running task that has its turn and waits for tasks that it ends after is remembered like a
 * promised one, because nothing else leads to its circle. A thread that waits for one task hears only of the circle of
 * that task.
 *
 * <p><b>Holds behind each other.</b> {@code downgrade} makes a reader take a place in the past, just behind the
 * acquisition. Each waiting writer gets one more predecessor. This is safe because the acquisition has not ended.
 *
 * <p><b>Size.</b> A {@link Job} is no larger than 64 bytes with compact object headers. Larger objects are cleared in
 * bulk, and the first atomic operation on one waits 14 ns.
 *
 * <p><b>Inserted tasks</b>, such as initialisers, begin after the lock of the data is released.
 */
package org.asterism.core.internal.task;
