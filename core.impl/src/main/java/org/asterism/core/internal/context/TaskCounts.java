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

    void submitted() {
        submitted.increment();
    }

    void ended(TaskState state) {
        switch (state) {
            case DONE -> done.increment();
            case FAILED -> failed.increment();
            default -> cancelled.increment();
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

    /**
     * Takes over the counts of a context that has ended; those of submitted tasks first, so that none seems to be missing. Tasks
     * that came in the last moment and have not ended are not among them: their ends are counted there, where nobody waits.
     */
    void absorb(TaskCounts other) {
        long otherDone = other.doneSoFar();
        long otherFailed = other.failedSoFar();
        long otherCancelled = other.cancelledSoFar();
        submitted.add(otherDone + otherFailed + otherCancelled);
        done.add(otherDone);
        failed.add(otherFailed);
        cancelled.add(otherCancelled);
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
