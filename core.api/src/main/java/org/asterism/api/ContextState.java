package org.asterism.api;

/** Whether a scheduling context gives tasks to its workers. */
public enum ContextState {
    /** It has a policy, and its workers take tasks from it. */
    ACTIVE,
    /** Its policy is being replaced or its workers change: for a moment tasks are only accepted. */
    CHANGING,
    /** It has no policy: tasks are accepted and kept until there is one. */
    PARKED,
    /** Its runtime is closed. */
    CLOSED
}
