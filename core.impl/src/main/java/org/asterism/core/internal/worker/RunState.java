package org.asterism.core.internal.worker;

/**
 * How far a {@link TaskRun} has come with its task. {@link RunEvent} says which state may follow which.
 *
 * <pre>
 * IDLE --&gt; POPPED --&gt; CLAIMING --&gt; PREPARING --&gt; LAUNCHING --&gt; LAUNCHED --&gt; ENDING --&gt; IDLE
 * </pre>
 *
 * Between two steps a run is in one of the states that say what it waits for: SPENDING, CLAIMING, AWAITING_TURN, PREPARING, LAUNCHED,
 * AWAITING_TEAM or RETREATING.
 */
enum RunState {
    /** It has no task. */
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
    RETREATING,
    /** The kernel has ended: the data are let go of, and those who wait for the task are released. */
    ENDING;

    private static final RunState[] ALL = values();

    /** Returns the state with a number. */
    static RunState of(int number) {
        return ALL[number];
    }
}
