package org.asterism.bench.revisions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Creates folders that are deleted when the JVM ends, even if a signal ends it. */
final class TemporaryFolder {
    private TemporaryFolder() {}

    /** Makes one where the system keeps such folders. */
    static Path create() throws IOException {
        return deletedAtExit(Files.createTempDirectory("asterism-compare"));
    }

    /** Makes one in another folder. It may be moved away. */
    static Path in(Path parent) throws IOException {
        return deletedAtExit(Files.createTempDirectory(parent, "unfinished-"));
    }

    private static Path deletedAtExit(Path folder) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    /** Copies a folder with all that is in it; permissions stay. */
    static Path copyOf(Path original) throws IOException {
        Path copy = create();
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : (Iterable<Path>) files.skip(1)::iterator) {
                Files.copy(file, copy.resolve(original.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copy;
    }

    private static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            // What is in a folder comes before it.
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException inUse) {
            System.err.println("bench/compare: cannot delete " + folder + ": " + inUse);
        }
    }
}
