package org.asterism.api;

/** What a worker is doing. */
public enum WorkerState {
    /** It opens its device. */
    STARTING,
    /** It looks for a task. */
    SCHEDULING,
    /** It runs a task. */
    EXECUTING,
    /** It found no task and sleeps until it is woken. */
    SLEEPING,
    /** The program {@link Worker#isDriven drives} it, and none of its threads does just now. */
    NOT_DRIVEN,
    /** It has left, because its driver did or because the runtime is closed. */
    STOPPED
}
