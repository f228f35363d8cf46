package org.asterism.profile;

import java.util.Locale;

/** Why a worker ran no kernel and no callback. */
public enum IdleReason {
    /** No submitted task of its contexts was unfinished. */
    NOTHING_SUBMITTED,
    /** All submitted tasks ran already, or waited for others. */
    NOTHING_READY,
    /** The data of the worker's task travelled. */
    DATA_IN_TRANSIT,
    /** The policy had a task that the worker can run, and did not give it to the worker. */
    HELD_BY_POLICY,
    /**
     * A limit kept tasks from the worker: the runtime was paused, the context parked, the submission limit reached, the
     * worker in no context, or the ready tasks only for other workers.
     */
    LIMITS,
    /** The worker looked for a task, or a ready task was on its way to the policy. */
    SCHEDULING_OVERHEAD,
    /** The worker slept for some time after the task that it ran next was given to the policy. */
    LATE_WAKE_UP,
    /** A debugger held the worker with a task, as at a breakpoint. */
    HELD_AT_BREAKPOINT;

    /**
     * The reason in lower-case words.
     *
     * @return such as {@code nothing ready}
     */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
