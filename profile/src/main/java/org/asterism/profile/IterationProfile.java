package org.asterism.profile;

import java.util.List;

/**
 * What belonged to an iteration that the program has marked, since the last reset. Nested iterations count here as
 * well. Iterations with the same numbers count as one. Times are in nanoseconds.
 *
 * @param numbers the number of the iteration, after that of the one that it is nested in
 * @param tasks the number of tasks that were submitted in it
 * @param finished the number of these that were completed
 * @param begin when the first of their kernels began, by the runtime's clock; 0 if none has ended
 * @param end when the last of their kernels ended; 0 if none has
 * @param executing the sum of the times of their kernels
 * @param idle the idle time of workers, each until it took one of these tasks or had its data
 */
public record IterationProfile(
        List<Long> numbers, long tasks, long finished, long begin, long end, long executing, long idle) {
    /** Copies the list. */
    public IterationProfile {
        numbers = List.copyOf(numbers);
    }

    /**
     * The time from the begin of the first kernel to the end of the last one. Those of successive iterations overlap if
     * the program does not wait in between.
     *
     * @return in nanoseconds
     */
    public long nanos() {
        return end - begin;
    }
}
