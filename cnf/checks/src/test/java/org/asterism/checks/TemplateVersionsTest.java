package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compares the versions in the templates' poms with {@code cnf/pom.xml}. A template has no parent, so that it can be
 * copied anywhere, and repeats what it needs.
 */
class TemplateVersionsTest {
    /** What a template and {@code cnf/pom.xml} both set. */
    private static final List<String> SHARED_PROPERTIES =
            List.of("maven.compiler.release", "project.build.sourceEncoding", "project.build.outputTimestamp");

    @Test
    void shouldRepeatTheVersionsOfLibrariesPluginsAndAsterismInEveryTemplate() throws Exception {
        Pom rules = Pom.read(Path.of("cnf/pom.xml"));
        List<Path> templates = Repository.files(path -> path.endsWith("pom.xml")
                && path.startsWith("examples")
                && path.getParent().toString().endsWith("-template"));
        assertTrue(!templates.isEmpty(), "there is no examples/*-template/pom.xml");
        List<String> differences = new ArrayList<>();
        for (Path path : templates) {
            Pom template = Pom.read(path);
            assertTrue(!template.versions().isEmpty(), path + " names no versions");
            template.versions().forEach((artifact, version) -> {
                String wanted = artifact.startsWith(Pom.OURS + ":")
                        ? rules.text("version").orElseThrow()
                        : rules.versions().get(artifact);
                if (!version.equals(wanted)) {
                    differences.add(path + ": " + artifact + " has version " + version + ", in cnf/pom.xml " + wanted);
                }
            });
            for (String name : SHARED_PROPERTIES) {
                String value = template.properties().get(name);
                String wanted = rules.properties().get(name);
                if (value == null || !value.equals(wanted)) {
                    differences.add(path + ": property " + name + " is " + value + ", in cnf/pom.xml " + wanted);
                }
            }
        }
        assertEquals("", String.join("\n", differences), "write the versions of cnf/pom.xml into the templates");
    }
}
