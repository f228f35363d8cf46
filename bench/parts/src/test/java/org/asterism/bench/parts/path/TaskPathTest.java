package org.asterism.bench.parts.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The path of a task in docs/architecture.md is the one that a task takes. */
final class TaskPathTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "architecture.md");
    private static final String HEADING = "## The path of a task";
    private static final Pattern METHOD = Pattern.compile("\\b[A-Z]\\w+\\.[a-z]\\w+");

    /** Lines of the diagram that say what happens instead, or to some tasks only. */
    private static final Pattern ALTERNATIVE = Pattern.compile("^ *(or )|\\bif \\b|\\bor [A-Z]|\\bfor a\\b");

    private static List<String> diagram() throws IOException {
        String page = Files.readString(PAGE);
        int heading = page.indexOf(HEADING);
        assertTrue(heading >= 0, PAGE + " has no heading '" + HEADING + "'");
        int begin = page.indexOf("```\n", heading) + 4;
        return page.substring(begin, page.indexOf("```", begin)).lines().toList();
    }

    private static List<String> methods(String line) {
        return METHOD.matcher(line).results().map(MatchResult::group).toList();
    }

    @Test
    void shouldTakeTheStationsOfTheDiagramInTheirOrder() throws Exception {
        Set<String> drawn = new LinkedHashSet<>();
        Set<String> always = new LinkedHashSet<>();
        for (String line : diagram()) {
            drawn.addAll(methods(line));
            if (!ALTERNATIVE.matcher(line).find()) {
                always.addAll(methods(line));
            }
        }
        List<String> called = trace(drawn);
        Set<String> missing = new LinkedHashSet<>(always);
        called.forEach(missing::remove);
        assertEquals(Set.of(), missing, "stations of the diagram in " + PAGE + " that a task does not come to");
        called.retainAll(always);
        assertEquals(new ArrayList<>(always), called, "the order of the stations in " + PAGE);
    }

    private static List<String> trace(Set<String> drawn) throws Exception {
        try (AutoCloseable program = (AutoCloseable) new TracingClassLoader()
                .loadClass(OneTask.class.getName())
                .getConstructor()
                .newInstance()) {
            var run = program.getClass().getMethod("run");
            run.invoke(program);
            PathTrace.begin(drawn);
            run.invoke(program);
            return PathTrace.called();
        }
    }
}
