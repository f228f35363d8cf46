package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.dependency.Arbiter;
import org.asterism.core.internal.dependency.Successors;

/**
 * The internal life of a task. The task that a program holds and its job are one object, because a program may submit
 * millions of them.
 *
 * <p><b>State.</b> One int, changed by compare-and-set only: the {@link TaskState} in the low bits, above it {@link #SETTLED}
 * (callbacks have returned, nothing more will happen) and {@link #AWAITED} (somebody sleeps until it settles), {@link
 * #DRAINED} (a policy handed it back), {@link #TAKES_TURNS} and {@link #HAS_TURNS} (see {@link Arbiter}). Whoever moves a task
 * from READY to SCHEDULED owns it; a policy that hands out a task twice fails at that step.
 *
 * <p><b>Obstacles.</b> {@link #obstacles} counts the predecessors that have not ended, plus one until the submission is
 * complete; who brings it to zero makes the task ready. The decrement is a volatile read-modify-write, so all that the
 * predecessors did happens before the task runs.
 */
public final class Job extends Request {
    private static final int STATE_MASK = 0xf;
    private static final int SETTLED = 0x10;
    private static final int AWAITED = 0x20;
    private static final int DRAINED = 0x40;
    private static final int TAKES_TURNS = 0x80;
    private static final int HAS_TURNS = 0x100;
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

    private volatile int state;
    private volatile int obstacles = 1;
    private volatile Throwable outcome;

    /** The tasks that wait for this one; read and written by {@link Successors} only. */
    public volatile Object successors;

    public Job(TaskHost host, Codelet codelet, long id) {
        super(host, codelet, id);
    }

    @Override
    Job job() {
        return this;
    }

    @Override
    public Task submit() {
        requireData();
        if (!advance(TaskState.CREATED, TaskState.SUBMITTED)) {
            throw new IllegalStateException(
                    this + " is " + state() + " already: a task is submitted once; make another one");
        }
        host().submit(this);
        return this;
    }

    /** Submits a task of the core whose data nobody else uses meanwhile: it takes no place in their order. */
    public void submitWithoutOrder() {
        advance(TaskState.CREATED, TaskState.SUBMITTED);
        host().placed(this);
    }

    // What anybody may ask.

    @Override
    public void await() throws InterruptedException {
        await(null);
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        host().refuseWorkers("wait for " + this);
        if (stateNow() == TaskState.CREATED) {
            throw new IllegalStateException(this + " was not submitted: there is nothing to wait for");
        }
        if (!host().await(this, time)) {
            return false;
        }
        if (state() != TaskState.DONE) {
            throw namedFailure();
        }
        return true;
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

    // What the core does with it.

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
            host().ready(this);
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
            host().ready(this);
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

    /** Whether the task has to take its turn on some of its data when nothing else stands in its way. */
    public boolean takesTurns() {
        return (state & TAKES_TURNS) != 0;
    }

    /** Notes that it has to; before its submission is complete. */
    public void markTakesTurns() {
        STATE.getAndBitwiseOr(this, TAKES_TURNS);
    }

    /** Whether the task has its turn on its data. */
    public boolean hasTurns() {
        return (state & HAS_TURNS) != 0;
    }

    public void markTurns(boolean has) {
        if (has) {
            STATE.getAndBitwiseOr(this, HAS_TURNS);
        } else {
            STATE.getAndBitwiseAnd(this, ~HAS_TURNS);
        }
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
        forget();
        return ((int) STATE.getAndBitwiseOr(this, SETTLED) & AWAITED) != 0;
    }

    /** Whether something is to be called at a moment. */
    public boolean calls(Particulars.Moment moment) {
        Particulars said = particulars();
        return said != null && said.calls(moment);
    }

    /** Calls what is to be called at a moment; what it throws is reported. */
    public void call(Particulars.Moment moment) {
        Throwable thrown = particulars().call(moment, this);
        if (thrown != null) {
            host().report(new TaskFailedException(
                    id(), "a callback of " + this + " threw " + Completion.textOf(thrown), thrown));
        }
    }

    /** Why the task did not end well, in an exception that names it. */
    public TaskFailedException namedFailure() {
        Throwable cause = outcome;
        if (cause instanceof TaskFailedException named && named.taskId() == id()) {
            return named;
        }
        return new TaskFailedException(
                id(),
                this + (state() == TaskState.CANCELLED ? " was called off: " : " failed: ") + Completion.textOf(cause),
                cause);
    }
}
