package org.asterism.trace.internal.service;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.asterism.trace.TraceSettings;

/** Reads the configuration, and names what is wrong with it. */
final class TraceReader {
    private TraceReader() {}

    /**
     * The settings that a configuration means.
     *
     * @throws IllegalArgumentException if a value is not allowed, or it says neither where to write nor what to keep
     */
    static TraceSettings settings(TraceConfiguration configuration) {
        Optional<Duration> keep = keep(configuration.keep_last().strip());
        Optional<Path> file = file(configuration.file().strip());
        if (keep.isEmpty() && file.isEmpty()) {
            throw new IllegalArgumentException(TraceConfiguration.PID
                    + ": keep.last and file are empty; set keep.last to a time such as 10s, or file to the file to"
                    + " write");
        }
        return new TraceSettings(file, keep, configuration.ring_bytes(), configuration.memory_bytes());
    }

    private static Optional<Duration> keep(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(TraceSettings.time(text));
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException(TraceConfiguration.PID + ": keep.last " + none.getMessage(), none);
        }
    }

    private static Optional<Path> file(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException invalid) {
            throw new IllegalArgumentException(
                    TraceConfiguration.PID + ": file is '" + text + "', which is no path: " + invalid.getReason()
                            + "; name a file",
                    invalid);
        }
    }
}
