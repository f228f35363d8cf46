package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the layout in {@code docs/architecture.md} complete: each module of the build has its line there. */
final class LayoutTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^</]+)[^<]*</module>");

    @Test
    void shouldNameEveryModuleOfTheBuild() throws IOException {
        List<String> lines = Documents.lines("docs/architecture.md");
        List<String> layout = lines.subList(lines.indexOf("## Layout"), lines.size());
        List<String> modules = MODULE.matcher(String.join("", Documents.lines("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .distinct()
                .toList();
        assertFalse(modules.isEmpty(), "pom.xml has no modules");
        assertEquals(
                List.of(),
                modules.stream().filter(module -> !isNamed(module, layout)).toList(),
                "modules of pom.xml that the layout in docs/architecture.md does not name");
    }

    /** By a line of its own, or in the line of its family: {@code policy.*} with the ends of their names. */
    private static boolean isNamed(String module, List<String> layout) {
        Matcher family = Pattern.compile("(.+)\\.(.+)").matcher(module);
        return layout.stream()
                .anyMatch(line -> line.startsWith(module + "/")
                        || family.matches()
                                && line.startsWith(family.group(1) + ".*/")
                                && line.matches(".*\\b" + family.group(2) + "\\b.*"));
    }
}
