package org.asterism.core.internal.runtime.waiting;

import java.util.function.Supplier;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.Failures;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Cancellation;

/**
 * Cancels the tasks of a context that have not begun.
 *
 * @param context the context whose tasks are cancelled
 * @param lastId the id of the last task concerned; later tasks go on
 * @param inspect the function that takes a snapshot of the tasks
 */
public record ContextCancellation(Context context, long lastId, Supplier<TaskInspector> inspect) {
    /** Calls them off, reports that to the threads that wait, and says how many there were. */
    public long cancel(CalledOff why) {
        Failures failures = context.tasks().failures();
        failures.mayCallOff(why);
        long number = 0;
        try {
            long found;
            do { // A task that moves on during a look may escape it, so the last look has to find none.
                found = cancelThoseSeen(why);
                number += found;
            } while (found > 0);
        } finally {
            failures.hasCalledOff(why, number > 0);
        }
        return number;
    }

    private long cancelThoseSeen(CalledOff why) {
        return inspect
                .get()
                .unfinished()
                .filter(job -> job.id() <= lastId && context.tasks().has(job) && Cancellation.isPossible(job))
                .toList()
                .stream()
                .filter(job -> Cancellation.cancel(job, why))
                .count();
    }
}
