package org.asterism.core.internal.runtime.waiting;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.asterism.api.ContextState;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.context.TaskCounts;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.task.Job;

/**
 * The waits of programs for the tasks of contexts: until all have ended, or until few are left. All such waits begin
 * here.
 */
public final class TaskWaits {
    private static final Logger LOG = System.getLogger(TaskWaits.class.getName());

    private static final long FOR_A_NUMBER = 1;
    private static final long FOR_SOME_CONTEXTS = 1L << Integer.SIZE;

    private final Waiting waiting;

    /**
     * Number of threads that wait for a number of tasks. The upper half counts those that wait for all tasks of some
     * contexts.
     */
    private final AtomicLong waits = new AtomicLong();

    private StuckWatch watch;

    TaskWaits(Waiting waiting) {
        this.waiting = waiting;
    }

    /** Connects what notices that tasks are stuck, before anybody waits. */
    void connect(StuckWatch given) {
        watch = given;
    }

    /** Waits until all tasks of all contexts have ended; false if the time, null for ever, was over first. */
    boolean untilEnded(Supplier<List<Context>> contexts, Duration time, String what) throws InterruptedException {
        return until(contexts, () -> isAtMost(contexts, 0), time, what);
    }

    /**
     * The same for a context and those nested in it: workers may go on with tasks of others, and need not run out of
     * tasks when these have ended.
     */
    boolean untilEndedAmongOthers(Context awaited, Supplier<List<Context>> contexts, Duration time, String what)
            throws InterruptedException {
        return countingFor(awaited, () -> untilEnded(contexts, time, what));
    }

    /** Waits for ever until all tasks of contexts that are being closed have ended; see {@link StuckWatch#until}. */
    boolean untilClosed(Context closing, Supplier<List<Context>> contexts, Runnable meanwhile, String what)
            throws InterruptedException {
        return countingFor(
                closing,
                () -> watch.until(
                        () -> isAtMost(contexts, 0),
                        () -> contexts.get().forEach(TaskWaits::warnIfParked),
                        meanwhile,
                        null,
                        what));
    }

    /** Whether all tasks of some contexts have ended: at one moment, though they may submit tasks to each other. */
    public static boolean haveEnded(List<Context> contexts) {
        return left(contexts) == 0;
    }

    /**
     * Whether few tasks are left. A task that makes a context and submits others there ends afterwards: so the contexts
     * are asked for again.
     */
    private static boolean isAtMost(Supplier<List<Context>> contexts, long tasks) {
        List<Context> now = contexts.get();
        return left(now) <= tasks && now.equals(contexts.get());
    }

    /**
     * Returns the number of tasks of some contexts that have not ended, or more; see {@link TaskCounts}. It is called
     * very often, so it creates no garbage.
     */
    private static long left(List<Context> contexts) {
        long left = 0;
        for (int index = 0; index < contexts.size(); index++) {
            left -= contexts.get(index).tasks().counts().endedSoFar();
        }
        for (int index = 0; index < contexts.size(); index++) {
            left += contexts.get(index).tasks().counts().submittedSoFar();
        }
        return left;
    }

    /** Waits until few tasks of some contexts are left. */
    boolean untilAtMost(Supplier<List<Context>> contexts, long tasks, Duration time, String what)
            throws InterruptedException {
        if (tasks < 0) {
            throw new IllegalArgumentException("waiting until at most " + tasks + " tasks are left: give 0 or more");
        }
        BooleanSupplier condition = () -> isAtMost(contexts, tasks);
        return counting(FOR_A_NUMBER, () -> until(contexts, condition, time, what));
    }

    private interface Wait {
        boolean begin() throws InterruptedException;
    }

    /**
     * Makes the threads that end tasks check for waiting threads at every task, not only at the last one; see
     * {@link #isEndAwaited}.
     */
    private boolean counting(long kind, Wait wait) throws InterruptedException {
        waits.addAndGet(kind);
        try {
            return wait.begin();
        } finally {
            waits.addAndGet(-kind);
        }
    }

    private boolean countingFor(Context awaited, Wait wait) throws InterruptedException {
        return counting(FOR_SOME_CONTEXTS, () -> {
            awaited.tasks().waitBegins();
            try {
                return wait.begin();
            } finally {
                awaited.tasks().waitEnds();
            }
        });
    }

    /**
     * Lets a thread that is about to submit a task wait until few tasks of a context are left. It goes on nevertheless,
     * and says so, when nothing has ended for a while, or nothing can in virtual time: those that are left may wait for
     * this task.
     *
     * @return whether few are left
     */
    boolean makeRoom(Context full, long tasks, Duration patience) {
        boolean interrupted = false;
        boolean moving = true;
        boolean room = false;
        while (moving && !room) {
            long left = full.tasks().counts().left();
            try {
                room = counting(
                        FOR_A_NUMBER,
                        () -> waiting.until(
                                () -> full.tasks().counts().left() <= tasks,
                                () -> warnIfParked(full),
                                patience,
                                "room in context '" + full.name() + "'"));
            } catch (InterruptedException again) {
                interrupted = true;
                continue;
            }
            moving = full.tasks().counts().left() < left || watch.isHeld();
        }
        if (!room) {
            LOG.log(
                    Level.WARNING,
                    "context ''{0}'' has {1} tasks that do not end, and is to have no more; one is submitted "
                            + "nevertheless, since"
                            + " they may wait for it",
                    full.name(),
                    full.tasks().counts().left());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return room;
    }

    /**
     * Makes a thread that steps a worker sleep unless a condition holds. Threads that end tasks check the condition.
     */
    void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        waits.addAndGet(FOR_A_NUMBER);
        try {
            waiting.sleepUnless(condition, sleep);
        } finally {
            waits.addAndGet(-FOR_A_NUMBER);
        }
    }

    /**
     * Whether a thread may be waiting for the end of a task that has just ended, and is not woken by a worker that runs
     * out of tasks: it waits for a number of tasks, or for all of a context, and this was the last of that one or of
     * one nested in it.
     */
    boolean isEndAwaited(Job ended, Contexts contexts) {
        long now = waits.get();
        return now != 0 && ((int) now != 0 || contexts.all().size() > 1 && isLastOfAwaited(ended));
    }

    private static boolean isLastOfAwaited(Job ended) {
        if (!ended.host().runsTasks()) {
            return false;
        }
        ContextTasks tasks = ContextTasks.of(ended);
        // The counts of all threads are looked at last, since that costs more. Of two tasks that end at once, one sees
        // that both have been counted.
        return tasks.isAwaited() && tasks.counts().isQuiescent();
    }

    private boolean until(Supplier<List<Context>> contexts, BooleanSupplier condition, Duration time, String what)
            throws InterruptedException {
        return watch.until(condition, () -> contexts.get().forEach(TaskWaits::warnIfParked), time, what);
    }

    private static void warnIfParked(Context context) {
        if (context.state() == ContextState.PARKED && !context.tasks().counts().isQuiescent()) {
            LOG.log(
                    Level.WARNING,
                    "waiting for tasks of context ''{0}'', which is parked until a policy comes: {1}",
                    context.name(),
                    context.trouble().orElse("it has none"));
        }
    }
}
