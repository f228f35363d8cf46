package org.asterism.api;

/** Current activity of a worker. */
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
     * None of the tasks in its hands got on within the {@link RuntimeConfiguration#closingTimeout closing timeout}
     * while a thread waited for them to close something: a kernel, a copy, a callback or a call of the driver did not
     * return. No thread waits for the worker any more; it goes on when that returns.
     */
    STUCK,
    /** It has left, because its driver did or because the runtime is closed. */
    STOPPED
}
