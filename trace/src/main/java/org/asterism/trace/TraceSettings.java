package org.asterism.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of a recording: where it goes, and how much memory it takes.
 *
 * @param file the file to write; empty to keep the recording in memory
 * @param keepLast how long to keep events in memory; empty to keep them until the memory is full. If there is also a
 *     file, the events that are kept at the end are written to it.
 * @param ringBytes the size of the buffer of each thread, rounded up to a power of two
 * @param memoryBytes how many bytes of events to keep in memory; the oldest are dropped first
 */
public record TraceSettings(Optional<Path> file, Optional<Duration> keepLast, int ringBytes, long memoryBytes) {
    /** The size of a buffer unless {@link #withRingBytes} sets another one. */
    public static final int DEFAULT_RING_BYTES = 1 << 19;

    /** The memory of a recording unless {@link #withMemoryBytes} sets another one. */
    public static final long DEFAULT_MEMORY_BYTES = 1L << 26;

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)");

    private static final int LEAST_RING_BYTES = 1 << 9;
    private static final int MOST_RING_BYTES = 1 << 26;

    /** Checks the settings. */
    public TraceSettings {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(keepLast, "keepLast");
        if (keepLast.isPresent() && !keepLast.get().isPositive()) {
            throw new IllegalArgumentException("time to keep is " + keepLast.get() + ": give more than 0");
        }
        if (ringBytes < LEAST_RING_BYTES || ringBytes > MOST_RING_BYTES) {
            throw new IllegalArgumentException(
                    "size of a buffer is " + ringBytes + " bytes: give " + LEAST_RING_BYTES + " to " + MOST_RING_BYTES);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("memory is " + memoryBytes + " bytes: give 1 or more");
        }
    }

    /**
     * Reads a time as users write it.
     *
     * @param text a number above 0 with {@code ms}, {@code s}, {@code min} or {@code h}, such as {@code 10s}
     * @return the time
     * @throws IllegalArgumentException if it is none; the message has the text and the allowed ones, to be put behind
     *     the name of the option
     */
    public static Duration time(String text) {
        Matcher matcher = TIME.matcher(text);
        long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        if (number == 0) {
            throw new IllegalArgumentException(
                    "is '" + text + "'; give a number above 0 with ms, s, min or h, such as 10s");
        }
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "min" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    /**
     * Returns settings that write all events to a file.
     *
     * @param file is replaced if it exists
     * @return the settings
     */
    public static TraceSettings toFile(Path file) {
        return new TraceSettings(Optional.of(file), Optional.empty(), DEFAULT_RING_BYTES, DEFAULT_MEMORY_BYTES);
    }

    /**
     * Returns settings that keep events in memory, as many as there is room for.
     *
     * @return the settings
     */
    public static TraceSettings inMemory() {
        return new TraceSettings(Optional.empty(), Optional.empty(), DEFAULT_RING_BYTES, DEFAULT_MEMORY_BYTES);
    }

    /**
     * Returns settings that keep the last events in memory.
     *
     * @param time how long, in the time of the runtime's clock
     * @return the settings
     */
    public static TraceSettings keepingLast(Duration time) {
        return new TraceSettings(Optional.empty(), Optional.of(time), DEFAULT_RING_BYTES, DEFAULT_MEMORY_BYTES);
    }

    /**
     * Returns these settings with another file.
     *
     * @param other the file
     * @return changed settings
     */
    public TraceSettings withFile(Path other) {
        return new TraceSettings(Optional.of(other), keepLast, ringBytes, memoryBytes);
    }

    /**
     * Returns these settings with buffers of another size.
     *
     * @param bytes 512 to 67108864
     * @return changed settings
     */
    public TraceSettings withRingBytes(int bytes) {
        return new TraceSettings(file, keepLast, bytes, memoryBytes);
    }

    /**
     * Returns these settings with another limit of memory.
     *
     * @param bytes 1 or more
     * @return changed settings
     */
    public TraceSettings withMemoryBytes(long bytes) {
        return new TraceSettings(file, keepLast, ringBytes, bytes);
    }
}
