package org.asterism.trace;

import java.time.Instant;

/**
 * Properties of a recording.
 *
 * @param major the version of the format; a reader refuses another one
 * @param minor the version of additions that older readers skip
 * @param started when the recording began, in the time of the world
 * @param origin when the recording began, in nanoseconds of the runtime's clock
 * @param virtual whether the clock is that of a simulation
 */
public record TraceHeader(int major, int minor, Instant started, long origin, boolean virtual) {}
