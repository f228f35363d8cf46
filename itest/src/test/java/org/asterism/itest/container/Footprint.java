package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this JVM takes of its machine.
 *
 * @param heap bytes after a collection
 * @param classes how many are loaded
 * @param threads how many live, but for those of Gogo's sessions
 * @param resident kilobytes of memory, of the heap and of everything else; 0 if the system does not tell
 * @param mappedFiles how many pieces of files are mapped, without those of JOCL and JCuda; 0 if the system does not
 *     tell
 */
record Footprint(long heap, long classes, int threads, long resident, long mappedFiles) {
    /** The classes of JOCL stay loaded after each life in which OpenCL was used, and so does its library. */
    private static final long CLASSES_PER_ROUND = 40;

    private static final long CLASSES_TOLERANCE = 500;
    private static final long HEAP_PER_ROUND = 8 * 1024;
    private static final long HEAP_TOLERANCE = 8 << 20;
    private static final long RESIDENT_PER_ROUND = 1024;
    private static final long RESIDENT_TOLERANCE = 192 << 10;

    static Footprint now() throws IOException {
        System.gc();
        return new Footprint(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                (int) liveThreads().count(),
                residentKilobytes(),
                mapped());
    }

    /** Those that live, without those of Gogo's sessions, which stay for a minute after the last command. */
    static Stream<Thread> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("session-"));
    }

    private static long residentKilobytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    private static long mapped() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.exists(maps)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.contains(" /"))
                    .filter(line -> !line.contains("/libJ")) // of JOCL and JCuda: they are never unloaded
                    .count();
        }
    }

    /** Fails if this is clearly more than before some rounds. */
    void assertNotAbove(Footprint before, int rounds) {
        String both = "before " + rounds + " rounds: " + before + ", after them: " + this;
        assertTrue(heap - before.heap <= HEAP_TOLERANCE + rounds * HEAP_PER_ROUND, "heap grows; " + both);
        assertTrue(
                classes - before.classes <= CLASSES_TOLERANCE + rounds * CLASSES_PER_ROUND,
                "loaded classes grow; " + both);
        assertTrue(threads - before.threads <= 3, "threads grow; " + both);
        assertTrue(
                resident - before.resident <= RESIDENT_TOLERANCE + rounds * RESIDENT_PER_ROUND,
                "memory grows; " + both);
        assertTrue(mappedFiles - before.mappedFiles <= 60, "mapped files grow; " + both);
    }
}
