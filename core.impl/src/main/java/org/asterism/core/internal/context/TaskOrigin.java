package org.asterism.core.internal.context;

/**
 * The origin of the task that a worker has popped last. A worker passes the same object to each pop, so a pop allocates
 * nothing.
 *
 * <p>Used by the thread that steps the worker.
 */
public final class TaskOrigin {
    private PolicyInstance policy;

    /** Notes which policy has handed out the task; null for a task that a program gave to the worker. */
    void set(PolicyInstance handedOutBy) {
        policy = handedOutBy;
    }

    /**
     * Returns the policy that has handed out the task; null for a task of the worker's own, or if the pop was in vain.
     */
    public PolicyInstance policy() {
        return policy;
    }

    /** Returns the {@link #policy} and forgets it, so that an idle worker keeps no policy. */
    public PolicyInstance take() {
        PolicyInstance taken = policy;
        policy = null;
        return taken;
    }
}
