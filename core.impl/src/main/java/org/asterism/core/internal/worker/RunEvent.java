package org.asterism.core.internal.worker;

import static org.asterism.core.internal.worker.RunState.AWAITING_TEAM;
import static org.asterism.core.internal.worker.RunState.AWAITING_TURN;
import static org.asterism.core.internal.worker.RunState.CLAIMING;
import static org.asterism.core.internal.worker.RunState.ENDING;
import static org.asterism.core.internal.worker.RunState.IDLE;
import static org.asterism.core.internal.worker.RunState.LAUNCHED;
import static org.asterism.core.internal.worker.RunState.LAUNCHING;
import static org.asterism.core.internal.worker.RunState.POPPED;
import static org.asterism.core.internal.worker.RunState.PREPARING;
import static org.asterism.core.internal.worker.RunState.RETREATING;
import static org.asterism.core.internal.worker.RunState.SPENDING;

/**
 * What happens to a {@link TaskRun}. This is its table of transitions: each event leads to one state, and is refused in all states but
 * those that are listed behind it.
 */
enum RunEvent {
    /** The run gets a task. */
    BEGIN(POPPED, IDLE),
    /** The data are claimed; or the time that this costs has been spent. */
    AWAIT_DATA(CLAIMING, POPPED, SPENDING),
    /** Fetching the data costs the worker virtual time. */
    SPEND_TIME(SPENDING, POPPED, CLAIMING),
    /** The kernel has to wait for the tasks ahead. */
    AWAIT_TURN(AWAITING_TURN, POPPED, SPENDING, CLAIMING),
    /** The task runs from now on. */
    RUN(PREPARING, POPPED, SPENDING, CLAIMING, AWAITING_TURN),
    /** The data are prepared, and the task's own kernel is next. */
    LAUNCH(LAUNCHING, PREPARING),
    /** The launch has returned, and the kernel has not ended. */
    GO_ON(LAUNCHED, LAUNCHING),
    /** The kernel has ended, and the task goes on elsewhere. */
    AWAIT_TEAM(AWAITING_TEAM, LAUNCHING, LAUNCHED),
    /** The task cannot come to its end here, since a device is lost. */
    RETREAT(RETREATING, POPPED, SPENDING, CLAIMING, AWAITING_TURN, PREPARING, LAUNCHING, LAUNCHED, AWAITING_TEAM),
    /** What the task has run has ended, well or not. */
    END(ENDING, PREPARING, LAUNCHING, LAUNCHED, AWAITING_TEAM),
    /** The task is out of the worker's hands: it has ended, was given up by others, or is theirs. */
    LET_GO(
            IDLE,
            POPPED,
            SPENDING,
            CLAIMING,
            AWAITING_TURN,
            PREPARING,
            LAUNCHING,
            LAUNCHED,
            AWAITING_TEAM,
            RETREATING,
            ENDING),
    /** A step has thrown, perhaps one of another run. */
    RECOVER(IDLE, RunState.values());

    private final int next;

    /** A bit for each state in which it may happen. */
    private final int states;

    RunEvent(RunState next, RunState... states) {
        this.next = next.ordinal();
        int bits = 0;
        for (RunState state : states) {
            bits |= 1 << state.ordinal();
        }
        this.states = bits;
    }

    /**
     * Returns the number of the state that follows. Runs keep the number, because collectors have to be told of each reference that is
     * stored in an old object, and a task passes through five states.
     *
     * @throws IllegalStateException if the event must not happen in the state that has the number
     */
    int after(int state) {
        if ((states >> state & 1) == 0) {
            throw refusal(state);
        }
        return next;
    }

    private IllegalStateException refusal(int state) {
        return new IllegalStateException(
                "an error in the core: " + this + " must not happen to a task run that is " + RunState.of(state));
    }
}
