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
     * Everything else: the worker looks for a task, or deals with one. As an independent activity only the time in
     * which the worker is awake and has no task.
     */
    SCHEDULING
}
