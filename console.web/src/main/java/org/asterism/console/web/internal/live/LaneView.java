package org.asterism.console.web.internal.live;

/**
 * A worker's lane, or what has changed in it.
 *
 * @param worker the worker's id
 * @param cells five numbers for each cell: begin, end, codelet, tasks, nanoseconds of their kernels
 * @param runningCodelet the number of the codelet that runs; -1 if none does
 * @param runningSince when it began
 * @param tasks how many tasks the worker ran since it is observed
 * @param busy the time of their kernels, in nanoseconds
 */
public record LaneView(int worker, long[] cells, int runningCodelet, long runningSince, long tasks, long busy) {}
