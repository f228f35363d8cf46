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

    /** Whether every task that was submitted has ended. */
    public boolean isQuiescent() {
        long ended = cancelled.sum() + failed.sum() + done.sum();
        return ended == submitted.sum();
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
