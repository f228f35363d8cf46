package org.asterism.bench.revisions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/** Appends every measured figure to a file, if one was requested. */
final class Figures {
    private final Optional<Path> file;

    Figures(Optional<Path> file) {
        this.file = file;
    }

    /** Refuses a file that cannot be written, before anything is measured. */
    void check() {
        append("");
    }

    /** A pair of runs: {@code row,policy,workers,jvm,pair,other,this}. */
    void pair(String row, int jvm, int pair, double other, double current) {
        append(String.format(Locale.ROOT, "%s,%d,%d,%.1f,%.1f%n", row, jvm, pair, other, current));
    }

    private void append(String text) {
        if (file.isPresent()) {
            try {
                Files.writeString(file.get(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failed) {
                throw new ComparisonException("--csv " + file.get() + " cannot be written: " + failed);
            }
        }
    }
}
