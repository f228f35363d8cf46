package org.asterism.core.internal.context;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The numbers of submitted and ended tasks of a scope.
 *
 * <p>Both only grow, and a task is counted as submitted before it can end. Suppose that the number of ended tasks, read
 * first, equals the number of submitted ones, read second. Then no task was left at the moment between the two
 * readings. Of several tasks that end at once, the one that is counted last sees that none is left.
 *
 * <p>A thread that will sleep says so before its last look whether a task is left, and the thread that counts an end
 * looks afterwards whether any thread has said so. All these are volatile, so one of the two notices the other.
 *
 * <p>{@link TaskCounts} has a place for each worker. To find the last end there, each end would look at all of them.
 */
public final class ScopeCounts {
    /**
     * Two cache lines, since processors fetch them in pairs; threads of programs write one count, workers the other.
     */
    private static final int PLACE = 128 / Long.BYTES;

    private static final int SUBMITTED = PLACE;
    private static final int ENDED = 2 * PLACE;

    private final AtomicLongArray counts = new AtomicLongArray(3 * PLACE);

    /** Whether a thread has ever waited until no task was left. */
    private volatile boolean isAwaited;

    void submitted() {
        counts.getAndIncrement(SUBMITTED);
    }

    /** Counts a task that has ended; true if it was the last one and a thread may wait for that. */
    boolean ended() {
        long ended = counts.incrementAndGet(ENDED);
        return isAwaited && counts.get(SUBMITTED) == ended;
    }

    /** Makes {@link #ended} report the last task; to be called before the last look whether one is left. */
    void markAwaited() {
        isAwaited = true;
    }

    boolean isQuiescent() {
        long ended = counts.get(ENDED);
        return counts.get(SUBMITTED) == ended;
    }
}
