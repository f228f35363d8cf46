package org.asterism.bench.gpubench.internal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.data.ElementType;

/**
 * The options of a measurement.
 *
 * @param architecture of the workers
 * @param nodes the ids of their memory nodes
 * @param element the type of the matrices' elements
 * @param order of the matrices
 * @param tile rows and columns of a tile
 * @param rounds the number of repetitions
 * @param timeline the file for the times of each kernel and copy
 */
record Settings(
        Architecture architecture,
        List<Integer> nodes,
        ElementType element,
        int order,
        int tile,
        int rounds,
        Optional<Path> timeline) {
    /** Adds to the file, if one is wanted. */
    void write(String what, List<Span> kernels, List<Span> in, List<Span> out, long from) {
        timeline.ifPresent(file -> {
            try (BufferedWriter lines =
                    Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                write(lines, what + ",kernel", kernels, from);
                write(lines, what + ",copy in", in, from);
                write(lines, what + ",copy out", out, from);
            } catch (IOException failed) {
                throw new UncheckedIOException("--timeline " + file + " cannot be written", failed);
            }
        });
    }

    private static void write(BufferedWriter lines, String kind, List<Span> spans, long from) throws IOException {
        for (Span span : spans) {
            lines.write(kind + "," + span.what() + "," + (span.begin() - from) + "," + (span.end() - from) + ","
                    + span.bytes());
            lines.newLine();
        }
    }
}
