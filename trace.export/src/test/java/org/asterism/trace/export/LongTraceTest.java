package org.asterism.trace.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are larger than the memory. */
class LongTraceTest {
    /** Held at once, so many tasks would take several times the memory of the virtual machine. */
    private static final int TASKS = 30_000;

    @TempDir
    private Path folder;

    @Test
    void shouldExportMoreThanTheMemoryHolds() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx14m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LongTrace.class.getName(),
                Integer.toString(TASKS)));
        TraceExport.formats().stream()
                .map(ExportFormat::name)
                .filter(format -> !format.equals("folder"))
                .forEach(command::add);
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(printed));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            return failure.toString();
        }
    }
}
