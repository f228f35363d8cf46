package org.asterism.api;

/** State of a scheduling context: whether it gives tasks to its workers. */
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
