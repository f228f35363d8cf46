package org.asterism.core.internal.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link ManyTasks} in a virtual machine with a heap that has no room for all the tasks it makes. */
class ManyTasksTest {
    private static final long TASKS = 10_000_000;
    private static final long MOST_MINUTES = 5;

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = MOST_MINUTES + 1, unit = TimeUnit.MINUTES)
    void shouldRunTenMillionTasksInAHeapOf256Megabytes() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        // A worker without memory would else be missed by all the others.
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ManyTasks.class.getName(),
                        Long.toString(TASKS))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(
                    process.waitFor(MOST_MINUTES, TimeUnit.MINUTES),
                    () -> "has not ended within " + MOST_MINUTES + " minutes; it wrote: " + read(output));
        } finally {
            process.destroyForcibly();
        }
        String written = read(output);
        System.out.print(written);
        assertEquals(0, process.exitValue(), () -> "the program failed; it wrote: " + written);
        assertTrue(written.contains(TASKS + " tasks in "), () -> "the program wrote: " + written);
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException failed) {
            return "(cannot be read: " + failed + ")";
        }
    }
}
