package org.asterism.trace.report.internal.analysis;

/**
 * Kernel of a task.
 *
 * @param task the task's id
 * @param codelet the name of its codelet
 * @param worker the name of the worker that ran it
 * @param architecture the worker's kind of processor
 * @param begin when it began, in nanoseconds
 * @param nanos how long it took
 */
public record Execution(long task, String codelet, String worker, String architecture, long begin, long nanos) {}
