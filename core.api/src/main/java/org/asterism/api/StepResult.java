package org.asterism.api;

/** Result of one iteration of a worker. */
public enum StepResult {
    /** Something was done; step again at once. */
    PROGRESSED,
    /** There is nothing to do until a task arrives. */
    IDLE,
    /** Something is under way that will end by itself, such as a kernel on a device. */
    PENDING
}
