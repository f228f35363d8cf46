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
    /**
     * A kernel, a callback or a call of its driver has not returned within the {@link
     * RuntimeConfiguration#closingTimeout closing timeout} while something waited for it to be closed. Nobody waits for
     * it any more; it goes on when that returns.
     */
    STUCK,
    /** It has left, because its driver did or because the runtime is closed. */
    STOPPED
}
