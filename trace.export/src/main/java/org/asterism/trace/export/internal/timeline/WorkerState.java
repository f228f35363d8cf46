package org.asterism.trace.export.internal.timeline;

/** States of a worker. If several are true at a time, the first one counts. */
public enum WorkerState {
    /** A kernel runs. */
    EXECUTING("executing"),
    /** A callback of a task runs. */
    CALLBACK("callback"),
    /** The worker has requested the data of a task, and they have not arrived. */
    WAITING("waiting for data"),
    /** The worker has a task, and does what the runtime needs before and after its kernel. */
    OVERHEAD("overhead"),
    /** The worker has found nothing to do. */
    SLEEPING("sleeping"),
    /** The worker looks for a task. */
    SCHEDULING("scheduling");

    private final String text;

    WorkerState(String text) {
        this.text = text;
    }

    /**
     * Returns the name of the state.
     *
     * @return lower-case words
     */
    public String text() {
        return text;
    }
}
