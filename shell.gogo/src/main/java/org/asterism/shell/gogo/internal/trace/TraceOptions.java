package org.asterism.shell.gogo.internal.trace;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.spi.application.UsageException;

/**
 * The options of {@code asterism:trace} as they were typed; empty texts stand for options that were not.
 *
 * @param file {@code start}: the file to write
 * @param last {@code start}: how long to keep events in memory
 * @param runtime {@code start}: the runtime to record
 * @param output {@code export}: the file to write
 */
record TraceOptions(String file, String last, String runtime, String output) {
    /** The names of those options that were typed. */
    List<String> given() {
        return Stream.of(
                        name("--file", file),
                        name("--last", last),
                        name("--runtime", runtime),
                        name("--output", output))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static String name(String option, String value) {
        return value.isEmpty() ? "" : option;
    }

    /** The path that a user has typed, if it was. */
    static Optional<Path> path(Path folder, String what, String typed) {
        try {
            return typed.isEmpty() ? Optional.empty() : Optional.of(folder.resolve(typed));
        } catch (InvalidPathException invalid) {
            throw new UsageException(
                    what + " is '" + typed + "', which is no path: " + invalid.getReason() + "; name a file");
        }
    }
}
