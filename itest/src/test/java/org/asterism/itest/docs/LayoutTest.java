package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the layout in {@code docs/architecture.md} complete: each module of the build has its line there. */
final class LayoutTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    @Test
    void shouldNameEveryModuleOfTheBuild() throws IOException {
        List<String> lines = Documents.lines("docs/architecture.md");
        List<String> layout = lines.subList(lines.indexOf("## Layout"), lines.size());
        List<String> modules = Stream.concat(modules("").stream(), modules("cnf/distribution").stream())
                .distinct()
                .toList();
        assertEquals(
                List.of(),
                modules.stream().filter(module -> !isNamed(module, layout)).toList(),
                "modules of the build that the layout in docs/architecture.md does not name");
    }

    private static List<String> modules(String folder) throws IOException {
        List<String> modules = MODULE.matcher(String.join(
                        "", Documents.lines(Path.of(folder, "pom.xml").toString())))
                .results()
                .map(module -> Path.of(folder, module.group(1)).normalize().toString())
                .toList();
        assertFalse(modules.isEmpty(), "no modules in the pom.xml of " + folder);
        return modules;
    }

    /**
     * By a line of its own, in that of the folder which it is in, or in the line of its family: {@code policy.*} with
     * the ends of their names.
     */
    private static boolean isNamed(String module, List<String> layout) {
        String folder = module.replaceFirst("/.*", "");
        Matcher family = Pattern.compile("(.+)\\.(.+)").matcher(folder);
        return layout.stream()
                .anyMatch(line -> line.startsWith(module + "/")
                        || line.startsWith(folder + "/")
                        || family.matches()
                                && line.startsWith(family.group(1) + ".*/")
                                && line.matches(".*\\b" + family.group(2) + "\\b.*"));
    }
}
