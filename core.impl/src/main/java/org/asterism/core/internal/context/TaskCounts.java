package org.asterism.core.internal.context;

import java.util.concurrent.atomic.LongAdder;
import org.asterism.api.TaskState;

/**
 * How many tasks were submitted and have ended. The counts only grow, and a task is counted as submitted before it can end;
 * so if the number of ended ones, read first, equals the number of submitted ones, read second, then no task was left at the
 * moment between the two readings.
 */
public final class TaskCounts {
    private final LongAdder submitted = new LongAdder();
    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder cancelled = new LongAdder();

    /** Who counts these tasks as well, or null. */
    private volatile TaskCounts heir;

    // How much of these the heir has counted. One thread at a time.
    private long passedSubmitted;
    private long passedDone;
    private long passedFailed;
    private long passedCancelled;

    void submitted() {
        submitted.increment();
        if (heir != null) {
            passOn();
        }
    }

    void ended(TaskState state) {
        switch (state) {
            case DONE -> done.increment();
            case FAILED -> failed.increment();
            default -> cancelled.increment();
        }
        if (heir != null) {
            passOn();
        }
    }

    /**
     * Has another context count these tasks as well, from now on and for good: those that have ended, and those that have not. Whoever
     * counts one looks for the heir afterwards, and the heir is there before it is told of what was counted, so that nothing is missed.
     */
    void passTo(TaskCounts inheriting) {
        heir = inheriting;
        passOn();
    }

    /** Tells the heir what it has not counted yet; submitted tasks before their ends, as everywhere. */
    private void passOn() {
        synchronized (this) {
            long nowCancelled = cancelled.sum();
            long nowFailed = failed.sum();
            long nowDone = done.sum();
            long nowSubmitted = submitted.sum();
            heir.submitted.add(nowSubmitted - passedSubmitted);
            heir.cancelled.add(nowCancelled - passedCancelled);
            heir.failed.add(nowFailed - passedFailed);
            heir.done.add(nowDone - passedDone);
            passedSubmitted = nowSubmitted;
            passedCancelled = nowCancelled;
            passedFailed = nowFailed;
            passedDone = nowDone;
        }
        if (heir.heir != null) {
            heir.passOn();
        }
    }

    /** How many tasks have not ended, or more: those that end between the two readings count still. */
    public long left() {
        long ended = endedSoFar();
        return submitted.sum() - ended;
    }

    /** How many tasks have ended in any way. */
    public long endedSoFar() {
        return cancelled.sum() + failed.sum() + done.sum();
    }

    /** Whether every task that was submitted has ended. */
    public boolean isQuiescent() {
        return left() == 0;
    }

    public long submittedSoFar() {
        return submitted.sum();
    }

    public long doneSoFar() {
        return done.sum();
    }

    public long failedSoFar() {
        return failed.sum();
    }

    public long cancelledSoFar() {
        return cancelled.sum();
    }
}
