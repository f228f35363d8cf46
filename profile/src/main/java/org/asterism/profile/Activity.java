package org.asterism.profile;

/** What a worker does at an instant. The order is that of precedence when several are true. */
public enum Activity {
    /** A kernel runs. */
    EXECUTING,
    /** A callback of a task runs on the worker's thread. */
    CALLBACK,
    /** The worker has requested the data of a task, and they have not all arrived. */
    WAITING,
    /** The worker has found no task and sleeps. */
    SLEEPING,
    /**
     * The worker has a task whose kernel does not run, and does what that needs before and after: checks, the
     * compilation of a kernel for a device, its launch, the release of successors.
     */
    OVERHEAD,
    /** The worker is awake and looks for a task. */
    SCHEDULING
}
