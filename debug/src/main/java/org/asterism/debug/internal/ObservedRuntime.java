package org.asterism.debug.internal;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.debug.Decision;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;

/**
 * A runtime, whose tasks are stopped at breakpoints. It observes the runtime only while there is a breakpoint, a step
 * or a stopped thread, so that tasks cost nothing extra otherwise.
 */
final class ObservedRuntime implements RuntimeObserver {
    private final String name;
    private final TaskRuntime runtime;
    private final BreakpointBoard board;
    private final HeldThreads threads;
    private final Runnable changed;

    /** What policies have decided about tasks that no worker has taken yet. */
    private final Map<Task, Decision> decisions = new ConcurrentHashMap<>();

    /** Contexts whose tasks must not be stopped; weak, as a program may make contexts without end. */
    private final Set<SchedulingContext> closingContexts =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private Observation observation;

    /** Whether decisions are noted: a call of a policy that comes late must not keep its task. */
    private volatile boolean active;

    private volatile boolean closed;

    /** How many of its threads are stopped; asked before each step in virtual time. */
    private final AtomicInteger stopped = new AtomicInteger();

    /**
     * Begins to know a runtime, without observing it.
     *
     * @param changed called when there may be something to observe, or nothing any more
     */
    ObservedRuntime(String name, TaskRuntime runtime, BreakpointBoard board, HeldThreads threads, Runnable changed) {
        this.name = name;
        this.runtime = runtime;
        this.board = board;
        this.threads = threads;
        this.changed = changed;
    }

    String name() {
        return name;
    }

    TaskRuntime runtime() {
        return runtime;
    }

    boolean isClosed() {
        return closed;
    }

    /** Observes the runtime from now on, or not any more; asks which under the lock, since several threads may ask. */
    synchronized void update(BooleanSupplier isNeeded) {
        boolean needed = !closed && isNeeded.getAsBoolean();
        if (needed && observation == null) {
            active = true;
            observation = runtime.observe(this);
        } else if (!needed && observation != null) {
            active = false;
            observation.close();
            observation = null;
            decisions.clear();
        }
    }

    /** Lets all its threads go, and stops none any more. */
    void close() {
        closed = true;
        threads.releaseAll(this);
        update(() -> false);
    }

    /** Observes or not, since a breakpoint, a step or a stop came or went. */
    void changed() {
        changed.run();
    }

    /** Waits within the runtime, which can then say what is held and why. */
    void hold(Stop stop, Runnable wait) {
        Occasion occasion = stop.occasion();
        runtime.hold(new HeldTask(occasion.task(), occasion.worker(), stop.place(), stop.remedy()), wait);
    }

    void stopBegins() {
        stopped.incrementAndGet();
    }

    void stopEnds() {
        stopped.decrementAndGet();
    }

    /** Keeps workers from taking tasks; false if that is not possible, as in a runtime that is closed. */
    boolean pause() {
        if (isSimulated()) {
            return true; // time stands still while a thread is stopped, and so does everything
        }
        try {
            runtime.pause();
            return true;
        } catch (IllegalStateException refused) {
            return false;
        }
    }

    void resume() {
        if (isSimulated()) {
            return;
        }
        try {
            runtime.resume();
        } catch (IllegalStateException over) {
            // The runtime was closed meanwhile, which ends all pauses.
        }
    }

    private boolean isSimulated() {
        return runtime.simulation().isPresent();
    }

    @Override
    public void pushed(Task task) {
        reach(new Occasion(Point.PUSH, task, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** Only notes the decision: the policy that calls this may hold locks, so its thread must not be stopped here. */
    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        decisions.put(task, new Decision(worker, start, length, transfer, joules));
        if (!active) { // asked behind the put, so that either this or the end of the observation removes it
            decisions.remove(task);
        }
    }

    @Override
    public void popped(Task task, Worker worker, String policy) {
        Optional<Decision> decision = Optional.ofNullable(decisions.remove(task));
        Optional<Worker> taker = Optional.of(worker);
        Optional<String> from = Optional.ofNullable(policy);
        if (policy != null && board.has(Point.SCHED)) {
            reach(new Occasion(Point.SCHED, task, taker, from, decision));
        }
        reach(new Occasion(Point.POP, task, taker, from, decision));
    }

    @Override
    public void starting(Task task, Worker worker) {
        reach(new Occasion(Point.EXEC, task, Optional.of(worker), Optional.empty(), Optional.empty()));
    }

    private void reach(Occasion occasion) {
        if (closed || isClosing(occasion.task())) {
            return;
        }
        Optional<Cause> cause = board.causeAt(occasion);
        if (cause.isPresent()) {
            threads.hold(this, occasion, cause.get());
            changed();
        } else if (board.isEmpty()) { // the last breakpoint was deleted, perhaps since its condition threw
            changed();
        }
    }

    @Override
    public void completed(Task task) {
        decisions.remove(task);
        if (board.forget(task)) {
            changed();
        }
    }

    @Override
    public void left(Worker worker, SchedulingContext context) {
        forget(worker);
    }

    @Override
    public void lost(Worker worker, Throwable cause) {
        forget(worker);
    }

    private void forget(Worker worker) {
        if (board.forget(worker)) {
            changed();
        }
    }

    @Override
    public void closing() {
        closed = true;
        threads.releaseAll(this);
    }

    /** Lets the tasks of a context go, and stops no task of it any more: closing it waits for them. */
    @Override
    public void closing(SchedulingContext context) {
        closingContexts.add(context);
        threads.releaseAll(this, stop -> stop.occasion().task().context() == context);
    }

    /** Whether the context of a task is being closed, or was. */
    boolean isClosing(Task task) {
        return closingContexts.contains(task.context());
    }

    @Override
    public boolean isHolding() {
        return stopped.get() > 0;
    }
}
