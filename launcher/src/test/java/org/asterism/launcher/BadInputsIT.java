package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of bad inputs in {@code src/test/resources/bad-inputs}: each row has to give one clear line and the right
 * exit status, and to lose nothing. All rows meet one framework, with a job of tasks in the background.
 */
class BadInputsIT {
    private static final int LEAST_ROWS = 400;
    private static final List<String> GROUPS = List.of(
            "shell",
            "policies",
            "run",
            "applications",
            "trees",
            "machines",
            "matrices",
            "topologies",
            "models",
            "load",
            "programs");

    /** What must be the same after each group. */
    private static final String STATE = "asterism:policies --json; asterism:trees --json; asterism:components --json;"
            + " asterism:apps --json; asterism:balance --json; asterism:workers --json; asterism:contexts --json";

    /** Figures and states that change while tasks run. */
    private static final Pattern CHANGING = Pattern.compile("\"(?:looks|moves|refused|submitted|ready|running|done"
            + "|executed_tasks|tasks_per_second|seconds|state|policy_changes|failed)\":[^,}]*[,}]");

    @TempDir
    private static Path temporary;

    private static String folder;
    private static Path models;
    private static DistributionCopy asterism;
    private static InProcess shell;
    private static String stateBefore;

    @BeforeAll
    static void startFramework() throws Exception {
        folder = temporary.toRealPath().toString();
        System.setProperty("asterism.models", folder + "/models");
        asterism = DistributionCopy.in(temporary.toRealPath());
        lookOftenIntoFolders();
        shell = InProcess.of(asterism);
        shell.start(FixtureBundle.writeTo(temporary));
        models = Files.createDirectories(
                Path.of(shell.run("models-folder", List.of()).err().strip()));
        stateBefore = state();
        assertEquals(0, shell.run("background", List.of("start")).status());
    }

    private static void lookOftenIntoFolders() throws IOException {
        var settings = asterism.home().resolve("conf/framework.properties");
        Files.writeString(settings, Files.readString(settings).replace("poll = 500", "poll = 100"));
    }

    @AfterAll
    static void endFramework() throws IOException {
        var background = shell.run("background", List.of("end"));
        shell.close();
        assertEquals(0, background.status(), () -> background.err());
    }

    @Test
    void shouldHaveManyRowsAndNoneTwice() {
        var inputs = GROUPS.stream()
                .flatMap(group -> BadInput.of(group).stream().map(row -> group + ": " + row.input()))
                .toList();
        assertTrue(inputs.size() >= LEAST_ROWS, inputs.size() + " rows");
        assertEquals(inputs.stream().distinct().toList(), inputs);
    }

    @TestFactory
    Stream<DynamicNode> shouldAnswerEachBadInputWithOneClearLineAndLoseNothing() {
        return GROUPS.stream()
                .map(group -> dynamicContainer(
                        group,
                        Stream.concat(
                                BadInput.of(group).stream()
                                        .map(row -> row.in(folder))
                                        .map(row -> dynamicTest(
                                                row.place() + " " + row.input(),
                                                () -> OneClearLine.require(row, folder, outcome(group, row)))),
                                Stream.of(
                                        dynamicTest("nothing is lost by " + group, BadInputsIT::requireNothingLost)))));
    }

    private static Finished outcome(String group, BadInput row) throws Exception {
        return switch (group) {
            case "shell" -> shell.run("exec", List.of(row.text()));
            case "policies" -> shell.run("exec", List.of("use default " + row.text()));
            case "run", "applications" -> shell.run("run", row.words());
            case "trees" -> shell.run("exec", List.of("use default --tree " + file("row.tree", row.text())));
            case "machines" -> run("cholesky --n 64 --tile 32 --sim " + file("row.json", row.content(soundMachine())));
            case "matrices" -> run("cholesky --tile 2 --matrix " + file("row.mtx", row.text()));
            case "topologies" -> shell.run("exec", List.of("topo --xml " + file("row.xml", row.text())));
            case "models" -> model(row);
            case "load" -> load(row);
            case "programs" -> shell.run("misuse", row.words());
            default -> throw new IllegalArgumentException(group);
        };
    }

    private static Finished run(String words) {
        return shell.run("run", List.of(words.split(" ")));
    }

    private static Path file(String name, String content) throws IOException {
        return Files.writeString(Path.of(folder, name), content);
    }

    private static String soundMachine() throws IOException {
        try (var stream = BadInputsIT.class.getResourceAsStream("/bad-inputs/sound-machine.json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A file of a performance model: it must be kept, whatever is in it. */
    private static Finished model(BadInput row) throws Exception {
        var symbol = row.place().replaceAll("\\W", "-");
        var file = Files.writeString(models.resolve(symbol + ".model"), row.text());
        var content = Files.readString(file);
        var finished = shell.run("ask-model", List.of(symbol));
        var kept = Files.exists(file) ? file : models.resolve(symbol + ".model.damaged");
        assertEquals(content, Files.readString(kept), "what became of the file");
        return finished;
    }

    /** A file {@code NAME: CONTENT} in the watched folder, until there is a line about it. */
    private static Finished load(BadInput row) throws Exception {
        var text = row.text();
        var name = text.substring(0, text.indexOf(": "));
        var partial = file(name + ".part", text.substring(name.length() + 2));
        shell.forget();
        var file = Files.move(partial, asterism.load().resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try {
            Conditions.await("a line about " + name, () -> shell.errors().endsWith("\n"), shell::errors);
            return new Finished(row.status(), "", shell.errors());
        } finally {
            Files.delete(file);
        }
    }

    private static void requireNothingLost() throws Exception {
        Conditions.await(
                "all is as it was", () -> state().equals(stateBefore), () -> stateBefore + "\nnow: " + state());
        assertEquals(0, shell.run("job", List.of()).status(), "a small job");
    }

    private static String state() {
        var finished = shell.run("exec", List.of(STATE));
        return CHANGING.matcher(finished.out()).replaceAll("") + finished.err();
    }
}
