package org.asterism.core.internal.task;

import org.asterism.api.TaskState;

/**
 * Cancels tasks that have not begun, on any thread. A task that waits for others is only marked, and ends when these
 * have ended.
 */
public final class Cancellation {
    private Cancellation() {}

    /** Whether a task waits and is not cancelled yet. */
    public static boolean isPossible(Job job) {
        TaskState now = job.state();
        return now == TaskState.READY || now == TaskState.SUBMITTED && !Progress.isCalledOff(job);
    }

    /**
     * Cancels a task if it has not begun.
     *
     * @param given the reason, if the task is one of many; null if the program cancels this very task
     * @return false if it has begun or will fail
     */
    public static boolean cancel(Job job, CalledOff given) {
        while (true) {
            TaskState now = job.state();
            switch (now) {
                case CREATED, READY -> {
                    if (callOff(job, now, given == null ? CalledOff.byProgram(job) : given)) {
                        return true;
                    }
                }
                case SUBMITTED -> {
                    if (Progress.markCalledOff(job)) {
                        job.poison(given == null ? CalledOff.byProgram(job) : given);
                        if (Progress.takesTurns(job) && Arbiter.leave(job)) {
                            Completion.endCalledOff(job);
                        }
                        return true;
                    }
                    if (Progress.isDoomed(job)) {
                        return false;
                    }
                }
                case CANCELLED -> {
                    return true;
                }
                default -> {
                    return false;
                }
            }
        }
    }

    /** Cancels a task that waits for no other; false if it is not in the expected state. */
    public static boolean callOff(Job job, TaskState now, CalledOff why) {
        if (!Progress.advance(job, now, TaskState.CANCELLED)) {
            return false;
        }
        job.fail(why);
        if (now == TaskState.CREATED) {
            job.host().withdrawn(job);
        } else {
            Completion.keepFailedAttempts(job, why);
        }
        Endings.run(() -> Completion.end(job, now, TaskState.CANCELLED, why));
        return true;
    }
}
