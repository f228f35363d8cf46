package org.asterism.bench.taskbench.internal;

/**
 * The times of a number of tasks.
 *
 * @param submit nanoseconds of the loop that makes and submits them
 * @param total nanoseconds from the first submission until all have ended
 */
record Timing(long submit, long total) {}
