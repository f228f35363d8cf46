package org.asterism.trace.report.internal.verdict;

/**
 * Part of the makespan: what the average worker did for so long. The parts of a run add up to its makespan.
 *
 * @param name what workers did, such as {@code kernels of gemm} or {@code nothing ready}
 * @param before the time in the first run, in nanoseconds
 * @param now the time in the second run
 */
public record Part(String name, double before, double now) {
    /** How much more time it takes in the second run; below 0 if it takes less. */
    public double change() {
        return now - before;
    }
}
