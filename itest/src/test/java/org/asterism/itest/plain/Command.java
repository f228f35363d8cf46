package org.asterism.itest.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Commands that must succeed. */
final class Command {
    private static final int LIMIT_SECONDS = 240;

    private Command() {}

    /**
     * Runs one, with the JDK of the tests as {@code JAVA_HOME}.
     *
     * @param folder in which it runs
     * @return the lines that it has printed, errors included
     */
    static List<String> run(Path folder, Object... command) throws IOException, InterruptedException {
        return runWith(javaHome(), folder, command);
    }

    /** Runs one with another JDK as {@code JAVA_HOME}. */
    static List<String> runWith(Path javaHome, Path folder, Object... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("command", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            Stream.of(command).map(Object::toString).toList())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("JAVA_HOME", javaHome.toString());
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            List<String> lines = Files.readAllLines(output);
            assertTrue(process.waitFor(10, TimeUnit.SECONDS), () -> "no end of " + List.of(command) + lines);
            assertEquals(0, process.exitValue(), lines::toString);
            return lines;
        } finally {
            Files.delete(output);
        }
    }

    /** The JDK of the tests. */
    static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Its command {@code java}. */
    static Path java() {
        return javaHome().resolve("bin/java");
    }
}
