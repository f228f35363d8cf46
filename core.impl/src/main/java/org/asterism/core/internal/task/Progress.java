package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.TaskState;

/**
 * How far a task is, and the marks that it bears on the way: one int, changed by compare-and-set only.
 *
 * <p>The {@link TaskState} is in the low bits, above it {@link #SETTLED} (callbacks have returned, nothing more will happen) and
 * {@link #AWAITED} (somebody sleeps until it settles) and {@link #DRAINED} (a policy handed it back). Whoever moves a task from
 * READY to SCHEDULED owns it; a policy that hands out a task twice fails at that step, and whoever calls a ready task off moves
 * it to CANCELLED before that. Few tasks have more bits: {@link #CALLED_OFF}, {@link #GONE}, {@link #RECURS}, {@link #DOOMED},
 * {@link #ENDS_LATER}, {@link #WATCHED}, {@link #PROMISED}, {@link #GIVEN_UP}, {@link #TAKES_TURNS} and {@link
 * #HAS_TURNS} (see {@link Arbiter}).
 */
abstract class Progress extends Predecessor {
    private static final int STATE_MASK = 0xf;
    static final int SETTLED = 0x10;
    static final int AWAITED = 0x20;

    /** It takes its turn on data. */
    private static final int TAKES_TURNS = 0x80;

    /** Called off while it waited for others: it ends CANCELLED when these have ended. */
    private static final int CALLED_OFF = 0x100;

    /** Called off while it was with a policy, and handed out by it since. */
    static final int GONE = 0x200;

    /** It becomes ready a second time: what remembers its first time may be out of date. */
    private static final int RECURS = 0x400;

    /** It ends without having begun: too late to call it off. */
    private static final int DOOMED = 0x800;

    /** It ends after other tasks; {@link Particulars#ending} counts them. */
    private static final int ENDS_LATER = 0x1000;

    /** Somebody has a stage of it that is not completed. */
    static final int WATCHED = 0x2000;

    /** It has its turn on data. */
    private static final int HAS_TURNS = 0x4000;

    /** A submitted task waits for it that may have its place on data before it has. */
    private static final int PROMISED = 0x8000;

    /**
     * It was taken from a worker that does not get on. The thread that has set this ends it, and not the worker, which
     * may come late. The state is RUNNING from then on, so every step of the worker fails.
     */
    private static final int GIVEN_UP = 0x10000;

    private static final TaskState[] STATES = TaskState.values();

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Progress.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile int state;

    /** How far the task is; any thread. */
    public final TaskState state() {
        return STATES[state & STATE_MASK];
    }

    /** Moves the task on; false if it was not in the state that was expected. */
    public final boolean advance(TaskState from, TaskState to) {
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

    /** Makes a submitted task ready; false if it was called off. */
    public final boolean makeReady() {
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

    /**
     * Leads a task back that a worker has taken; false if it was given up meanwhile: then it has ended, and must not begin again.
     *
     * @throws IllegalStateException if it is in another state
     */
    final boolean recur(TaskState from, TaskState to) {
        while (true) {
            int now = state;
            if ((now & GIVEN_UP) != 0) {
                return false;
            }
            if ((now & STATE_MASK) != from.ordinal()) {
                throw new IllegalStateException(
                        this + " is " + state() + ", not " + from + ", and cannot become " + to);
            }
            if (STATE.compareAndSet(this, now, now & ~STATE_MASK | to.ordinal() | RECURS)) {
                return true;
            }
        }
    }

    /** Whether the task becomes ready a second time or has done so. */
    public final boolean recurs() {
        return (state & RECURS) != 0;
    }

    /** Takes a task from its worker; the state that it was in, or null if no worker has it or it was taken already. */
    final TaskState markGivenUp() {
        while (true) {
            int now = state;
            TaskState was = STATES[now & STATE_MASK];
            boolean isWithWorker = was == TaskState.SCHEDULED || was == TaskState.ACQUIRING || was == TaskState.RUNNING;
            if (!isWithWorker || (now & GIVEN_UP) != 0) {
                return null;
            }
            if (STATE.compareAndSet(this, now, now & ~STATE_MASK | TaskState.RUNNING.ordinal() | GIVEN_UP)) {
                return was;
            }
        }
    }

    /** Whether it was taken from its worker. */
    public final boolean isGivenUp() {
        return (state & GIVEN_UP) != 0;
    }

    /** Whether a policy has let go of the task since it was called off. */
    public final boolean isGone() {
        return (state & GONE) != 0;
    }

    /**
     * Gives the final state to a task whose kernel has returned; false if it ends after other tasks, or was given up.
     */
    final boolean conclude(TaskState last) {
        while (true) {
            int now = state;
            if ((now & (ENDS_LATER | GIVEN_UP)) != 0) {
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

    /** Whether it ends after other tasks, which have not ended. */
    public final boolean endsLater() {
        return (state & ENDS_LATER) != 0;
    }

    final void clearEndsLater() {
        STATE.getAndBitwiseAnd(this, ~ENDS_LATER);
    }

    /** Notes that a task was called off which waits for others; false if it does not wait, or not any more. */
    final boolean markCalledOff() {
        while (true) {
            int now = state;
            if ((now & STATE_MASK) != TaskState.SUBMITTED.ordinal() || (now & DOOMED) != 0) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | CALLED_OFF)) {
                return true;
            }
        }
    }

    /** Says that a task ends that waited for others, and has not begun; false if it was called off before. */
    final boolean doom() {
        while (true) {
            int now = state;
            if ((now & CALLED_OFF) != 0) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | DOOMED)) {
                return true;
            }
        }
    }

    final boolean isDoomed() {
        return (state & DOOMED) != 0;
    }

    /** Whether the task was called off while it waited for others. */
    public final boolean isCalledOff() {
        return (state & CALLED_OFF) != 0;
    }

    /** Whether the task has to take its turn on some of its data when nothing else stands in its way. */
    public final boolean takesTurns() {
        return (state & TAKES_TURNS) != 0;
    }

    /** Notes that it has to; before its submission is complete. */
    public final void markTakesTurns() {
        STATE.getAndBitwiseOr(this, TAKES_TURNS);
    }

    /** Whether the task has its turn on its data. */
    public final boolean hasTurns() {
        return (state & HAS_TURNS) != 0;
    }

    public final void markTurns(boolean has) {
        if (has) {
            STATE.getAndBitwiseOr(this, HAS_TURNS);
        } else {
            STATE.getAndBitwiseAnd(this, ~HAS_TURNS);
        }
    }

    /** Says that a submitted task waits for this one that may have its place on data before this one has. */
    public final void markPromised() {
        STATE.getAndBitwiseOr(this, PROMISED);
    }

    public final boolean isPromised() {
        return (state & PROMISED) != 0;
    }

    /** Says that somebody will sleep until the task settles; false if it has settled. */
    public final boolean markAwaited() {
        return ((int) STATE.getAndBitwiseOr(this, AWAITED) & SETTLED) == 0;
    }

    public final boolean isSettled() {
        return (state & SETTLED) != 0;
    }

    final boolean markEndsLater() {
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

    /** Puts a mark; the marks and the state there were before. */
    final int mark(int bit) {
        return (int) STATE.getAndBitwiseOr(this, bit);
    }

    /**
     * Says that nothing more will happen, unless somebody has a stage that is to be completed first: then it takes that mark away.
     *
     * @return the marks and the state there were before
     */
    final int settleUnlessWatched() {
        while (true) {
            int now = state;
            if ((now & WATCHED) != 0) {
                return (int) STATE.getAndBitwiseAnd(this, ~WATCHED);
            }
            if (STATE.compareAndSet(this, now, now | SETTLED)) {
                return now;
            }
        }
    }
}
