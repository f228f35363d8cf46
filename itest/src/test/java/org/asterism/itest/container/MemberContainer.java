package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.asterism.itest.fixture.MemberFramework;

/** Another OSGi container, in a process of its own: that of a member with one worker. */
final class MemberContainer implements AutoCloseable {
    private static final String FELIX = "org.apache.felix.framework";

    /** What a member needs besides the add-on for clusters, and the bundle whose codelets it runs. */
    private static final List<String> BUNDLES = List.of(
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "org.osgi.service.component",
            "org.apache.felix.configadmin",
            "org.apache.felix.scr",
            "org.asterism.core.api",
            "org.asterism.kit.device",
            "org.asterism.driver.cpu",
            "org.asterism.kernels.blas");

    private final Process process;
    private final Path output;

    /**
     * Starts the container.
     *
     * @param folder for its files
     * @param name of the member
     * @param port of the coordinator, on the loopback address
     */
    MemberContainer(Path folder, String name, int port) throws Exception {
        output = folder.resolve("output.txt");
        MemberFramework.configure(
                folder,
                "org.asterism.remote.member",
                "name=\"" + name + "\"",
                "coordinator=\"127.0.0.1:" + port + "\"",
                "address=\"127.0.0.1\"",
                "silence.milliseconds=I\"5000\"",
                "workers=I\"1\"",
                "memory=L\"64\"");
        ClassPathBundles bundles = new ClassPathBundles();
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Path.of(bundles.all().get(FELIX).toString()) + File.pathSeparator + ownClasses(),
                MemberFramework.class.getName(),
                folder.toString()));
        BUNDLES.forEach(each -> words.add(bundles.location(each)));
        words.addAll(addOn());
        process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Where the bundles of the add-on for clusters are, as the distribution has it. */
    static List<String> addOn() {
        Path folder = Path.of(System.getProperty("asterism.distribution"), "cluster");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(jar -> "reference:" + jar.toUri())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the add-on for clusters is not in " + folder, unreadable);
        }
    }

    private static String ownClasses() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith("test-classes"))
                .findFirst()
                .orElseThrow();
    }

    /** Stops the container, in another thread's time. */
    void stop() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits until the process has ended, which it does only when the container has left no thread that keeps it. */
    void assertEndsAndLeavesNothing() throws Exception {
        assertTrue(read(), process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertEquals(read(), 0, process.exitValue());
        assertTrue(read(), read().contains(MemberFramework.THREADS + "[]"));
    }

    /** What the container has printed. */
    String read() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
