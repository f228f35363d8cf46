package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.dependency.Arbiter;
import org.asterism.core.internal.dependency.Circle;
import org.asterism.core.internal.dependency.Node;
import org.asterism.core.internal.dependency.Successor;
import org.asterism.core.internal.dependency.Successors;
import org.asterism.core.internal.tag.Round;

/**
 * The internal life of a task. The task that a program holds and its job are one object, because a program may submit
 * millions of them.
 *
 * <p><b>State.</b> One int, changed by compare-and-set only: the {@link TaskState} in the low bits, above it {@link #SETTLED}
 * (callbacks have returned, nothing more will happen) and {@link #AWAITED} (somebody sleeps until it settles) and {@link
 * #DRAINED} (a policy handed it back). Whoever moves a task from READY to SCHEDULED owns it; a policy that hands out a task
 * twice fails at that step, and whoever calls a ready task off moves it to CANCELLED before that. Few tasks have more bits:
 * {@link #CALLED_OFF}, {@link #GONE}, {@link #RECURS}, {@link #HELD}, {@link #ENDS_LATER}, {@link #WATCHED}, {@link #TAKES_TURNS}
 * and {@link #HAS_TURNS} (see {@link Arbiter}).
 *
 * <p><b>Obstacles.</b> {@link #obstacles} counts the predecessors that have not ended, plus one until the submission is
 * complete; who brings it to zero makes the task ready. The decrement is a volatile read-modify-write, so all that the
 * predecessors did happens before the task runs.
 */
public final class Job extends Request implements Successor {
    private static final int STATE_MASK = 0xf;
    private static final int SETTLED = 0x10;
    private static final int AWAITED = 0x20;
    private static final int DRAINED = 0x40;

    /** It takes its turn on data. */
    private static final int TAKES_TURNS = 0x80;

    /** Called off while it waited for others: it ends CANCELLED when these have ended. */
    private static final int CALLED_OFF = 0x100;

    /** Called off while it was with a policy, and handed out by it since. */
    private static final int GONE = 0x200;

    /** It becomes ready a second time: what remembers its first time may be out of date. */
    private static final int RECURS = 0x400;

    /** Of a task that {@link #RECURS}: a policy has it just now. */
    private static final int HELD = 0x800;

    /** It ends after other tasks; {@link Particulars#ending} counts them. */
    private static final int ENDS_LATER = 0x1000;

    /** Somebody has a stage of it that is not completed. */
    private static final int WATCHED = 0x2000;

    /** It has its turn on data. */
    private static final int HAS_TURNS = 0x4000;

    /** It was named as a predecessor before it was submitted. */
    private static final int PROMISED = 0x8000;

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

    @Override
    public boolean cancel() {
        while (true) {
            int now = state;
            switch (STATES[now & STATE_MASK]) {
                case CREATED, READY -> {
                    if (Completion.callOff(this, STATES[now & STATE_MASK], CalledOff.byProgram(this))) {
                        return true;
                    }
                }
                case SUBMITTED -> {
                    if (STATE.compareAndSet(this, now, now | CALLED_OFF)) {
                        poison(CalledOff.byProgram(this));
                        if (takesTurns() && Arbiter.leave(this)) {
                            Completion.endCalledOff(this);
                        }
                        return true;
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

    /** Makes the task end after another; see {@link #endAfter(Task...)}. */
    void endAfter(Job other) {
        Circle.refuse(this, other);
        Ending ending = particular().ending();
        if (!ending.oneMore()) {
            throw endsAlready(other);
        }
        if (!markEndsLater()) {
            ending.oneLess(null);
            throw endsAlready(other);
        }
        Successors.addEnding(this, other);
    }

    private IllegalStateException endsAlready(Job other) {
        return new IllegalStateException(this + " cannot end after " + other + ": its kernel has returned, and it is "
                + state() + ": call endAfter(...) before, or in the kernel");
    }

    private boolean markEndsLater() {
        while (true) {
            int now = state;
            if (STATES[now & STATE_MASK].isFinal()) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | ENDS_LATER)) {
                return true;
            }
        }
    }

    @Override
    public CompletionStage<Task> completion() {
        return watch("completion()", new EndStage<Task>(job -> job));
    }

    @Override
    public <T> CompletionStage<T> result(Class<T> type) {
        Objects.requireNonNull(type, "type");
        return watch("result(" + type.getSimpleName() + ".class)", new EndStage<T>(job -> job.given(type)));
    }

    private <T> T given(Class<T> type) {
        Particulars said = particulars();
        Object given = said == null ? null : said.result();
        if (given != null && !type.isInstance(given)) {
            throw new ClassCastException(
                    this + "'s kernel gave a " + given.getClass().getName() + ", which is no " + type.getName()
                            + ": ask with result(" + given.getClass().getSimpleName() + ".class)");
        }
        return type.cast(given);
    }

    private <T> EndStage<T> watch(String asked, EndStage<T> stage) {
        Particulars said = particulars();
        if (said != null && said.detached) {
            throw new IllegalStateException(
                    this + " is detached, so nobody may ask for its " + asked + ": leave out detached()");
        }
        if (!isSettled()) {
            particular().addStage(stage);
            if (((int) STATE.getAndBitwiseOr(this, WATCHED) & SETTLED) == 0) {
                return stage;
            }
        }
        stage.completeWith(this);
        return stage;
    }

    // What the core does with it.

    /** Moves the task on; false if it was not in the state that was expected. */
    public boolean advance(TaskState from, TaskState to) {
        while (true) {
            int now = state;
            if ((now & STATE_MASK) != from.ordinal()) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now & ~(STATE_MASK | HELD) | to.ordinal())) {
                return true;
            }
        }
    }

    /** Makes a submitted task ready; false if it was called off. */
    public boolean makeReady() {
        while (true) {
            int now = state;
            if ((now & CALLED_OFF) != 0) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now & ~STATE_MASK | TaskState.READY.ordinal())) {
                return true;
            }
        }
    }

    /** Makes a task ready again whose kernel has thrown. */
    void makeReadyAgain() {
        STATE.getAndBitwiseOr(this, RECURS);
        advance(TaskState.RUNNING, TaskState.READY);
    }

    /** Makes a task begin anew whose kernel has returned; it has its own submission as an obstacle again. */
    void submitAgain() {
        OBSTACLES.setVolatile(this, 1);
        STATE.getAndBitwiseOr(this, RECURS);
        advance(TaskState.RUNNING, TaskState.SUBMITTED);
    }

    /** Whether the task becomes ready a second time or has done so. */
    public boolean recurs() {
        return (state & RECURS) != 0;
    }

    /** Notes that a policy gets the task; of one that becomes ready a second time, before the policy has it. */
    public void markHeld() {
        STATE.getAndBitwiseOr(this, HELD);
    }

    /** Gives the final state to a task whose kernel has returned; false if it ends after other tasks. */
    boolean conclude(TaskState last) {
        while (true) {
            int now = state;
            if ((now & ENDS_LATER) != 0) {
                return false;
            }
            if ((now & STATE_MASK) != TaskState.RUNNING.ordinal()) {
                throw new IllegalStateException(this + " is " + state() + ", not RUNNING, at its end");
            }
            if (STATE.compareAndSet(this, now, now & ~STATE_MASK | last.ordinal())) {
                return true;
            }
        }
    }

    boolean endsLater() {
        return (state & ENDS_LATER) != 0;
    }

    void clearEndsLater() {
        STATE.getAndBitwiseAnd(this, ~ENDS_LATER);
    }

    /** Whether the task was called off while it waited for others. */
    public boolean isCalledOff() {
        return (state & CALLED_OFF) != 0;
    }

    /**
     * Takes note that a policy has let go of a task that was called off; false if it did so before. What the task holds is
     * let go of then, or by {@link #settle} if that comes later.
     */
    public boolean markGone() {
        int before = (int) STATE.getAndBitwiseOr(this, GONE);
        if ((before & GONE) != 0) {
            return false;
        }
        if ((before & SETTLED) != 0) {
            forget();
            forgetParticulars();
        }
        return true;
    }

    /** Notes what the kernel gives. */
    public void giveResult(Object given) {
        particular().giveResult(given);
    }

    /** Adds an obstacle; only before the submission is complete. */
    @Override
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
    @Override
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

    /** Whether the task is not submitted and waits for nothing else so far. */
    public boolean waitsForNobody() {
        return obstacles == 1 && stateNow() == TaskState.CREATED && !endsLater();
    }

    @Override
    public void forEachNext(Consumer<Node> visitor) {
        Successors.forEach(this, visitor);
        for (Round carried : tags()) {
            if (!carried.isDone()) {
                visitor.accept(carried);
            }
        }
    }

    /** Decides that the task will fail without running, because of a predecessor; the first cause counts. */
    @Override
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

    /** Takes the mark of a task that was handed back by a policy; false if it had it already or is not with a policy. */
    public boolean markDrained() {
        while (true) {
            int now = state;
            if ((now & DRAINED) != 0
                    || (now & STATE_MASK) != TaskState.READY.ordinal()
                    || (now & (RECURS | HELD)) == RECURS) {
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
        STATE.getAndBitwiseAnd(this, ~(DRAINED | HELD));
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

    /** Says that the task was named as a predecessor before it was submitted. */
    public void markPromised() {
        STATE.getAndBitwiseOr(this, PROMISED);
    }

    public boolean isPromised() {
        return (state & PROMISED) != 0;
    }

    /** Says that somebody will sleep until the task settles; false if it has settled. */
    public boolean markAwaited() {
        return ((int) STATE.getAndBitwiseOr(this, AWAITED) & SETTLED) == 0;
    }

    public boolean isSettled() {
        return (state & SETTLED) != 0;
    }

    /**
     * Ends the task's life: completes the stages that programs have of it, and lets go of all it holds.
     *
     * @param isWithPolicy whether a policy may look at what it holds still
     * @return whether somebody waits for it
     */
    boolean settle(boolean isWithPolicy) {
        unbind(true);
        leaveBundle();
        if (!isWithPolicy) {
            forget();
        }
        while (true) {
            int now = state;
            if ((now & WATCHED) != 0) {
                STATE.getAndBitwiseAnd(this, ~WATCHED);
                particulars().takeStages().forEach(stage -> stage.completeWith(this));
            } else if (STATE.compareAndSet(this, now, now | SETTLED)) {
                if (!isWithPolicy) {
                    forgetParticulars();
                } else if ((now & GONE) != 0) {
                    forget();
                    forgetParticulars();
                }
                return (now & AWAITED) != 0;
            }
        }
    }

    /** Notifies the tags that the task carries, when it has ended; see {@link Successors#close}. */
    void notifyTags(Throwable cause) {
        Round[] carried = tags();
        if (carried.length != 0) {
            host().tags().ended(this, carried, cause);
        }
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

    /** Calls the prologue, which may change the task; what it threw, or null. */
    public Throwable callPrologue() {
        Particulars said = particulars();
        said.changedBy = Thread.currentThread();
        try {
            return said.call(Particulars.Moment.PROLOGUE, this);
        } finally {
            said.changedBy = null;
        }
    }

    /** Why the task did not end well, in an exception that names it. */
    public TaskFailedException namedFailure() {
        Throwable cause = outcome;
        if (cause instanceof TaskFailedException named && named.taskId() == id()) {
            return named;
        }
        if (cause instanceof CalledOff why) {
            return new TaskFailedException(id(), why.messageFor(this), why);
        }
        Particulars said = particulars();
        List<Throwable> earlier = said == null ? List.of() : said.failedAttempts();
        String after = earlier.isEmpty() ? "" : " after " + (earlier.size() + 1) + " attempts";
        TaskFailedException named =
                new TaskFailedException(id(), this + " failed" + after + ": " + Completion.textOf(cause), cause);
        earlier.forEach(named::addSuppressed);
        return named;
    }

    /** What tasks that need this one inherit, which has not ended well. */
    public Throwable inheritance() {
        return outcome instanceof CalledOff why ? why : namedFailure();
    }
}
