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

/** The newcomers' journeys: what the templates bring, dropped into a running shell. */
class ThirdPartyIT {
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
            var jar = Files.copy(template("policy-template"), asterism.load().resolve("policy-template.jar"));
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

    @Test
    void shouldScheduleByATreeWithAComponentFromTheLoadFolderAndFollowItsFile() throws Exception {
        var tree = asterism.load().resolve("mine.tree");
        Files.writeString(tree, "-- Mine.\nfifo / in-turns / each worker: fifo(ntasks=2) / best-implementation\n");
        try (var keyboard = new PrintStream(shell.getOutputStream(), true, StandardCharsets.UTF_8)) {
            awaitAnswer(keyboard, "asterism:trees", "mine +load/mine.tree +in-turns +Mine\\.");
            var jar = Files.copy(template("component-template"), asterism.load().resolve("component-template.jar"));
            awaitAnswer(keyboard, "asterism:components", "in-turns .*org.example.component");
            keyboard.println("asterism:use default mine");
            awaitAnswer(keyboard, "asterism:tree", "in-turns .*fifo\\(ntasks=2\\)");

            keyboard.println("asterism:run heat --width 64 --height 64 --steps 4 --policy mine,in-turns.run=2 --json");
            Conditions.await(
                    "a correct run under the tree",
                    () -> read().matches("(?s).*\"policy\":\"mine\"[^\n]*\"correct\":true.*"),
                    this::read);

            Files.writeString(tree, "fifo / in-turns(run=3) / each wroker: fifo");
            Conditions.await(
                    "the slip is reported", () -> read().contains("load/mine.tree: line 1, column 31: "), this::read);
            Files.writeString(tree, "fifo / in-turns(run=3) / each worker: fifo(ntasks=4)");
            awaitAnswer(keyboard, "asterism:tree", "in-turns\\(run=3\\) .*fifo\\(ntasks=4\\)");

            Files.delete(jar);
            awaitAnswer(keyboard, "asterism:contexts", "default +active +eager +mine");
            Files.delete(tree);
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

    private static Path template(String name) {
        var classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar")
                        && Path.of(entry).getFileName().toString().startsWith(name))
                .map(Path::of)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + "-*.jar in " + classPath));
    }
}
