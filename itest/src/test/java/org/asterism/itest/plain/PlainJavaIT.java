package org.asterism.itest.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starts the program of {@code examples/plain} as its users do. */
@Timeout(120)
class PlainJavaIT {
    private static final Path BUILT = Path.of("../examples/plain/target");
    private static final Path JAR = BUILT.resolve("plain-1.0.0.jar");
    private static final Path LIBRARIES = BUILT.resolve("lib");
    private static final String MAIN = "org.example.plain.Squares";
    private static final String SQUARES = "[1.0, 16.0, 81.0]";

    /** Runs Java; returns what it has printed, errors included. */
    private static List<String> java(Object... arguments) throws IOException, InterruptedException {
        List<Object> command = new ArrayList<>(List.of(arguments));
        command.addFirst(Command.java());
        return Command.run(Path.of("."), command.toArray());
    }

    private static void assertSquaredWithoutWarnings(List<String> lines) {
        assertEquals(SQUARES, lines.getLast());
        assertFalse(
                lines.stream().anyMatch(line -> line.contains("restricted") || line.contains("native")),
                lines::toString);
    }

    @Test
    void shouldRunAnExecutableJarWithoutAnyOption() throws Exception {
        assertSquaredWithoutWarnings(java("-jar", JAR));
    }

    @Test
    void shouldRunOnTheModulePath() throws Exception {
        assertSquaredWithoutWarnings(java(
                "--enable-native-access=org.asterism.core.api,org.asterism.driver.cpu,org.asterism.topology.hwloc",
                "--module-path",
                JAR + ":" + LIBRARIES,
                "--add-modules",
                "ALL-MODULE-PATH",
                "--module",
                "plain/" + MAIN));
    }

    @Test
    void shouldNameTheOptionThatIsMissing() throws Exception {
        List<String> lines = java("-cp", JAR + ":" + LIBRARIES + "/*", MAIN);
        assertEquals(SQUARES, lines.getLast());
        assertEquals(
                1,
                lines.stream()
                        .filter(line -> line.startsWith("WARNING: Asterism")
                                && line.endsWith("start Java with --enable-native-access=ALL-UNNAMED"))
                        .count(),
                lines::toString);
    }
}
