package org.asterism.core.internal.task;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;

/**
 * Ends tasks. Programs can observe the order and rely on it:
 *
 * <ol>
 *   <li>The epilogue is called, and the task waits for the tasks that it ends after.
 *   <li>The data are marked, the state becomes final, and the task's turns are given back.
 *   <li>Successors are released, callbacks are called, and the task's stages complete.
 *   <li>Threads that wait for the task are woken.
 * </ol>
 *
 * <p>A task that has neither {@link Particulars} nor turns, and of whose end no observer hears, is settled as its state
 * becomes final. Its successors are released a moment after threads that wait for it go on.
 *
 * <p>A failure spreads along explicit dependencies and along data: a task fails too if it reads what a failed task
 * should have written. Cancellation spreads in the same way. {@link Endings} processes tasks that end without a worker.
 */
public final class Completion {
    private static final long NAP_NANOS = 1_000_000;
    private static final int MOST_TRIES = 60_000;

    private Completion() {}

    /**
     * Goes on with a task whose kernel has returned or, with a failure, has thrown: it ends unless there is more to do.
     */
    public static void finish(Job job, Throwable failure) {
        if (failure != null) {
            if (!Progress.isGivenUp(job) && !triesAgain(job, failure)) {
                conclude(job, failure);
            }
            return;
        }
        Particulars said = job.particulars();
        if (said == null || !said.endsSpecially()) {
            conclude(job, null);
            return;
        }
        if (Progress.isGivenUp(job)) {
            return;
        }
        Throwable thrown = Callbacks.call(job, said, Callbacks.Moment.EPILOGUE);
        boolean again = false;
        try {
            again = thrown == null && said.again != null && said.again.test(job);
        } catch (Throwable any) {
            thrown = any;
        }
        if (again) {
            Rounds.begin(job);
        } else {
            conclude(job, thrown);
        }
    }

    /** Ends a job that has itself seen to whether its data are valid. */
    public static void finishAsIs(Job job) {
        Endings.run(() -> {
            if (!Progress.advance(job, TaskState.RUNNING, TaskState.DONE)) {
                throw new IllegalStateException(job + " is " + job.state() + ", not running, at its end");
            }
            letGo(job, TaskState.RUNNING, null);
        });
    }

    /** Ends what only stood between tasks: a join. */
    public static void passThrough(Job job) {
        Endings.run(() -> end(job, TaskState.SUBMITTED, TaskState.DONE, null));
    }

    /** Gives a task to the policy once more if its codelet has attempts left. */
    private static boolean triesAgain(Job job, Throwable failure) {
        int most = job.codelet().attempts();
        if (most == 1 || job.particular().failedAttempts().size() + 1 >= most) {
            return false;
        }
        job.particulars().attemptFailed(failure);
        leaveToOthers(job, TaskState.RUNNING);
        return true;
    }

    /** Ends a task that cannot be brought to its end, and cannot be tried again either. */
    public static void fail(Job job, Throwable failure) {
        conclude(job, failure);
    }

    /** Gives a task to the policy once more whose worker could not get its data, and which has not begun. */
    public static void comeAgain(Job job) {
        leaveToOthers(job, TaskState.ACQUIRING);
    }

    /** Gives a task to the policy once more that the worker which had it cannot run, or bring to its end. */
    public static void leaveToOthers(Job job, TaskState now) {
        if (Progress.recur(job, now, TaskState.READY)) { // else it was given up, and has ended
            job.host().again(job);
        }
    }

    /** Ends a task, at once or when the tasks that it ends after have ended. */
    private static void conclude(Job job, Throwable failure) {
        if (failure == null && end(job, TaskState.RUNNING, TaskState.DONE, null)) {
            return;
        }
        if (Progress.isGivenUp(job)) {
            return; // the thread that gave it up ends it
        }
        // From here on, requests to end it after one more task are refused.
        Ending ending = job.particular().ending();
        if (ending.isUnfinished() || ending.kernelReturned(failure)) {
            concludeAtLast(job);
        } else if (Progress.hasTurns(job)) {
            job.host().promised(job); // else nobody finds a circle of this task and one that waits for its turn
        }
    }

    /** Is told that a task has ended that another one ends after; the cause is null if it has ended well. */
    public static void endedBefore(Job waiting, Throwable cause) {
        Particulars said = waiting.particulars();
        if (said != null && said.ending().oneLess(cause)) { // else the one that waited was called off
            concludeAtLast(waiting);
        }
    }

    private static void concludeAtLast(Job job) {
        Ending ending = job.particulars().ending();
        Progress.clearEndsLater(job);
        Endings.run(() -> {
            if (ending.own() != null) {
                job.fail(ending.own());
                TaskFailedException named = job.namedFailure();
                job.host().failed(named);
                end(job, TaskState.RUNNING, TaskState.FAILED, named);
            } else if (ending.inherited() != null) {
                Throwable cause = ending.inherited();
                TaskFailedException named = new TaskFailedException(
                        job.id(), job + " failed with a task that it ends after: " + messageOf(cause), cause);
                job.fail(named);
                job.host().reportDependent(named);
                end(job, TaskState.RUNNING, TaskState.FAILED, named);
            } else {
                end(job, TaskState.RUNNING, TaskState.DONE, null);
            }
        });
    }

    /** Ends a task that cannot run: whether it fails or is called off depends on why. On the thread that owns it. */
    public static void endWithoutRunning(Job job, TaskState now, Throwable why) {
        if (Progress.isGivenUp(job)) {
            return; // the thread that has taken it from its worker ends it
        }
        Endings.run(() -> {
            if (why instanceof CalledOff off) {
                endWithoutRunning(job, now, off);
                return;
            }
            if (now == TaskState.SUBMITTED
                    && !Progress.doom(job)) { // the caller that cancelled it was promised this end
                CalledOff off = CalledOff.byProgram(job);
                off.addSuppressed(why);
                endWithoutRunning(job, now, off);
                return;
            }
            TaskFailedException named = new TaskFailedException(job.id(), job + " did not run: " + messageOf(why), why);
            job.fail(named);
            if (why instanceof TaskFailedException) {
                job.host().reportDependent(named);
                end(job, now, TaskState.FAILED, why);
            } else { // a callback or a stage of the program has thrown, which nobody has reported
                job.host().failed(named);
                end(job, now, TaskState.FAILED, named);
            }
        });
    }

    private static void endWithoutRunning(Job job, TaskState now, CalledOff why) {
        keepFailedAttempts(job, why);
        job.fail(why);
        end(job, now, TaskState.CANCELLED, why);
    }

    /**
     * Ends a task that was called off while it waited for others, which have ended, or for its turn, which it has now,
     * or waits for no more: then {@link Arbiter#leave} has marked its data.
     */
    public static void endCalledOff(Job job) {
        job.poison(CalledOff.byProgram(job));
        Throwable why = job.poison();
        if (Progress.takesTurns(job) && !Progress.hasTurns(job)) {
            Endings.run(() -> endOutOfTurn(job, why));
        } else {
            endWithoutRunning(job, TaskState.SUBMITTED, why);
        }
    }

    private static void endOutOfTurn(Job job, Throwable why) {
        if (why instanceof CalledOff off) {
            keepFailedAttempts(job, off);
        }
        job.fail(why);
        Progress.advance(job, TaskState.SUBMITTED, TaskState.CANCELLED);
        letGo(job, TaskState.SUBMITTED, why);
    }

    /**
     * Fails a task whose worker does not get on; the worker, which may return late, has nothing to do with it any more.
     * On any thread.
     *
     * @param beforeEnd sees to the memory that a kernel may still use, before others may use or free it; it is given
     *     the state in which the task was taken
     * @return false if no worker has the task any more
     */
    public static boolean giveUp(Job job, Throwable why, Consumer<TaskState> beforeEnd) {
        TaskState taken = Progress.giveUp(job);
        if (taken == null) {
            return false;
        }
        beforeEnd.accept(taken);
        Endings.run(() -> {
            job.fail(why);
            TaskFailedException named = job.namedFailure();
            job.host().failed(named);
            markCorrupt(job, TaskState.RUNNING, named);
            Progress.advance(job, TaskState.RUNNING, TaskState.FAILED);
            letGo(job, TaskState.RUNNING, named);
        });
        return true;
    }

    /**
     * Ends a task that an error of the core or of the virtual machine has left with nobody; does nothing if it has
     * ended, or others have it. Goes on trying while the virtual machine has no memory for that: nobody else would end
     * the task.
     */
    public static void endBroken(Job job, Throwable thrown) {
        for (int tries = 0; ; tries++) {
            try {
                endBrokenNow(job, thrown);
                return;
            } catch (VirtualMachineError full) {
                awaitMemory(tries, full);
            }
        }
    }

    private static void endBrokenNow(Job job, Throwable thrown) {
        switch (job.state()) {
            case RUNNING -> conclude(job, thrown);
            case SUBMITTED, SCHEDULED, ACQUIRING -> endWithoutRunning(job, job.state(), thrown);
            default -> {
                // It has ended, or others have it.
            }
        }
    }

    /**
     * Fails a ready task that neither a policy nor a worker nor the list of parked tasks has got, because something was
     * thrown on its way there; see {@link #endBroken}.
     *
     * @return whether the task has ended, for this reason or because it was called off meanwhile
     */
    public static boolean endUnkept(Job job, Throwable thrown) {
        if (Progress.advance(job, TaskState.READY, TaskState.SCHEDULED)) {
            endBroken(job, thrown);
            return true;
        }
        if (job.state() != TaskState.CANCELLED) {
            return false;
        }
        job.markGone();
        return true;
    }

    /** Waits a moment for memory; throws what is wrong if that was in vain for a minute. Makes no object. */
    public static void awaitMemory(int tries, VirtualMachineError full) {
        if (tries == MOST_TRIES) {
            throw full;
        }
        LockSupport.parkNanos(NAP_NANOS);
    }

    /** Ends a ready task whose codelet has no work, unless it was called off meanwhile. */
    public static void endWithoutWork(Job job) {
        Endings.run(() -> {
            if (!Progress.advance(job, TaskState.READY, TaskState.RUNNING)) {
                job.markGone();
                return;
            }
            try {
                finish(job, null);
            } catch (RuntimeException | Error thrown) {
                if (job.state() != TaskState.RUNNING) {
                    throw thrown;
                }
                endBroken(job, thrown); // no worker would
            }
        });
    }

    static void keepFailedAttempts(Job job, CalledOff why) {
        Particulars said = job.particulars();
        if (said != null) {
            said.failedAttempts().forEach(why::addSuppressed);
        }
    }

    /**
     * The steps that every end has.
     *
     * @param now the state that the task is in, or was called off in
     * @param cause the cause that explicit successors of this task inherit, or null
     * @return false if it ends later, after other tasks
     */
    static boolean end(Job job, TaskState now, TaskState last, Throwable cause) {
        if (Progress.isGivenUp(job)) {
            return false; // and has its final state perhaps
        }
        if (cause == null) {
            markValid(job);
        } else if (now
                != TaskState.CREATED) { // else it has no place in the order of its data, which are somebody else's
            markCorrupt(job, now, cause);
        }
        if (now == TaskState.RUNNING) {
            if (cause == null && job.particulars() == null && !job.host().hearsOfEnds()) {
                return endAtOnce(job, last);
            }
            if (!Progress.conclude(job, last)) {
                return false;
            }
        } else if (job.state() != last && !Progress.advance(job, now, last)) {
            if (Progress.isGivenUp(job)) {
                return false;
            }
            throw new IllegalStateException(job + " is " + job.state() + ", not " + now + ", at its end");
        }
        letGo(job, now, cause);
        return true;
    }

    /** Ends a task of whose end nobody hears on the way: one atomic step gives it the final state and settles it. */
    private static boolean endAtOnce(Job job, TaskState last) {
        int marks = Progress.concludeAndSettle(job, last);
        if (marks < 0) {
            return false;
        }
        if ((marks & Progress.SETTLED) == 0) { // it has got a stage meanwhile, or takes turns on data
            letGo(job, TaskState.RUNNING, null);
            return true;
        }
        try {
            // An observer that came just now may have seen the task run, so it has to hear of its end.
            job.host().ends(job);
        } finally {
            job.forget();
            job.forgetParticulars();
            try {
                // Before the release: a thread that has waited for the task may ask at once how many have ended.
                job.host().settled(job, (marks & Progress.AWAITED) != 0);
            } finally {
                Successors.release(job, null);
            }
        }
        return true;
    }

    /**
     * Each step is made even if one before has met an error: the task has its final state, so nobody comes back to it.
     */
    private static void letGo(Job job, TaskState now, Throwable cause) {
        try {
            Arbiter.giveBack(job);
        } finally {
            try {
                Successors.release(job, cause);
            } finally {
                settle(job, now, cause);
            }
        }
    }

    private static void settle(Job job, TaskState now, Throwable cause) {
        boolean awaited = true;
        try {
            Particulars said = job.particulars();
            if (said != null) {
                job.notifyTags(cause);
                if (Callbacks.has(said, Callbacks.Moment.COMPLETION)) {
                    Callbacks.call(job, Callbacks.Moment.COMPLETION);
                }
            }
        } finally {
            try {
                job.host().ends(job);
            } finally {
                try {
                    awaited = job.settle(now == TaskState.READY);
                } finally {
                    job.host().settled(job, awaited);
                }
            }
        }
    }

    private static void markCorrupt(Job job, TaskState now, Throwable cause) {
        if (!spoilsItsData(job, now, cause)) {
            return;
        }
        boolean hadNoTurn = Progress.takesTurns(job) && !Progress.hasTurns(job);
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.mode(index).writes()) {
                Handle handle = job.data(index);
                if (hadNoTurn) {
                    Arbiter.markCorrupt(handle, cause);
                } else {
                    handle.markCorrupt(cause);
                }
            }
        }
    }

    /**
     * Whether the data are invalid that a task was to write which has ended badly. A round that is called off, or
     * refused its data, leaves them as the round before it has.
     */
    static boolean spoilsItsData(Job job, TaskState now, Throwable cause) {
        Particulars said = job.particulars();
        if (said == null) {
            return true;
        }
        boolean ends = !said.isBetweenRounds() || !(cause instanceof CalledOff) && now != TaskState.SUBMITTED;
        return ends && !said.leavesMarks;
    }

    private static boolean leavesMarks(Job job) {
        Particulars said = job.particulars();
        return said != null && said.leavesMarks;
    }

    /** Marks what a task has overwritten. */
    static void markValid(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            // Only a task that overwrites the data removes wrong or missing content; one that also reads, reduces or
            // commutes does not.
            Access mode = job.mode(index);
            if (mode.writes() && !mode.reads()) {
                Handle handle = job.data(index);
                if (handle.corruption() != null && !Progress.isGivenUp(job) && !leavesMarks(job)) {
                    handle.markCorrupt(null);
                }
            }
        }
    }

    /** Whether the calling thread is ending tasks: then it comes from one of their callbacks. */
    public static boolean isUnderWay() {
        return Endings.areUnderWay();
    }

    /**
     * Returns the text of an exception. An exception that cannot describe itself must not keep its task from ending.
     */
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
        return thrown instanceof TaskFailedException || thrown instanceof CalledOff
                ? thrown.getMessage()
                : textOf(thrown);
    }
}
