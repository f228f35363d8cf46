package org.asterism.policy.modular.template;

import java.time.Duration;
import java.util.Optional;

/**
 * Overrides for the stores of a {@link SimpleScheduler}. An empty value keeps the meaning of the flags. Immutable.
 *
 * @param sortedAbove whether the stores above are ordered by priority ({@code STARPU_SCHED_SORTED_ABOVE})
 * @param sortedBelow whether the stores below are ordered by priority ({@code STARPU_SCHED_SORTED_BELOW})
 * @param ntasks maximum number of tasks in each store below ({@code STARPU_NTASKS_THRESHOLD}); 0 for no limit
 * @param expLen maximum sum of their expected times, if these are summed up ({@code STARPU_EXP_LEN_THRESHOLD}); 0 for
 *     no limit
 * @param ready whether the stores below prefer tasks with present data ({@code STARPU_SCHED_READY})
 * @param readyFirst the same among all tasks, if the stores are not ordered ({@code STARPU_SCHED_FIFO_READY_FIRST})
 */
public record StoreOverrides(
        Optional<Boolean> sortedAbove,
        Optional<Boolean> sortedBelow,
        Optional<Integer> ntasks,
        Optional<Duration> expLen,
        Optional<Boolean> ready,
        Optional<Boolean> readyFirst) {
    /** No overrides. */
    public static final StoreOverrides NONE = new StoreOverrides(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Refuses negative limits. */
    public StoreOverrides {
        if (ntasks.isPresent() && ntasks.get() < 0) {
            throw new IllegalArgumentException("ntasks is " + ntasks.get() + "; allowed are whole numbers from 0");
        }
        if (expLen.isPresent() && expLen.get().isNegative()) {
            throw new IllegalArgumentException("expLen is " + expLen.get() + "; allowed are durations from 0");
        }
    }

    /**
     * Sets whether the stores above are ordered.
     *
     * @param sorted whether they are ordered by priority
     * @return changed copy
     */
    public StoreOverrides withSortedAbove(boolean sorted) {
        return new StoreOverrides(Optional.of(sorted), sortedBelow, ntasks, expLen, ready, readyFirst);
    }

    /**
     * Sets whether the stores below are ordered.
     *
     * @param sorted whether they are ordered by priority
     * @return changed copy
     */
    public StoreOverrides withSortedBelow(boolean sorted) {
        return new StoreOverrides(sortedAbove, Optional.of(sorted), ntasks, expLen, ready, readyFirst);
    }

    /**
     * Sets the maximum number of tasks in each store below.
     *
     * @param most the number; 0 for no limit
     * @return changed copy
     */
    public StoreOverrides withNtasks(int most) {
        return new StoreOverrides(sortedAbove, sortedBelow, Optional.of(most), expLen, ready, readyFirst);
    }

    /**
     * Sets the maximum sum of the expected times in each store below.
     *
     * @param most the time; 0 for no limit
     * @return changed copy
     */
    public StoreOverrides withExpLen(Duration most) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, Optional.of(most), ready, readyFirst);
    }

    /**
     * Sets whether the stores below prefer tasks with present data.
     *
     * @param minds whether they do, among tasks of the highest priority
     * @return changed copy
     */
    public StoreOverrides withReady(boolean minds) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, expLen, Optional.of(minds), readyFirst);
    }

    /**
     * Sets whether the stores below prefer tasks with present data among all tasks.
     *
     * @param minds whether they do, for any priority
     * @return changed copy
     */
    public StoreOverrides withReadyFirst(boolean minds) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, expLen, ready, Optional.of(minds));
    }
}
