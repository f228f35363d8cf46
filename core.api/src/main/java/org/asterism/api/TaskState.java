package org.asterism.api;

/** States of a task, in the order in which it passes through them; it may skip some. */
public enum TaskState {
    /** Made, not yet submitted; its program may still change it. */
    CREATED,
    /** Submitted, and waiting for tasks that it depends on. */
    SUBMITTED,
    /** Nothing stands in its way; it is with the scheduling policy, or parked while its context has none. */
    READY,
    /** A worker has it. */
    SCHEDULED,
    /** A worker waits for its data to arrive. */
    ACQUIRING,
    /** Its kernel runs. */
    RUNNING,
    /** Its kernel returned. */
    DONE,
    /** Its kernel threw, or a task that it needs failed. */
    FAILED,
    /** It was called off before it started. */
    CANCELLED;

    /**
     * Whether nothing more will happen to a task in this state.
     *
     * @return true for {@link #DONE}, {@link #FAILED} and {@link #CANCELLED}
     */
    public boolean isFinal() {
        return compareTo(DONE) >= 0;
    }
}
