package org.asterism.core.internal.runtime.waiting;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.ScopeTasks;
import org.asterism.core.internal.runtime.pool.ClosingWatch;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.stepping.BackgroundRunner;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.task.Callbacks;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.TagHome;
import org.asterism.core.internal.use.ProgramWait;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.WorkerEngine;

/** The waits of programs in a runtime, and the waking of their threads. */
public final class ProgramWaits implements TagHome, ProgramWait {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static final long TIDY_NANOS = 1_000_000_000;

    private final EngineHome home;
    private final Contexts contexts;
    private final Clock clock;
    private final Duration patience;
    private final Duration closingTimeout;
    private final boolean virtual;
    private final BackgroundRunner background;
    private final Waiting waiting;
    private final TaskWaits tasks;
    private StuckWatch watch;

    /** Number of threads that wait, or are about to sleep. */
    private final AtomicInteger underWay = new AtomicInteger();

    /** The limit for the thread that closes the runtime's data; null at all other times, and in virtual time. */
    private volatile ClosingWaits closing;

    /** Last time when a context with tasks was cleaned up. */
    private volatile long tidied;

    /**
     * Makes the waits of a runtime.
     *
     * @param home the runtime, whose clock is there already
     * @param loop the event loop, which steps the workers in virtual time; null if they run in real time
     * @param background tells policies to schedule when a change puts them in charge
     */
    public ProgramWaits(
            EngineHome home,
            Contexts contexts,
            RuntimeConfiguration configuration,
            EventLoop loop,
            BackgroundRunner background) {
        this.home = home;
        this.contexts = contexts;
        this.background = background;
        clock = home.clock();
        patience = configuration.patience();
        closingTimeout = configuration.closingTimeout();
        virtual = loop != null;
        waiting = virtual ? new LoopWaiting(loop, clock) : new ThreadWaiting(clock);
        tasks = new TaskWaits(waiting);
    }

    /** Connects what is looked at when nothing moves any more, before anybody waits. */
    public void connect(StuckWatch.Activity activity) {
        watch = new StuckWatch(waiting, clock, virtual, patience, activity);
        tasks.connect(watch);
    }

    private interface Wait<E extends Exception> {
        boolean begin() throws E;
    }

    /**
     * Waits, after it has called the policies of all contexts to schedule. The awaited event may depend on tasks of any
     * context, and a policy may hold its tasks back until that call. {@link #mayHoldBack} informs a policy that becomes
     * active during the wait.
     */
    private <E extends Exception> boolean scheduling(Wait<E> wait) throws E {
        underWay.incrementAndGet(); // first: either this thread informs a policy, or the change that activates it
        try {
            tellToSchedule();
            return wait.begin();
        } finally {
            underWay.decrementAndGet();
        }
    }

    private void tellToSchedule() {
        contexts.withPolicies().forEach(each -> each.tasks().tellToSchedule());
    }

    /**
     * Is told that a policy is in charge which may hold its tasks back, and was not told that a program waits.
     *
     * @param isOwed whether to inform it in any case, because an earlier notification was not possible
     */
    public void mayHoldBack(Context context, boolean isOwed) {
        if (isOwed || underWay.get() > 0) {
            background.run("asterism-schedule", context.tasks()::tellToSchedule);
        }
    }

    /** Waits until all tasks have ended; false if the time, null for ever, was over first. */
    public boolean untilAllEnded(Duration time) throws InterruptedException {
        refuseWorkers("wait for all tasks");
        return scheduling(() -> tasks.untilEnded(contexts::all, time, "the runtime's tasks"));
    }

    public void untilAtMost(long left) throws InterruptedException {
        refuseWorkers("wait for tasks");
        scheduling(() -> tasks.untilAtMost(contexts::all, left, null, "the runtime's tasks"));
    }

    /** Waits until a context's tasks have ended; false if the time, null for ever, was over first. */
    public boolean untilEnded(Context awaited, Duration time) throws InterruptedException {
        String what = "the tasks of context '" + awaited.name() + "'";
        return scheduling(() -> tasks.untilEndedAmongOthers(awaited, waitedFor(awaited), time, what));
    }

    /**
     * Waits until a scope's tasks have ended; false if the time, null for ever, was over first. An interrupt also ends
     * the wait in virtual time, where the calling thread may run the tasks for long.
     */
    public boolean untilEnded(ScopeTasks scope, Duration time) throws InterruptedException {
        Thread self = Thread.currentThread();
        BooleanSupplier hasEnded = virtual ? () -> scope.isQuiescent() || self.isInterrupted() : scope::isQuiescent;
        boolean ended = scheduling(() -> waiting.isSoon(scope::isQuiescent, time)
                || watch.untilEnd(scope, hasEnded, scope::markAwaited, time, scope.toString()));
        if (virtual && ended && !scope.isQuiescent() && Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for " + scope);
        }
        return ended;
    }

    /** Wakes the threads that wait for a scope, whose last task has ended. */
    public void ended(ScopeTasks scope) {
        waiting.wake(scope);
    }

    /** Waits until the tasks of a context that is closed have ended, and gives up kernels that do not return. */
    public void untilClosed(Context closing, Supplier<List<WorkerEngine>> engines) throws InterruptedException {
        Supplier<List<Context>> closed = waitedFor(closing);
        ClosingWatch watch = new ClosingWatch(
                "closing context '" + closing.name() + "'",
                clock,
                closingTimeout,
                engines,
                job -> closed.get().contains(Context.of(job)));
        String what = "the tasks of context '" + closing.name() + "'";
        Runnable look = () -> {
            if (home.observers().isAnyHolding()) {
                watch.forget(); // a task at a breakpoint does not hang
            } else {
                watch.look();
            }
        };
        scheduling(() -> tasks.untilClosed(closing, closed, look, what));
    }

    /** Waits until so few tasks of a context are left. */
    public void untilAtMost(Context awaited, long left) throws InterruptedException {
        String what = "the tasks of context '" + awaited.name() + "'";
        scheduling(() -> tasks.untilAtMost(waitedFor(awaited), left, null, what));
    }

    private Supplier<List<Context>> waitedFor(Context awaited) {
        List<Context> alone = List.of(awaited);
        return () -> contexts.tree().hasNested(awaited) ? contexts.tree().waitedFor(awaited) : alone;
    }

    /** Waits until a task has settled; false if the time, null for ever, was over first. */
    public boolean untilSettled(Job job, Duration time) throws InterruptedException {
        ClosingWaits limited = closing;
        if (limited != null && limited.areOurs()) {
            return scheduling(() -> {
                limited.untilEnd(job, () -> Progress.isSettled(job), () -> Progress.markAwaited(job), job.toString());
                return true;
            });
        }
        if (!virtual) {
            if (Progress.isSettled(job)) {
                return true;
            }
            tellToSchedule(); // and again below: a policy that takes over during the look is not told by the change
            if (waiting.isSoon(
                    () -> Progress.isSettled(job), time)) { // without a count that all who wait for a task would write
                return true;
            }
        }
        return scheduling(() -> watch.untilEnd(
                job, () -> Progress.isSettled(job), () -> Progress.markAwaited(job), time, job.toString()));
    }

    /**
     * Returns the last exception of a waiting thread about stuck tasks, if nothing has changed since; otherwise null.
     */
    public TasksStuckException standing() {
        return watch.standing();
    }

    @Override
    public void await(CompletableFuture<?> future, String what) throws InterruptedException {
        until(
                future,
                what,
                () -> watch.withoutLimit(() -> waiting.untilEnd(future, future::isDone, () -> {}, null, what)));
    }

    @Override
    public void awaitTasks(CompletableFuture<?> future, String what) throws InterruptedException {
        until(future, what, () -> watch.untilEnd(future, future::isDone, () -> {}, null, what));
    }

    private void until(CompletableFuture<?> future, String what, Wait<InterruptedException> sleep)
            throws InterruptedException {
        if (future.isDone()) {
            return;
        }
        future.whenComplete((nothing, failure) -> waiting.wake(future));
        ClosingWaits limited = closing;
        scheduling(() -> {
            if (limited != null && limited.areOurs()) {
                limited.untilEnd(future, future::isDone, () -> {}, what);
                return true;
            }
            return waiting.isSoon(future::isDone, null) || sleep.begin();
        });
    }

    /** Waits, in a way of its own, for what can be finished when the runtime is closed. */
    public void untilFinished(Runnable wait) {
        scheduling(() -> {
            wait.run();
            return true;
        });
    }

    /**
     * Closes the runtime's data, each of which is waited for until nothing has got on for the closing timeout.
     *
     * @param whenSlow begins what the later waits are for
     */
    public void limited(Runnable close, Runnable whenSlow) {
        closing = virtual ? null : new ClosingWaits(waiting, clock, closingTimeout, whenSlow);
        try {
            close.run();
        } finally {
            closing = null;
        }
    }

    /** Lets the calling thread, which is about to submit a task, wait until few tasks are left, if it may wait. */
    public void makeRoom(Context full, long left) {
        if (home.currentWorker() == null
                && !Callbacks.isCalling()
                && !Completion.isUnderWay()
                && !isLeftToProgram(full)) {
            scheduling(() -> tasks.makeRoom(full, left, virtual ? FOR_EVER : patience));
        }
    }

    /**
     * Whether a context has workers, and none of them works unless the calling thread, or another one, goes to drive
     * it.
     */
    private boolean isLeftToProgram(Context context) {
        List<ContextWorker> members = context.members();
        return !virtual
                && !members.isEmpty()
                && members.stream()
                        .allMatch(worker -> worker instanceof WorkerEngine engine && engine.isLeftToProgram());
    }

    /**
     * Makes a thread that steps a worker sleep unless a condition holds. Threads that end tasks check the condition.
     */
    public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
        scheduling(() -> {
            tasks.sleepUnless(condition, sleep);
            return true;
        });
    }

    /**
     * Wakes the threads for whose waits the end of a task matters.
     *
     * @param awaited whether a thread waits for the task
     * @param current the worker that the calling thread is, or null
     */
    public void settled(Job job, boolean awaited, ContextWorker current) {
        if (awaited) {
            waiting.wake(job);
        }
        // A worker looks whether all has ended when it runs out of tasks, which it does after the last one; see below.
        // Workers that the program steps may not be stepped again.
        if (tasks.isEndAwaited(job, contexts) || mayNotBeSteppedAgain(current) && waiting.isAnybodyWaiting()) {
            waiting.wakeSatisfied();
        }
    }

    private static boolean mayNotBeSteppedAgain(ContextWorker current) {
        return current == null || current.isDriven();
    }

    /**
     * Is told by a worker that it has just run out of tasks.
     *
     * @param mayBeTime whether to look if it is time to tidy contexts that always have tasks
     */
    public void ranOutOfTasks(boolean mayBeTime) {
        if (waiting.isAnybodyWaiting()) { // with a fence, whatever the waiting threads look at
            waiting.wakeSatisfied();
        }
        boolean due = false;
        for (Context each : contexts.all()) {
            if (!each.tasks().tidyIfQuiet()) {
                due = due || mayBeTime && isTimeToTidy();
                if (due) {
                    each.tasks().tidy();
                }
            }
        }
    }

    public void stopped(WorkerEngine worker) {
        ranOutOfTasks(true); // its last task may have been the last of all, and it takes no further look at the policy
        contexts.all().forEach(each -> each.tasks().tidy(worker));
    }

    /** Whether contexts that always have tasks are to let go of those that have ended. */
    private boolean isTimeToTidy() {
        long now = clock.nanoTime();
        if (now - tidied < TIDY_NANOS) {
            return false;
        }
        tidied = now;
        return true;
    }

    @Override
    public void refuseWorkers(String what) {
        contexts.first().tasks().refuseWorkers(what);
    }

    @Override
    public boolean await(Round tag, Duration time) throws InterruptedException {
        return scheduling(() -> watch.untilDone(tag, time));
    }

    @Override
    public void wakeAll() {
        waiting.wakeSatisfied();
    }
}
