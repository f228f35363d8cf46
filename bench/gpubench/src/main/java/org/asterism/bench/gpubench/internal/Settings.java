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
 * What is measured.
 *
 * @param architecture of the workers
 * @param nodes the ids of their memory nodes
 * @param element what matrices consist of
 * @param order of the matrices
 * @param tile rows and columns of a tile
 * @param rounds how often each is measured
 * @param timeline where each kernel and copy is written to
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
