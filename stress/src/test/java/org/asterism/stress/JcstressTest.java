package org.asterism.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs each stress test for a moment, in a virtual machine of its own, so that the build notices what is broken
 * outright. README.md says how to run them for as long as it takes to trust them.
 */
@Timeout(value = JcstressTest.MOST_MINUTES + 1, unit = TimeUnit.MINUTES)
class JcstressTest {
    private static final Path HOME = Path.of("target", "jcstress").toAbsolutePath();
    private static final Path OUTPUT = HOME.resolve("output.txt");
    static final long MOST_MINUTES = 10;
    private static final int THREADS = 2;

    @TestFactory
    Stream<DynamicTest> shouldComeToNoForbiddenOutcome() throws IOException, InterruptedException {
        assumeTrue(
                Runtime.getRuntime().availableProcessors() >= THREADS,
                "jcstress wants a processor for each of the " + THREADS + " threads of a test");
        Collection<TestResult> results = run();
        return TestList.tests().stream()
                .sorted()
                .map(name -> dynamicTest(
                        name.substring("org.asterism.".length()),
                        () -> check(
                                name,
                                results.stream()
                                        .filter(result -> result.getName().equals(name))
                                        .toList())));
    }

    private static void check(String name, List<TestResult> results) {
        assertFalse(results.isEmpty(), () -> name + " did not run; jcstress says why in " + OUTPUT);
        List<String> faults = new ArrayList<>();
        for (TestResult result : results) {
            assertEquals(
                    Status.NORMAL,
                    result.status(),
                    () -> name + " did not end: " + result.getMessages() + result.getVmErr());
            assertNotEquals(0, result.getTotalCount(), () -> name + " came to no outcome at all; see " + OUTPUT);
            TestGrading grading = TestGrading.grade(result);
            if (!grading.isPassed) {
                faults.addAll(grading.failureMessages);
            }
        }
        assertTrue(faults.isEmpty(), () -> name + ": " + faults + "; all outcomes are in " + OUTPUT);
    }

    private static Collection<TestResult> run() throws IOException, InterruptedException {
        clear();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "org.openjdk.jcstress.Main",
                        // One configuration of the virtual machine, both actors compiled alike, threads anywhere.
                        "-jvmArgs",
                        "-Xmx128m -XX:+UseSerialGC -XX:-UsePerfData",
                        "-hs",
                        "128",
                        "-sc",
                        "false",
                        "-af",
                        "NONE",
                        "-c",
                        Integer.toString(THREADS),
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-iters",
                        "1",
                        "-time",
                        "200",
                        "-r",
                        HOME.resolve("report").toString())
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .redirectOutput(OUTPUT.toFile())
                .start();
        try {
            assertTrue(
                    process.waitFor(MOST_MINUTES, TimeUnit.MINUTES),
                    () -> "jcstress has not ended within " + MOST_MINUTES + " minutes; see " + OUTPUT);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return read();
    }

    private static void clear() throws IOException {
        if (Files.exists(HOME)) {
            try (Stream<Path> old = Files.walk(HOME)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(HOME);
    }

    private static Collection<TestResult> read() throws IOException {
        InProcessCollector collector = new InProcessCollector();
        try (Stream<Path> written = Files.list(HOME)) {
            Path blob = written.filter(path -> path.toString().endsWith(".bin.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("jcstress has left no results; see " + OUTPUT));
            DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
            try {
                reader.dump();
            } catch (ClassNotFoundException strange) {
                throw new AssertionError(blob + " is not what jcstress writes", strange);
            } finally {
                reader.close();
            }
        }
        return collector.getTestResults();
    }
}
