package org.asterism.trace;

/**
 * Where and why a recording breaks off.
 *
 * @param offset the position in the file up to which it is readable, in bytes
 * @param time the time of the last readable event, in nanoseconds of the runtime's clock
 * @param reason a clause without a full stop, such as {@code "the recording has no end"}
 */
public record CutOff(long offset, long time, String reason) {}
