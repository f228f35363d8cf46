package org.asterism.profile.internal;

/** What a context has for a kind of worker at an instant: the first that is true, from the end. */
enum Standing {
    /** The worker is in no context. */
    OUTSIDE,
    /** No submitted task is unfinished. */
    NOTHING,
    /** All unfinished tasks are with workers, or wait for others. */
    BLOCKED,
    /** The same, and the program waits to submit more because of the context's limit. */
    LIMITED,
    /** A task is ready, and on its way to the policy. */
    PUSHING,
    /** The policy has tasks, but none for this kind of worker. */
    FOREIGN,
    /** The policy has a task for this kind of worker. */
    AVAILABLE,
    /** The policy has tasks, but workers take none: the runtime is paused, or no policy is in charge. */
    STOPPED;

    static final int COUNT = values().length;
}
