package org.asterism.itest.plain;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the projects to copy as their users do: outside the tree, with their tests. Maven starts with an empty local
 * repository, and gets Asterism from the repository of the release, or from one of the tree's jars and poms.
 */
@Timeout(600)
class TemplatesIT {
    @TempDir
    private Path folder;

    @Test
    void shouldBuildAndTestAllTemplatesWithAnEmptyLocalRepository() throws Exception {
        List<String> templates = templates();
        assertFalse(templates.isEmpty(), "there is no examples/*-template/pom.xml");
        Path copies = Files.createDirectory(folder.resolve("copies"));
        for (String template : templates) {
            copy(OutsideMaven.TREE.resolve("examples").resolve(template), copies.resolve(template));
        }
        // One run of Maven for all of them is the quickest; they have no parent and stay what they are.
        Files.writeString(copies.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.example</groupId><artifactId>templates</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <modules>%s</modules>
                </project>
                """.formatted(templates.stream()
                .map(template -> "<module>" + template + "</module>")
                .collect(Collectors.joining())));

        new OutsideMaven(folder).run(copies, "--fail-at-end", "package");

        for (String template : templates) {
            Path built = copies.resolve(template).resolve("target");
            assertTrue(Files.exists(built.resolve(template + "-1.0.0.jar")), built + " has no jar");
            assertTrue(Files.isDirectory(built.resolve("surefire-reports")), built + ": no test has run");
        }
    }

    private static List<String> templates() throws IOException {
        try (Stream<Path> examples = Files.list(OutsideMaven.TREE.resolve("examples"))) {
            return examples.filter(example -> Files.exists(example.resolve("pom.xml")))
                    .map(example -> example.getFileName().toString())
                    .filter(name -> name.endsWith("-template"))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(from)) {
            all.filter(file ->
                            Files.isRegularFile(file) && !from.relativize(file).startsWith("target"))
                    .forEach(files::add);
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }
}
