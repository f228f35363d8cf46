package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The newcomer's journey: the template's policy, dropped into a running shell. */
class ThirdPartyPolicyIT {
    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private Process shell;
    private Path output;

    @BeforeEach
    void startShell() throws Exception {
        asterism = DistributionCopy.in(folder);
        output = folder.resolve("output");
        shell = asterism.command()
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    @AfterEach
    void endShell() throws Exception {
        shell.getOutputStream().close();
        assertEquals(0, shell.waitFor(), () -> "exit status; output: " + read());
    }

    @Test
    void shouldOfferPolicyFromLoadFolderScheduleByItAndGoBackWhenItLeaves() throws Exception {
        try (var keyboard = new PrintStream(shell.getOutputStream(), true, StandardCharsets.UTF_8)) {
            var jar = Files.copy(template(), asterism.load().resolve("policy-template.jar"));
            awaitAnswer(keyboard, "asterism:policies", "newest-first .*org.example.policy-template");

            keyboard.println("asterism:use default newest-first");
            awaitAnswer(keyboard, "asterism:contexts", "default +active +newest-first");

            keyboard.println("asterism:run heat --width 64 --height 64 --steps 4 --policy newest-first --json");
            Conditions.await(
                    "a correct run under the policy",
                    () -> read().matches("(?s).*\"policy\":\"newest-first\"[^\n]*\"correct\":true.*"),
                    this::read);

            Files.delete(jar);
            awaitAnswer(keyboard, "asterism:contexts", "default +active +eager");
        }
    }

    /** Types a command again and again until it answers as it should. */
    private void awaitAnswer(PrintStream keyboard, String command, String answer) throws Exception {
        var expected = "(?s).*" + answer + ".*";
        long before = Files.size(output);
        keyboard.println(command);
        var answered = new Object() {
            long seen = before;
        };
        Conditions.await(
                command + " answers " + answer,
                () -> {
                    var all = Files.readAllBytes(output);
                    var fresh = new String(all, (int) before, all.length - (int) before, StandardCharsets.UTF_8);
                    if (fresh.matches(expected)) {
                        return true;
                    }
                    if (all.length > answered.seen && fresh.endsWith("asterism> ")) {
                        answered.seen = all.length;
                        keyboard.println(command);
                    }
                    return false;
                },
                this::read);
    }

    private String read() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Path template() {
        var classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && entry.contains("policy-template"))
                .map(Path::of)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no policy-template-*.jar in " + classPath));
    }
}
