package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class TaskCostsTest {
    private static final Path LAUNCHER = Path.of("../../launcher/src/dist/bin/asterism");

    /** An option in the command that every start runs, which ends with the user's own. */
    private static final Pattern OPTION = Pattern.compile("(?<= )--?[A-Za-z][^ ]*(?= )");

    @Test
    void shouldGiveJavaTheOptionsOfTheLauncher() throws IOException {
        String script = Files.readString(LAUNCHER);
        String command = script.substring(
                script.indexOf("exec \"$JAVA_HOME/bin/java\""), script.indexOf("${ASTERISM_JAVA_OPTS:-}"));
        assertEquals(
                OPTION.matcher(command)
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<>(TaskCosts.AS_LAUNCHED));
    }
}
