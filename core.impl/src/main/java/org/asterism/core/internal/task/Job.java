package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.dependency.Successors;

/**
 * The internal life of a task. The task that a program holds and its job are one object, because a program may submit
 * millions of them.
 *
 * <p><b>State.</b> One int, changed by compare-and-set only: the {@link TaskState} in the low bits, above it {@link #SETTLED}
 * (callbacks have returned, nothing more will happen) and {@link #AWAITED} (somebody sleeps until it settles) and {@link
 * #DRAINED} (a policy handed it back). Whoever moves a task from READY to SCHEDULED owns it; a policy that hands out a task
 * twice fails at that step.
 *
 * <p><b>Obstacles.</b> {@link #obstacles} counts the predecessors that have not ended, plus one until the submission is
 * complete; who brings it to zero makes the task ready. The decrement is a volatile read-modify-write, so all that the
 * predecessors did happens before the task runs.
 */
public final class Job implements Task {
    private static final AccessMode[] NO_MODES = {};
    private static final Handle[] NO_DATA = {};

    private static final int STATE_MASK = 0xf;
    private static final int SETTLED = 0x10;
    private static final int AWAITED = 0x20;
    private static final int DRAINED = 0x40;
    private static final TaskState[] STATES = TaskState.values();

    private static final VarHandle STATE;
    private static final VarHandle OBSTACLES;
    private static final VarHandle OUTCOME;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Job.class, "state", int.class);
            OBSTACLES = lookup.findVarHandle(Job.class, "obstacles", int.class);
            OUTCOME = lookup.findVarHandle(Job.class, "outcome", Throwable.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final TaskHost host;
    private final Codelet codelet;
    private final long id;
    private int priority;
    private volatile int state;
    private volatile int obstacles = 1;
    private volatile Throwable outcome;
    private Object argument;
    private Object callbacks;
    private Handle[] data = NO_DATA;
    private AccessMode[] modes = NO_MODES;

    /** The tasks that wait for this one; read and written by {@link Successors} only. */
    public volatile Object successors;

    public Job(TaskHost host, Codelet codelet, long id) {
        this.host = host;
        this.codelet = Objects.requireNonNull(codelet, "codelet");
        this.id = id;
    }

    // What a program says.

    @Override
    public Task data(DataHandle... handles) {
        requireCreated();
        List<AccessMode> wanted = codelet.accessModes();
        if (!codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name()
                    + "' leaves the access modes to its tasks: give each handle with access(handle, mode)");
        }
        if (handles.length != wanted.size()) {
            throw new IllegalArgumentException("codelet '" + codelet.name() + "' works on " + wanted.size()
                    + " handles " + wanted + ", not " + handles.length);
        }
        Handle[] checked = new Handle[handles.length];
        for (int index = 0; index < handles.length; index++) {
            checked[index] = check(handles[index]);
        }
        data = checked;
        return this;
    }

    @Override
    public Task access(DataHandle handle, AccessMode mode) {
        requireCreated();
        Objects.requireNonNull(mode, "mode");
        if (codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name() + "' fixes its access modes "
                    + codelet.accessModes() + ": give the handles with data(...)");
        }
        Handle[] moreData = Arrays.copyOf(data, data.length + 1);
        AccessMode[] moreModes = Arrays.copyOf(modes, modes.length + 1);
        moreData[data.length] = check(handle);
        moreModes[modes.length] = mode;
        data = moreData;
        modes = moreModes;
        return this;
    }

    private Handle check(DataHandle handle) {
        Objects.requireNonNull(handle, "handle");
        if (!(handle instanceof Handle ours) || !ours.belongsTo(host)) {
            throw new IllegalArgumentException(
                    handle.name() + " was registered with another runtime: register it with this task's");
        }
        ours.requireOpen();
        return ours;
    }

    @Override
    public Task argument(Object given) {
        requireCreated();
        argument = given;
        return this;
    }

    @Override
    public Task priority(int given) {
        requireCreated();
        priority = given;
        return this;
    }

    @Override
    public Task after(Task... predecessors) {
        requireCreated();
        for (Task predecessor : predecessors) {
            Objects.requireNonNull(predecessor, "predecessor");
            if (!(predecessor instanceof Job job) || !job.host.isSameRuntime(host)) {
                throw new IllegalArgumentException(predecessor + " belongs to another runtime than " + this);
            }
            Successors.addPredecessor(this, job);
        }
        return this;
    }

    @Override
    public Task onCompletion(Consumer<? super Task> callback) {
        requireCreated();
        Objects.requireNonNull(callback, "callback");
        if (callbacks == null) {
            callbacks = callback;
        } else if (callbacks instanceof Callbacks several) {
            several.all().add(callback);
        } else {
            callbacks = new Callbacks(new ArrayList<>(List.of(callbacks, callback)));
        }
        return this;
    }

    @Override
    public Task submit() {
        if (codelet.hasFixedAccess() && data.length != codelet.accessModes().size()) {
            throw new IllegalStateException(this + " lacks its data: codelet '" + codelet.name() + "' works on "
                    + codelet.accessModes() + ", given with data(...)");
        }
        if (!advance(TaskState.CREATED, TaskState.SUBMITTED)) {
            throw new IllegalStateException(
                    this + " is " + state() + " already: a task is submitted once; make another one");
        }
        host.submit(this);
        return this;
    }

    private void requireCreated() {
        if (stateNow() != TaskState.CREATED) {
            throw new IllegalStateException(this + " is " + state() + " already: describe a task before submit()");
        }
    }

    // What anybody may ask.

    @Override
    public void await() throws InterruptedException {
        await(null);
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        host.refuseWorkers("wait for " + this);
        if (stateNow() == TaskState.CREATED) {
            throw new IllegalStateException(this + " was not submitted: there is nothing to wait for");
        }
        if (!host.await(this, time)) {
            return false;
        }
        if (state() != TaskState.DONE) {
            throw namedFailure();
        }
        return true;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public TaskState state() {
        return stateNow();
    }

    private TaskState stateNow() {
        return STATES[state & STATE_MASK];
    }

    @Override
    public Optional<Throwable> failure() {
        return state() == TaskState.FAILED ? Optional.of(outcome) : Optional.empty();
    }

    @Override
    public Codelet codelet() {
        return codelet;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public SchedulingContext context() {
        return host.context();
    }

    @Override
    public String toString() {
        return codelet.name() + "#" + id;
    }

    // What the core does with it.

    public TaskHost host() {
        return host;
    }

    public Object argument() {
        return argument;
    }

    public int dataCount() {
        return data.length;
    }

    public Handle data(int index) {
        return data[index];
    }

    public AccessMode mode(int index) {
        return codelet.hasFixedAccess() ? codelet.accessModes().get(index) : modes[index];
    }

    /** Moves the task on; false if it was not in the state that was expected. */
    public boolean advance(TaskState from, TaskState to) {
        while (true) {
            int now = state;
            if ((now & STATE_MASK) != from.ordinal()) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now & ~STATE_MASK | to.ordinal())) {
                return true;
            }
        }
    }

    /** Adds an obstacle; only before the submission is complete. */
    public void addObstacle() {
        OBSTACLES.getAndAdd(this, 1);
    }

    /** Removes an obstacle and makes the task ready if it was the last. */
    public void removeObstacle() {
        if ((int) OBSTACLES.getAndAdd(this, -1) == 1) {
            host.ready(this);
        }
    }

    /** Removes an obstacle; says whether it was the last, and then leaves the task to the caller. */
    public boolean removeObstacleQuietly() {
        return (int) OBSTACLES.getAndAdd(this, -1) == 1;
    }

    /** Removes the obstacle that stands for the submission; a task that waits for nobody skips the atomic step. */
    public void removeSubmissionObstacle() {
        if (obstacles == 1) {
            OBSTACLES.setOpaque(this, 0);
            host.ready(this);
        } else {
            removeObstacle();
        }
    }

    /** Decides that the task will fail without running, because of a predecessor; the first cause counts. */
    public void poison(Throwable cause) {
        OUTCOME.compareAndSet(this, null, cause);
    }

    /** Why the task must not run, or null. */
    public Throwable poison() {
        return outcome;
    }

    public void fail(Throwable cause) {
        outcome = cause;
    }

    /** Takes the mark of a task that was handed back by a policy; false if it had it already or is not ready. */
    public boolean markDrained() {
        while (true) {
            int now = state;
            if ((now & DRAINED) != 0 || (now & STATE_MASK) != TaskState.READY.ordinal()) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | DRAINED)) {
                return true;
            }
            // Somebody began to wait for the task meanwhile; that is no reason to lose it.
        }
    }

    public boolean isDrained() {
        return (state & DRAINED) != 0;
    }

    public void clearDrained() {
        STATE.getAndBitwiseAnd(this, ~DRAINED);
    }

    /** Says that somebody will sleep until the task settles; false if it has settled. */
    public boolean markAwaited() {
        return ((int) STATE.getAndBitwiseOr(this, AWAITED) & SETTLED) == 0;
    }

    public boolean isSettled() {
        return (state & SETTLED) != 0;
    }

    /** Ends the task's life and lets go of all it holds; says whether somebody waits for it. */
    boolean settle() {
        data = NO_DATA;
        modes = NO_MODES;
        argument = null;
        callbacks = null;
        return ((int) STATE.getAndBitwiseOr(this, SETTLED) & AWAITED) != 0;
    }

    public boolean hasCallbacks() {
        return callbacks != null;
    }

    void callBack() {
        if (callbacks instanceof Callbacks several) {
            several.all().forEach(this::callBack);
        } else {
            callBack(callbacks);
        }
    }

    @SuppressWarnings("unchecked") // only onCompletion brings callbacks
    private void callBack(Object callback) {
        try {
            ((Consumer<? super Task>) callback).accept(this);
        } catch (Throwable thrown) {
            host.report(new TaskFailedException(
                    id, "a callback of " + this + " threw " + Completion.textOf(thrown), thrown));
        }
    }

    /** Why the task did not end well, in an exception that names it. */
    public TaskFailedException namedFailure() {
        Throwable cause = outcome;
        if (cause instanceof TaskFailedException named && named.taskId() == id) {
            return named;
        }
        return new TaskFailedException(
                id,
                this + (state() == TaskState.CANCELLED ? " was called off: " : " failed: ") + Completion.textOf(cause),
                cause);
    }

    /** Several callbacks; most tasks have one at most, and need no list. */
    private record Callbacks(List<Object> all) {}
}
