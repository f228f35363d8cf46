package org.asterism.api;

/**
 * States of a worker that other threads depend on. Several can be true at once. The value is a snapshot for display;
 * {@code docs/worker-protocol.md} has the rules.
 */
public enum WorkerFlag {
    /** It is in a scheduling operation. */
    SCHEDULING,
    /** That is, or is within, a look for a task. */
    LOOKING,
    /** It has relaxed: others may lock and observe it in the midst of an operation. */
    RELAXED,
    /** Another thread has its lock, or has reserved it. */
    LOCKED,
    /** Its contexts are being changed. */
    NOTICED,
    /** A thread that changes the worker's contexts waits for the worker's present look. */
    WAITED_FOR,
    /** It is called to a team. */
    CALLED,
    /** It is away with a team. */
    BLOCKED,
    /**
     * Another thread has seen whether the worker is away with a team, and calls are not answered before its next look.
     */
    OBSERVED
}
