package org.asterism.policy.modular.template;

import java.time.Duration;
import java.util.Optional;

/**
 * What is to be otherwise of the stores of a {@link SimpleScheduler} than its flags say; what is empty is as they say.
 * Immutable.
 *
 * @param sortedAbove whether the stores above are sorted by priority ({@code STARPU_SCHED_SORTED_ABOVE})
 * @param sortedBelow whether those below are ({@code STARPU_SCHED_SORTED_BELOW})
 * @param ntasks how many tasks each store below keeps at most ({@code STARPU_NTASKS_THRESHOLD}); 0 for any number
 * @param expLen how long they may take together, where expected lengths are added up
 *     ({@code STARPU_EXP_LEN_THRESHOLD}); 0 for any length
 * @param ready whether the stores below mind where data are ({@code STARPU_SCHED_READY})
 * @param readyFirst whether they do for all tasks, if they are not sorted ({@code STARPU_SCHED_FIFO_READY_FIRST})
 */
public record StoreOverrides(
        Optional<Boolean> sortedAbove,
        Optional<Boolean> sortedBelow,
        Optional<Integer> ntasks,
        Optional<Duration> expLen,
        Optional<Boolean> ready,
        Optional<Boolean> readyFirst) {
    /** All as the flags say. */
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
     * Says whether the stores above are sorted.
     *
     * @param sorted by priority
     * @return the same but for that
     */
    public StoreOverrides withSortedAbove(boolean sorted) {
        return new StoreOverrides(Optional.of(sorted), sortedBelow, ntasks, expLen, ready, readyFirst);
    }

    /**
     * Says whether the stores below are sorted.
     *
     * @param sorted by priority
     * @return the same but for that
     */
    public StoreOverrides withSortedBelow(boolean sorted) {
        return new StoreOverrides(sortedAbove, Optional.of(sorted), ntasks, expLen, ready, readyFirst);
    }

    /**
     * Says how many tasks each store below keeps.
     *
     * @param most 0 for any number
     * @return the same but for that
     */
    public StoreOverrides withNtasks(int most) {
        return new StoreOverrides(sortedAbove, sortedBelow, Optional.of(most), expLen, ready, readyFirst);
    }

    /**
     * Says how long the tasks of each store below may take together.
     *
     * @param most 0 for any length
     * @return the same but for that
     */
    public StoreOverrides withExpLen(Duration most) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, Optional.of(most), ready, readyFirst);
    }

    /**
     * Says whether the stores below mind where data are.
     *
     * @param minds for tasks of the highest priority
     * @return the same but for that
     */
    public StoreOverrides withReady(boolean minds) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, expLen, Optional.of(minds), readyFirst);
    }

    /**
     * Says whether the stores below mind where data are for all tasks.
     *
     * @param minds whatever their priority
     * @return the same but for that
     */
    public StoreOverrides withReadyFirst(boolean minds) {
        return new StoreOverrides(sortedAbove, sortedBelow, ntasks, expLen, ready, Optional.of(minds));
    }
}
