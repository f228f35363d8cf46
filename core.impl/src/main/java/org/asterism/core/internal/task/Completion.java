package org.asterism.core.internal.task;

import java.util.ArrayDeque;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.dependency.Successors;

/**
 * How a task ends. The order can be observed, and programs rely on it: the data are marked, the state becomes final, the
 * tasks that wait are released, callbacks are called, and last those are woken who wait for the task.
 *
 * <p>A failure runs along the explicit dependencies, and along data: whoever is to read what a failed task should have
 * written fails too. Long chains of failing tasks are worked off one by one, not by recursion.
 */
public final class Completion {
    private Completion() {}

    /** Ends a task whose kernel has returned or, with a failure, has thrown. */
    public static void finish(Job job, Throwable failure) {
        if (failure == null) {
            end(job, TaskState.RUNNING, TaskState.DONE, null, null);
        } else {
            TaskFailedException named = new TaskFailedException(job.id(), job + " failed: " + textOf(failure), failure);
            job.host().report(named);
            markCorrupt(job, named);
            unwind(job, TaskState.RUNNING, TaskState.FAILED, failure, named);
        }
    }

    /** Ends a job that has itself seen to whether its data are valid. */
    public static void finishAsIs(Job job) {
        if (!job.advance(TaskState.RUNNING, TaskState.DONE)) {
            throw new IllegalStateException(job + " is " + job.state() + ", not running, at its end");
        }
        release(job, null, null);
    }

    /** Ends a task that cannot run because of another's failure. */
    public static void failWithoutRunning(Job job, TaskState now, Throwable cause) {
        TaskFailedException named = didNotRun(job, cause);
        job.host().reportDependent(named);
        markCorrupt(job, cause);
        unwind(job, now, TaskState.FAILED, named, cause);
    }

    /** Calls a task off that has not started; false if it was not in the state that was expected. */
    public static boolean cancel(Job job, TaskState now, Throwable why) {
        if (!job.advance(now, TaskState.CANCELLED)) {
            return false;
        }
        if (now != TaskState.CREATED) { // else it has no place in the order of its data, which are somebody else's
            markCorrupt(job, why);
        }
        unwind(job, TaskState.CANCELLED, TaskState.CANCELLED, why, why);
        return true;
    }

    private static void unwind(Job first, TaskState now, TaskState last, Throwable outcome, Throwable cause) {
        ArrayDeque<Job> poisoned = new ArrayDeque<>();
        first.fail(outcome);
        end(first, now, last, cause, poisoned);
        for (Job next = poisoned.poll(); next != null; next = poisoned.poll()) {
            Throwable inherited = next.poison();
            TaskFailedException named = didNotRun(next, inherited);
            next.host().reportDependent(named);
            next.fail(named);
            markCorrupt(next, inherited);
            end(next, TaskState.SUBMITTED, TaskState.FAILED, inherited, poisoned);
        }
    }

    private static TaskFailedException didNotRun(Job job, Throwable cause) {
        return new TaskFailedException(job.id(), job + " did not run: " + messageOf(cause), cause);
    }

    /** What an exception says of itself; one that cannot even do that must not keep its task from ending. */
    static String textOf(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (RuntimeException | Error speechless) {
            return thrown.getClass().getName() + " (its toString threw "
                    + speechless.getClass().getName() + ")";
        }
    }

    private static String messageOf(Throwable thrown) {
        // A cause is one of our own unless the program has poisoned the task with its own, whose methods may throw.
        return thrown instanceof TaskFailedException named ? named.getMessage() : textOf(thrown);
    }

    /**
     * The steps that every end has.
     *
     * @param cause what tasks that depend on this one explicitly fail with, or null
     * @param poisoned takes released tasks that must fail in turn; null if there is no cause
     */
    private static void end(Job job, TaskState now, TaskState last, Throwable cause, ArrayDeque<Job> poisoned) {
        if (cause == null) {
            markValid(job);
        }
        if (now != last && !job.advance(now, last)) {
            throw new IllegalStateException(job + " is " + job.state() + ", not " + now + ", at its end");
        }
        release(job, cause, poisoned);
    }

    private static void release(Job job, Throwable cause, ArrayDeque<Job> poisoned) {
        Successors.release(job, cause, poisoned);
        if (job.calls(Particulars.Moment.COMPLETION)) {
            job.call(Particulars.Moment.COMPLETION);
        }
        boolean awaited = job.settle();
        job.host().settled(job, awaited);
    }

    private static void markCorrupt(Job job, Throwable cause) {
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.mode(index).writes()) {
                job.data(index).markCorrupt(cause);
            }
        }
    }

    private static void markValid(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            Handle handle = job.data(index);
            if (handle.corruption() != null && job.mode(index).writes()) {
                handle.markCorrupt(null);
            }
        }
    }
}
