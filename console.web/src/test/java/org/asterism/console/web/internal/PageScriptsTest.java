package org.asterism.console.web.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the tests of the page's scripts. */
@Timeout(120)
class PageScriptsTest {
    private static Process node(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(arguments);
        return builder.directory(Path.of("src/test/js").toFile())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void shouldPassTheTestsOfTheScripts() throws Exception {
        String version;
        try (var output = node("node", "--version").inputReader()) {
            version = output.readLine();
        } catch (IOException absent) {
            version = "";
        }
        assumeTrue(version != null && version.matches("v(2\\d|[3-9]\\d)\\..*"), "needs node 20 or newer");
        Process tests = node("node", "--test", ".");
        String output = new String(tests.getInputStream().readAllBytes());
        assertEquals(0, tests.waitFor(), output);
        assertTrue(output.contains("pass"), output);
    }
}
