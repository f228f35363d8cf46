package org.asterism.core.internal.context;

/**
 * The origin of the task that a worker has popped last. A worker passes the same object to each pop, so a pop allocates
 * nothing.
 *
 * <p>Used by the thread that steps the worker.
 */
public final class TaskOrigin {
    private PolicyInstance policy;
    private boolean isFollowed;

    /** Notes that no policy has handed out the task: a program gave it to the worker, or there is none. */
    void clear() {
        policy = null;
        isFollowed = false;
    }

    /**
     * Notes which policy has handed out the task.
     *
     * @param follows whether the core tells the policy of its beginning and its end
     */
    void set(PolicyInstance handedOutBy, boolean follows) {
        policy = handedOutBy;
        isFollowed = follows;
    }

    /** Whether the core tells the policy that has handed out the task of its beginning and its end. */
    public boolean isFollowed() {
        return isFollowed;
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
