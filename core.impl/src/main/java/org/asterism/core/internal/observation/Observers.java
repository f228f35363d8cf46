package org.asterism.core.internal.observation;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Iteration;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.TreeView;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * The observers of a runtime. Any thread may use it.
 *
 * <p>An event that no observer overrides costs one opaque read. A thread that submits a task after the registration of
 * an observer sees the observer. So does every thread that deals with this task later.
 */
public final class Observers {
    private static final Logger LOG = System.getLogger(Observers.class.getName());
    private static final VarHandle WANTED = FieldHandle.of(MethodHandles.lookup(), "wanted", int.class);

    /** An observer with the set of events that it overrides. */
    private record Registered(RuntimeObserver observer, int events) {}

    /** Notifies one observer of an event about one or two things. */
    private interface Notice<A, B> {
        void give(RuntimeObserver observer, A about, B and);
    }

    private volatile Registered[] all = {};

    /** The tasks that debuggers hold, in their order. */
    private final List<HeldTask> held = new CopyOnWriteArrayList<>();

    /** The events that some observer overrides. */
    private int wanted;

    /** Whether the runtime begins to close, or is closed; guarded by this. */
    private boolean isClosing;

    /** Adds an observer, until the result is closed. */
    public Observation add(RuntimeObserver observer) {
        Objects.requireNonNull(observer, "observer");
        return add(observer, observer);
    }

    /**
     * Adds an observer, until the result is closed.
     *
     * @param observer is notified
     * @param like overrides the methods for the events that the observer is notified of
     */
    public Observation add(RuntimeObserver observer, RuntimeObserver like) {
        Registered added = new Registered(observer, ObservedEvent.overriddenBy(like.getClass()));
        put(added);
        return () -> remove(added);
    }

    private void put(Registered added) {
        synchronized (this) {
            Registered[] more = Arrays.copyOf(all, all.length + 1);
            more[all.length] = added;
            set(more);
            if (!isClosing) {
                return;
            }
        }
        closing(added); // the others have been told
    }

    private synchronized void remove(Registered removed) {
        set(Arrays.stream(all).filter(each -> each != removed).toArray(Registered[]::new));
    }

    private void set(Registered[] changed) {
        all = changed;
        WANTED.setOpaque(
                this, Arrays.stream(changed).mapToInt(Registered::events).reduce(0, (one, other) -> one | other));
    }

    private boolean want(ObservedEvent event) {
        return ((int) WANTED.getOpaque(this) & event.bit()) != 0;
    }

    /** Whether there are observers to notify of the times of kernels. */
    public boolean wantTimes() {
        return ((int) WANTED.getOpaque(this) & ObservedEvent.TIMES) != 0;
    }

    /** Whether there are observers to notify of tasks that a worker has taken. */
    public boolean wantPops() {
        return want(ObservedEvent.POPPED);
    }

    /** Whether there are observers to notify of tasks that have ended. */
    public boolean wantEnds() {
        return want(ObservedEvent.COMPLETED);
    }

    /** Whether there are observers to notify of transfers. */
    public boolean wantTransfers() {
        return ((int) WANTED.getOpaque(this) & ObservedEvent.TRANSFERS) != 0;
    }

    // The life of a task.

    public void submitted(Task task) {
        if (want(ObservedEvent.SUBMITTED)) {
            tell(ObservedEvent.SUBMITTED, task, null, (observer, about, _) -> observer.submitted(about));
        }
    }

    public void ready(Task task) {
        if (want(ObservedEvent.READY)) {
            tell(ObservedEvent.READY, task, null, (observer, about, _) -> observer.ready(about));
        }
    }

    public void pushed(Task task) {
        if (want(ObservedEvent.PUSHED)) {
            tell(ObservedEvent.PUSHED, task, null, (observer, about, _) -> observer.pushed(about));
        }
    }

    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        if (want(ObservedEvent.DECIDED)) {
            tell(
                    ObservedEvent.DECIDED,
                    task,
                    worker,
                    (observer, about, chosen) -> observer.decided(about, chosen, start, length, transfer, joules));
        }
    }

    public void stored(Task task, SchedulingContext context, String component) {
        if (want(ObservedEvent.STORED)) {
            tell(
                    ObservedEvent.STORED,
                    task,
                    context,
                    (observer, about, where) -> observer.stored(about, where, component));
        }
    }

    public void popped(Task task, Worker worker, String policy) {
        if (want(ObservedEvent.POPPED)) {
            tell(ObservedEvent.POPPED, task, worker, (observer, about, taker) -> observer.popped(about, taker, policy));
        }
    }

    public void fetching(Task task, Worker worker) {
        if (want(ObservedEvent.FETCHING)) {
            tell(ObservedEvent.FETCHING, task, worker, RuntimeObserver::fetching);
        }
    }

    public void fetched(Task task, Worker worker) {
        if (want(ObservedEvent.FETCHED)) {
            tell(ObservedEvent.FETCHED, task, worker, RuntimeObserver::fetched);
        }
    }

    public void starting(Task task, Worker worker) {
        if (want(ObservedEvent.STARTING)) {
            tell(ObservedEvent.STARTING, task, worker, RuntimeObserver::starting);
        }
    }

    public void launched(Task task, Worker worker, long time) {
        if (want(ObservedEvent.LAUNCHED)) {
            tell(
                    ObservedEvent.LAUNCHED,
                    task,
                    worker,
                    (observer, about, runner) -> observer.launched(about, runner, time));
        }
    }

    public void executed(Task task, Worker worker, long begin, long end) {
        if (want(ObservedEvent.EXECUTED)) {
            tell(
                    ObservedEvent.EXECUTED,
                    task,
                    worker,
                    (observer, about, runner) -> observer.executed(about, runner, begin, end));
        }
    }

    /**
     * Reports each worker that took part in a parallel task, and last the task itself.
     *
     * @param team its members by rank, the leader first
     */
    public void executed(Task task, List<? extends Worker> team, long begin, long end) {
        if (want(ObservedEvent.TOOK_PART)) {
            for (int rank = 1; rank < team.size(); rank++) {
                int part = rank;
                tell(
                        ObservedEvent.TOOK_PART,
                        task,
                        team.get(rank),
                        (observer, about, member) -> observer.tookPart(about, member, part, begin, end));
            }
        }
        executed(task, team.getFirst(), begin, end);
    }

    public void completed(Task task) {
        if (want(ObservedEvent.COMPLETED)) {
            tell(ObservedEvent.COMPLETED, task, null, (observer, about, _) -> observer.completed(about));
        }
    }

    // Iterations of programs.

    void iterationBegan(Iteration iteration) {
        if (want(ObservedEvent.ITERATION_BEGAN)) {
            tell(
                    ObservedEvent.ITERATION_BEGAN,
                    iteration,
                    null,
                    (observer, begun, _) -> observer.iterationBegan(begun));
        }
    }

    void iterationEnded(Iteration iteration) {
        if (want(ObservedEvent.ITERATION_ENDED)) {
            tell(
                    ObservedEvent.ITERATION_ENDED,
                    iteration,
                    null,
                    (observer, ended, _) -> observer.iterationEnded(ended));
        }
    }

    // Workers and callbacks.

    public void callbackBegan(Task task) {
        if (want(ObservedEvent.CALLBACK_BEGAN)) {
            tell(ObservedEvent.CALLBACK_BEGAN, task, null, (observer, about, _) -> observer.callbackBegan(about));
        }
    }

    public void callbackEnded(Task task) {
        if (want(ObservedEvent.CALLBACK_ENDED)) {
            tell(ObservedEvent.CALLBACK_ENDED, task, null, (observer, about, _) -> observer.callbackEnded(about));
        }
    }

    public void slept(Worker worker) {
        if (want(ObservedEvent.SLEPT)) {
            tell(ObservedEvent.SLEPT, worker, null, (observer, sleeper, _) -> observer.slept(sleeper));
        }
    }

    public void woke(Worker worker) {
        if (want(ObservedEvent.WOKE)) {
            tell(ObservedEvent.WOKE, worker, null, (observer, woken, _) -> observer.woke(woken));
        }
    }

    // Data.

    public void transferBegan(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin) {
        if (want(ObservedEvent.TRANSFER_BEGAN)) {
            tell(
                    ObservedEvent.TRANSFER_BEGAN,
                    handle,
                    null,
                    (observer, data, _) -> observer.transferBegan(data, from, to, bytes, begin));
        }
    }

    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        if (want(ObservedEvent.TRANSFERRED)) {
            tell(
                    ObservedEvent.TRANSFERRED,
                    handle,
                    null,
                    (observer, data, _) -> observer.transferred(data, from, to, bytes, begin, end));
        }
    }

    public void transferFailed(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        if (want(ObservedEvent.TRANSFER_FAILED)) {
            tell(
                    ObservedEvent.TRANSFER_FAILED,
                    handle,
                    null,
                    (observer, data, _) -> observer.transferFailed(data, from, to, bytes, begin, end));
        }
    }

    public void allocated(DataHandle handle, MemoryNode node, long bytes) {
        if (want(ObservedEvent.ALLOCATED)) {
            tell(
                    ObservedEvent.ALLOCATED,
                    handle,
                    node,
                    (observer, data, memory) -> observer.allocated(data, memory, bytes));
        }
    }

    public void freed(DataHandle handle, MemoryNode node, long bytes, boolean evicted) {
        if (want(ObservedEvent.FREED)) {
            tell(
                    ObservedEvent.FREED,
                    handle,
                    node,
                    (observer, data, memory) -> observer.freed(data, memory, bytes, evicted));
        }
    }

    // Rare events.

    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        if (want(ObservedEvent.POLICY_CHANGED)) {
            tell(
                    ObservedEvent.POLICY_CHANGED,
                    context,
                    null,
                    (observer, changed, _) -> observer.policyChanged(changed, before, now));
        }
    }

    /** Whether there are observers to notify of trees. */
    public boolean wantTrees() {
        return want(ObservedEvent.TREE_CHANGED);
    }

    public void treeChanged(SchedulingContext context, Optional<TreeView> tree) {
        tell(ObservedEvent.TREE_CHANGED, context, tree, RuntimeObserver::treeChanged);
    }

    public void joined(Worker worker, SchedulingContext context) {
        if (want(ObservedEvent.JOINED)) {
            tell(ObservedEvent.JOINED, worker, context, RuntimeObserver::joined);
        }
    }

    public void left(Worker worker, SchedulingContext context) {
        if (want(ObservedEvent.LEFT)) {
            tell(ObservedEvent.LEFT, worker, context, RuntimeObserver::left);
        }
    }

    public void lost(Worker worker, Throwable cause) {
        if (want(ObservedEvent.LOST)) {
            tell(ObservedEvent.LOST, worker, cause, RuntimeObserver::lost);
        }
    }

    /** Tells the observers that the runtime begins to close; those that come later are told when they come. */
    public void closing() {
        Registered[] told;
        synchronized (this) {
            isClosing = true;
            told = all;
        }
        for (Registered each : told) {
            closing(each);
        }
    }

    private void closing(Registered each) {
        try {
            each.observer().closing();
        } catch (Throwable thrown) {
            giveUp(each, thrown);
        }
    }

    /** Tells the observers that a context begins to close. */
    public void closing(SchedulingContext context) {
        for (Registered each : all) {
            try {
                each.observer().closing(context);
            } catch (Throwable thrown) {
                giveUp(each, thrown);
            }
        }
    }

    /** Lets go of all observers, because the runtime is closed. */
    public synchronized void end() {
        set(new Registered[0]);
    }

    // Debuggers.

    /** Waits for a debugger, and tells the observers that a task is held meanwhile. */
    public void hold(HeldTask task, Runnable wait) {
        held.add(task);
        try {
            if (want(ObservedEvent.HELD)) {
                tell(ObservedEvent.HELD, task, null, (observer, about, _) -> observer.held(about));
            }
            wait.run();
        } finally {
            held.remove(task);
            if (want(ObservedEvent.CONTINUED)) {
                tell(ObservedEvent.CONTINUED, task, null, (observer, about, _) -> observer.continued(about));
            }
        }
    }

    /** The tasks that debuggers hold. */
    public List<HeldTask> held() {
        return List.copyOf(held);
    }

    /** Whether an observer keeps a thread, and somebody is expected to let it go. */
    public boolean isAnyHolding() {
        for (Registered each : all) {
            if (isHolding(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean isHolding(Registered asked) {
        try {
            return asked.observer().isHolding();
        } catch (Throwable thrown) {
            giveUp(asked, thrown);
            return false;
        }
    }

    private void giveUp(Registered observer, Throwable thrown) {
        remove(observer);
        SafeLog.log(LOG, Level.ERROR, "an observer threw and is told nothing more", thrown);
    }

    private <A, B> void tell(ObservedEvent event, A about, B and, Notice<A, B> notice) {
        for (Registered each : all) {
            if ((each.events() & event.bit()) != 0) {
                try {
                    notice.give(each.observer(), about, and);
                } catch (Throwable thrown) {
                    giveUp(each, thrown);
                }
            }
        }
    }
}
