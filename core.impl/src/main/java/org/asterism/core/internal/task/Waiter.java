package org.asterism.core.internal.task;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.core.internal.data.Handle;

/**
 * A task that waits for its turn.
 *
 * <p>It stands in the queue of the data that were taken when it last looked. After too many moves it stands in all its
 * queues at once, so that no later task passes it any more. Changed only with the locks of all data on which the task
 * takes its turn.
 */
final class Waiter implements Comparable<Waiter> {
    /** Number of moves of a task before it stands in all its queues. */
    static final int PATIENCE = 16;

    /** Only compared: that runtimes share it does them no harm. */
    private static final AtomicLong ARRIVALS = new AtomicLong();

    final Job job;
    final TurnSet wanted;
    private final long arrival = ARRIVALS.incrementAndGet();

    /** The data that were taken when the task last looked; null once it has its turn or has left. */
    Handle at;

    private int moves;

    Waiter(Job job, TurnSet wanted, Handle at) {
        this.job = job;
        this.wanted = wanted;
        this.at = at;
    }

    /** Notes that other data are in the way now. */
    void sendTo(Handle taken) {
        at = taken;
        moves++;
    }

    boolean isImpatient() {
        return moves >= PATIENCE;
    }

    @Override
    public int compareTo(Waiter other) {
        return Long.compare(arrival, other.arrival);
    }
}
