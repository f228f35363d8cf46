package org.asterism.shell.gogo.internal.trace;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.OutputFile;

/**
 * The options of {@code asterism:trace} as they were typed; empty texts stand for options that were not.
 *
 * @param file {@code start}: the file to write
 * @param last {@code start}: how long to keep events in memory
 * @param runtime {@code start}: the runtime to record
 * @param output {@code export}: the file to write
 * @param replace {@code start}, {@code save}: whether to replace a file that is there
 */
record TraceOptions(String file, String last, String runtime, String output, boolean replace) {
    /** The names of those options that were typed. */
    List<String> given() {
        return Stream.of(
                        name("--file", file),
                        name("--last", last),
                        name("--runtime", runtime),
                        name("--output", output),
                        replace ? "--replace" : "")
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static String name(String option, String value) {
        return value.isEmpty() ? "" : option;
    }

    /** Refuses a file that cannot be written, and unless the user wants that, one that would be replaced. */
    void requireWritable(Path recording) {
        OutputFile.objection(recording)
                .or(() -> replace ? Optional.empty() : OutputFile.replacement(recording))
                .ifPresent(objection -> {
                    throw new UsageException(recording + " " + objection);
                });
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
