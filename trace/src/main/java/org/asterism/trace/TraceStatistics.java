package org.asterism.trace;

import java.util.Optional;

/**
 * Numbers of a recording.
 *
 * @param records the number of records that are in the file, or were kept in memory; it lags behind the events by some
 *     milliseconds
 * @param lost the number of events that were lost, because the buffer of a thread was full
 * @param unnamed how often a name was replaced by {@code (another name)}, because the recording has 65,534 others
 * @param bytes the size of the file, or of the events in memory
 * @param threads the number of threads that have reported events
 * @param trouble why the recording ended before it was stopped, such as a full disk
 */
public record TraceStatistics(
        long records, long lost, long unnamed, long bytes, int threads, Optional<String> trouble) {}
