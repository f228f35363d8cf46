package org.asterism.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the scripts of pages, which are JavaScript, and checks their types. */
@Timeout(240)
class PageScriptsTest {
    private static final Path SCRIPTS = Path.of("src/test/js");
    private static final List<String> COMPILER =
            List.of("npm", "exec", "--yes", "--package=typescript@5.9.3", "--", "tsc");

    @TempDir
    private Path folder;

    private record Ended(int status, String output) {}

    private Ended run(List<String> command, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(more));
        Path output = folder.resolve("output");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(SCRIPTS.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(100, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return new Ended(-1, "no end within 100 s");
            }
            return new Ended(process.exitValue(), Files.readString(output));
        } catch (IOException absent) {
            return new Ended(-1, absent.getMessage());
        }
    }

    @Test
    void shouldPassTheTestsOfTheScripts() throws Exception {
        Ended version = run(List.of("node", "--version"));
        assumeTrue(version.output().matches("v(1[89]|[2-9]\\d)\\.[\\s\\S]*"), "needs node 18 or newer");
        Ended tests = run(List.of("node", "--test", "."));
        assertEquals(0, tests.status(), tests::output);
        assertTrue(tests.output().contains("pass"), tests::output);
    }

    @Test
    void shouldHaveTheTypesThatTheScriptsState() throws Exception {
        assumeTrue(run(COMPILER, "--version").status() == 0, "needs npm, and TypeScript from its registry or cache");
        Ended check = run(COMPILER, "-p", "tsconfig.json");
        assertEquals(0, check.status(), check::output);
    }
}
