package org.asterism.trace.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.asterism.trace.Trace;

/** Exports of recordings for tests. */
public final class Exports {
    private Exports() {}

    /** Returns the bytes of an export. */
    public static byte[] bytes(Trace trace, String format) throws IOException {
        Path file = Files.createTempFile("export", null);
        try {
            TraceExport.write(trace, format, file);
            return Files.readAllBytes(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Returns the lines of an export. */
    public static List<String> lines(Trace trace, String format) throws IOException {
        return new String(bytes(trace, format), StandardCharsets.UTF_8).lines().toList();
    }
}
