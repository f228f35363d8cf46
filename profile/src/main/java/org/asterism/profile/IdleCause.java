package org.asterism.profile;

/**
 * Idle time of a worker with one reason and one cause.
 *
 * @param worker the worker's name
 * @param reason why it was idle
 * @param cause what was to blame, such as {@code waits for potrf}; empty if nothing more is known
 * @param periods the number of idle periods with this as the main reason
 * @param nanos the time, in nanoseconds
 * @param example a task or data of that kind, such as {@code potrf#1}; empty if none is known
 */
public record IdleCause(String worker, IdleReason reason, String cause, long periods, long nanos, String example) {}
