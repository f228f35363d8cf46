package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.TaskState;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * The state of a task and its marks, which share one int of the {@link Job}. Any thread may read and change them.
 *
 * <p>The low bits are the {@link TaskState}, the marks are above. All changes are atomic, so each step from one state
 * to another succeeds for one thread only. The thread that moves a task on from READY owns it. If a policy hands out a
 * task twice, or the task is called off meanwhile, the second step fails.
 *
 * <p><b>Memory order.</b> Reads are volatile reads of the field. Changes are volatile read-modify-writes. So a thread
 * that sees a state or a mark also sees everything that the thread that set it did before.
 */
public final class Progress {
    private static final int STATE_MASK = 0xf;

    /** Callbacks have returned, nothing more will happen. */
    static final int SETTLED = 0x10;

    /** A thread sleeps until the task settles. */
    static final int AWAITED = 0x20;

    /** It takes its turn on data; see {@link Arbiter}. */
    private static final int TAKES_TURNS = 0x80;

    /** Called off while it waited for others: it ends CANCELLED when these have ended. */
    private static final int CALLED_OFF = 0x100;

    /** Called off while a policy had it, and handed out by the policy since. */
    static final int GONE = 0x200;

    /** It becomes ready a second time: what was noted of its first time may be out of date. */
    private static final int RECURS = 0x400;

    /** It ends without having begun: too late to call it off. */
    private static final int DOOMED = 0x800;

    /** It ends after other tasks; {@link Particulars#ending} counts them. */
    private static final int ENDS_LATER = 0x1000;

    /** It has a stage that is not completed. */
    static final int WATCHED = 0x2000;

    /** It has its turn on data. */
    private static final int HAS_TURNS = 0x4000;

    /** A submitted task waits for it that may have its place on data before it has. */
    private static final int PROMISED = 0x8000;

    /**
     * It was taken from a worker that makes no progress. The thread that has set this mark ends the task. The worker
     * may come late: the state is RUNNING from then on, and every step of the worker fails.
     */
    private static final int GIVEN_UP = 0x10000;

    private static final TaskState[] STATES = TaskState.values();

    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), Job.class, "state", int.class);

    private Progress() {}

    static TaskState stateOf(Job job) {
        return STATES[job.state & STATE_MASK];
    }

    /** Replaces the state and adds marks; false if another thread has changed either of them meanwhile. */
    private static boolean move(Job job, int now, TaskState to, int marks) {
        return STATE.compareAndSet(job, now, now & ~STATE_MASK | to.ordinal() | marks);
    }

    private static boolean is(int now, TaskState state) {
        return (now & STATE_MASK) == state.ordinal();
    }

    private static boolean has(Job job, int mark) {
        return (job.state & mark) != 0;
    }

    /** Adds a mark; returns the state and the marks before. */
    static int mark(Job job, int mark) {
        return (int) STATE.getAndBitwiseOr(job, mark);
    }

    private static int unmark(Job job, int mark) {
        return (int) STATE.getAndBitwiseAnd(job, ~mark);
    }

    // Steps from state to state.

    /** Moves the task on; false if it is not in the expected state. */
    public static boolean advance(Job job, TaskState from, TaskState to) {
        while (true) {
            int now = job.state;
            if (!is(now, from)) {
                return false;
            }
            if (move(job, now, to, 0)) {
                return true;
            }
        }
    }

    /** Makes a submitted task ready; false if it was called off. */
    public static boolean makeReady(Job job) {
        while (true) {
            int now = job.state;
            if ((now & CALLED_OFF) != 0) {
                return false;
            }
            if (move(job, now, TaskState.READY, 0)) {
                return true;
            }
        }
    }

    /** Begins a task that a worker has taken, unless it began when it was taken; false if it was given up meanwhile. */
    public static boolean begin(Job job, TaskState from) {
        int now = job.state;
        return is(now, TaskState.RUNNING) ? (now & GIVEN_UP) == 0 : advance(job, from, TaskState.RUNNING);
    }

    /** Leads a task back to SCHEDULED that began when it was taken, since its kernel cannot follow. */
    public static void takeBackBegin(Job job) {
        while (true) {
            int now = job.state;
            if (!is(now, TaskState.RUNNING) || (now & GIVEN_UP) != 0 || move(job, now, TaskState.SCHEDULED, 0)) {
                return;
            }
        }
    }

    /**
     * Leads a task back that a worker has taken; false if it was given up meanwhile: it has ended then, and must not
     * begin again.
     *
     * @throws IllegalStateException if it is in another state
     */
    static boolean recur(Job job, TaskState from, TaskState to) {
        while (true) {
            int now = job.state;
            if ((now & GIVEN_UP) != 0) {
                return false;
            }
            if (!is(now, from)) {
                throw new IllegalStateException(
                        job + " is " + job.state() + ", not " + from + ", and cannot become " + to);
            }
            if (move(job, now, to, RECURS)) {
                return true;
            }
        }
    }

    /** Takes a task from its worker. Returns its former state, or null if no worker has it or it was taken already. */
    static TaskState giveUp(Job job) {
        while (true) {
            int now = job.state;
            TaskState was = STATES[now & STATE_MASK];
            boolean isWithWorker = was == TaskState.SCHEDULED || was == TaskState.ACQUIRING || was == TaskState.RUNNING;
            if (!isWithWorker || (now & GIVEN_UP) != 0) {
                return null;
            }
            if (move(job, now, TaskState.RUNNING, GIVEN_UP)) {
                return was;
            }
        }
    }

    /**
     * Gives the final state to a task whose kernel has returned; false if it ends after other tasks, or was given up.
     */
    static boolean conclude(Job job, TaskState last) {
        return conclude(job, last, 0) >= 0;
    }

    /**
     * Gives the final state to a task whose kernel has returned, and settles it too if it has no stage and no turns.
     *
     * @return the marks, with {@link #SETTLED} if it has settled and {@link #AWAITED} if a thread sleeps until then;
     *     negative if the task ends after other tasks, or was given up
     */
    static int concludeAndSettle(Job job, TaskState last) {
        return conclude(job, last, SETTLED);
    }

    private static int conclude(Job job, TaskState last, int mark) {
        while (true) {
            int now = job.state;
            if ((now & (ENDS_LATER | GIVEN_UP)) != 0) {
                return -1;
            }
            if (!is(now, TaskState.RUNNING)) {
                throw new IllegalStateException(job + " is " + job.state() + ", not RUNNING, at its end");
            }
            int marks = (now & (WATCHED | TAKES_TURNS)) == 0 ? mark : 0;
            if (move(job, now, last, marks)) {
                return now & ~STATE_MASK | marks;
            }
        }
    }

    /**
     * Settles the task, unless it has a stage that must be completed first: then this removes that mark instead.
     *
     * @return the state and the marks before
     */
    static int settleUnlessWatched(Job job) {
        while (true) {
            int now = job.state;
            if ((now & WATCHED) != 0) {
                return unmark(job, WATCHED);
            }
            if (STATE.compareAndSet(job, now, now | SETTLED)) {
                return now;
            }
        }
    }

    // Marks.

    /** Marks a task as awaited by a thread that will sleep until it settles; false if it has settled. */
    public static boolean markAwaited(Job job) {
        return (mark(job, AWAITED) & SETTLED) == 0;
    }

    public static boolean isSettled(Job job) {
        return has(job, SETTLED);
    }

    /** Calls off a task that waits for others; false if it does not wait, or not any more. */
    static boolean markCalledOff(Job job) {
        while (true) {
            int now = job.state;
            if (!is(now, TaskState.SUBMITTED) || (now & DOOMED) != 0) {
                return false;
            }
            if (STATE.compareAndSet(job, now, now | CALLED_OFF)) {
                return true;
            }
        }
    }

    /** Whether the task was called off while it waited for others. */
    public static boolean isCalledOff(Job job) {
        return has(job, CALLED_OFF);
    }

    /** Dooms a task that waited for others and ends without having begun; false if it was called off before. */
    static boolean doom(Job job) {
        while (true) {
            int now = job.state;
            if ((now & CALLED_OFF) != 0) {
                return false;
            }
            if (STATE.compareAndSet(job, now, now | DOOMED)) {
                return true;
            }
        }
    }

    static boolean isDoomed(Job job) {
        return has(job, DOOMED);
    }

    /** Makes the task end after other tasks; false if it has ended. */
    static boolean markEndsLater(Job job) {
        while (true) {
            int now = job.state;
            if (STATES[now & STATE_MASK].isFinal()) {
                return false;
            }
            if (STATE.compareAndSet(job, now, now | ENDS_LATER)) {
                return true;
            }
        }
    }

    static void clearEndsLater(Job job) {
        unmark(job, ENDS_LATER);
    }

    /** Whether it ends after other tasks, which have not ended. */
    public static boolean endsLater(Job job) {
        return has(job, ENDS_LATER);
    }

    /**
     * Makes the task take its turn on some of its data, after all other obstacles; before its submission is complete.
     */
    static void markTakesTurns(Job job) {
        mark(job, TAKES_TURNS);
    }

    /** Whether the task takes its turn on some of its data, after all other obstacles. */
    public static boolean takesTurns(Job job) {
        return has(job, TAKES_TURNS);
    }

    static void markHasTurns(Job job) {
        mark(job, HAS_TURNS);
    }

    static void clearHasTurns(Job job) {
        unmark(job, HAS_TURNS);
    }

    /** Whether the task has its turn on its data. */
    public static boolean hasTurns(Job job) {
        return has(job, HAS_TURNS);
    }

    /** Notes that a submitted task waits for this one and may have its place on data before this one has. */
    public static void markPromised(Job job) {
        mark(job, PROMISED);
    }

    public static boolean isPromised(Job job) {
        return has(job, PROMISED);
    }

    /** Whether the task becomes ready a second time or has done so. */
    public static boolean recurs(Job job) {
        return has(job, RECURS);
    }

    /** Whether the task was taken from its worker. */
    public static boolean isGivenUp(Job job) {
        return has(job, GIVEN_UP);
    }

    /** Whether a policy has let go of the task since it was called off. */
    public static boolean isGone(Job job) {
        return has(job, GONE);
    }
}
