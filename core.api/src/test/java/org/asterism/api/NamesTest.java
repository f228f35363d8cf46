package org.asterism.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs import the whole package beside packages of the JDK; a name that both have would not compile. */
final class NamesTest {
    private static final List<String> PACKAGES =
            List.of("java.lang.", "java.util.", "java.util.concurrent.", "java.util.function.", "java.nio.file.");

    @Test
    void shouldNotShareNamesWithPackagesOfTheJdkThatProgramsImport() throws IOException, URISyntaxException {
        URI place = TaskRuntime.class.getResource("TaskRuntime.class").toURI();
        try (Stream<Path> classes = Files.list(Path.of(place).getParent())) {
            List<String> names = classes.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("\\w+\\.class"))
                    .map(file -> file.replace(".class", ""))
                    .sorted()
                    .toList();
            assertTrue(names.contains("TaskRuntime"), "among " + names);
            assertEquals(
                    List.of(), names.stream().filter(NamesTest::isOfTheJdk).toList(), "names that the JDK has, too");
        }
    }

    private static boolean isOfTheJdk(String name) {
        return PACKAGES.stream().anyMatch(within -> isThere(within + name));
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, null);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
