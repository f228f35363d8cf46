package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program in a JVM of its own: what a JVM has loaded it keeps. */
final class OtherJvm {
    private OtherJvm() {}

    /** What the program prints; it must end with status 0. */
    static String run(Class<?> program, Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.add(program.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the other JVM does not end");
            assertEquals(0, process.exitValue(), output);
            return output.strip();
        } catch (IOException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }
}
