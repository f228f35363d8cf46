package org.asterism.core.internal.worker;

/**
 * The state of a {@link TaskRun}, and the permitted transitions.
 *
 * <pre> IDLE --&gt; POPPED --&gt; CLAIMING --&gt; PREPARING --&gt; LAUNCHING --&gt; LAUNCHED --&gt; ENDING --&gt; IDLE
 * </pre>
 *
 * Between two steps a run is in one of the states that say what it waits for: SPENDING, CLAIMING, AWAITING_TURN,
 * PREPARING, LAUNCHED, AWAITING_TEAM or RETURNING.
 */
enum RunState {
    /** It has no task, or the task is out of the worker's hands. */
    IDLE,
    /** It has a task, whose data are at home for all that is known. */
    POPPED,
    /** The worker spends the virtual time that fetching the task's data costs it. */
    SPENDING,
    /** The data were claimed, and the claim is not settled. */
    CLAIMING,
    /** The kernel keeps the worker busy, so the tasks ahead have to end first. */
    AWAITING_TURN,
    /** The task runs; what it runs first are kernels that prepare its data. */
    PREPARING,
    /** The task's own kernel is being launched, together with those of its team. */
    LAUNCHING,
    /** The kernel goes on by itself. */
    LAUNCHED,
    /** The kernel has ended, and others of the task's team have not. */
    AWAITING_TEAM,
    /** A device is lost, and the data of the task are taken back. */
    RETURNING,
    /** The kernel has ended: the data are let go of, and those who wait for the task are released. */
    ENDING;

    private static final RunState[] ALL = values();

    static {
        IDLE.follows(
                POPPED,
                SPENDING,
                CLAIMING,
                AWAITING_TURN,
                PREPARING,
                LAUNCHING,
                LAUNCHED,
                AWAITING_TEAM,
                RETURNING,
                ENDING);
        POPPED.follows(IDLE);
        SPENDING.follows(POPPED, CLAIMING);
        CLAIMING.follows(POPPED, SPENDING);
        AWAITING_TURN.follows(POPPED, SPENDING, CLAIMING);
        PREPARING.follows(POPPED, SPENDING, CLAIMING, AWAITING_TURN);
        LAUNCHING.follows(PREPARING);
        LAUNCHED.follows(LAUNCHING);
        AWAITING_TEAM.follows(LAUNCHING, LAUNCHED);
        RETURNING.follows(POPPED, SPENDING, CLAIMING, AWAITING_TURN, PREPARING, LAUNCHING, LAUNCHED, AWAITING_TEAM);
        ENDING.follows(PREPARING, LAUNCHING, LAUNCHED, AWAITING_TEAM);
    }

    /** A bit for each state that this one may follow. */
    private int predecessors;

    private void follows(RunState... states) {
        for (RunState state : states) {
            predecessors |= 1 << state.ordinal();
        }
    }

    /** Returns the state with a number. */
    static RunState of(int number) {
        return ALL[number];
    }

    /**
     * Returns the number of this state, which a run is in from now on. Runs keep the number, because collectors have to
     * be told of each reference that is stored in an old object, and a task passes through five states.
     *
     * @throws IllegalStateException if this state must not follow the one that has the given number
     */
    int after(int state) {
        if ((predecessors >> state & 1) == 0) {
            throw new IllegalStateException(
                    "an error in the core: a task run that is " + of(state) + " must not become " + this);
        }
        return ordinal();
    }
}
