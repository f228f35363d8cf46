package org.asterism.shell.gogo.internal.tree;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.policy.modular.internal.language.DescriptionWriter;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.report.tree.TreesForTests;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.command.UseCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeCommandTest {
    @TempDir
    Path folder;

    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime));
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final FakeTrees declared = new FakeTrees();
    private final Trees trees = new Trees();
    private final TreeCommand command = new TreeCommand(runtimes, trees);

    TreeCommandTest() {
        trees.setTrees(declared);
    }

    /** Declares trees, and finds fault with those that have a component {@code wrong}. */
    private static final class FakeTrees implements SchedulingTrees {
        private final List<DeclaredTree> trees = new ArrayList<>(
                List.of(tree("modular-heft", "fifo / heft", "shipped", "heft"), tree("plain", "fifo / eager", "mine")));
        private final List<String> events = new ArrayList<>();

        private static DeclaredTree tree(String name, String description, String source, String... missing) {
            return new DeclaredTree(
                    name, "about " + name, DescriptionReader.read(description).description(), source, List.of(missing));
        }

        @Override
        public List<ComponentDescription> components() {
            return List.of(
                    new ComponentDescription("eager", "resource mapping", "asks", List.of(), "org.example.eager 1"),
                    new ComponentDescription(
                            "fifo", "storage", "keeps", List.of("ntasks (0): how many"), "org.example.fifo 2"));
        }

        @Override
        public List<DeclaredTree> declared() {
            return List.copyOf(trees);
        }

        @Override
        public WrittenTree read(String text) {
            return DescriptionReader.read(text);
        }

        @Override
        public String write(TreeDescription description) {
            return DescriptionWriter.written(description);
        }

        @Override
        public List<String> check(TreeDescription description, org.asterism.api.TaskRuntime runtime) {
            return write(description).contains("wrong") ? List.of("'wrong' is wrong", "and so on") : List.of();
        }

        @Override
        public Declaration declare(String name, String summary, TreeDescription description) {
            events.add("+" + name);
            DeclaredTree tree = tree(name, write(description), "program");
            trees.add(tree);
            return new Declaration() {
                @Override
                public void change(TreeDescription changed) {
                    events.add("~" + name + " " + write(changed));
                }

                @Override
                public void close() {
                    events.add("-" + name);
                    trees.remove(tree);
                }
            };
        }
    }

    private CommandSession session() {
        return Fakes.partly(
                CommandSession.class,
                Map.of(
                        "currentDir",
                        arguments -> folder,
                        "format",
                        arguments -> arguments[0].toString(),
                        "getConsole",
                        arguments -> new PrintStream(console, true, StandardCharsets.UTF_8)));
    }

    private Object execute(Command command, String... words) {
        return command.execute(session(), words(words));
    }

    private String refusal(Command command, String... words) {
        return assertThrows(StatusException.class, () -> execute(command, words))
                .getMessage();
    }

    @Test
    void shouldShowTheTreeOfAContext() throws IOException {
        runtime.tree = Optional.of(TreesForTests.heft(4, 2));
        assertTrue(((Answer) execute(command, "default")).text(120).contains("4 \u00d7 prio(ntasks=30, ready, exp)"));
        assertTrue(((Answer) execute(command, "--all")).text(120).contains("prio#prio-cpu-3"));
        Map<?, ?> json = (Map<?, ?>) JSON.std.anyFrom((String) execute(command, "default", "--json"));
        assertEquals("modular-heft", json.get("policy"));
    }

    @Test
    void shouldSayWhichPoliciesAreTreesWhenTheContextHasNone() {
        String refusal = refusal(command, "default");
        assertTrue(refusal.contains("'eager'") && refusal.endsWith("of trees there is: plain"), refusal);
    }

    @Test
    void shouldDrawTheTree() throws IOException {
        runtime.tree = Optional.of(TreesForTests.heft(4, 2));
        execute(command, "default", "--svg", "tree.svg");
        assertTrue(Files.readString(folder.resolve("tree.svg")).contains("modular-heft in context default"));
        assertTrue(refusal(command, "default", "--svg", "tree.png").contains(".svg"));
        assertTrue(refusal(command, "default", "--svg", "no/tree.svg").contains("no folder"));
        assertTrue(refusal(command, "default", "--svg", "tree.svg", "--watch").contains("--watch"));
    }

    @Test
    void shouldCheckADescription() throws IOException {
        Files.writeString(folder.resolve("good.tree"), "fifo / eager");
        assertEquals(
                "good.tree can be used with the 2 workers that are there",
                execute(command, "check", "good.tree").toString());
        Files.writeString(folder.resolve("bad.tree"), "fifo(wrong) / eager");
        StatusException bad = assertThrows(StatusException.class, () -> execute(command, "check", "bad.tree"));
        assertEquals(1, bad.status());
        assertTrue(bad.getMessage().endsWith("bad.tree cannot be used: 2 problems"), bad.getMessage());
        assertEquals("'wrong' is wrong\nand so on\n", console.toString(StandardCharsets.UTF_8));
        console.reset();
        refusal(command, "check", "bad.tree", "--json");
        Map<?, ?> json = (Map<?, ?>) JSON.std.anyFrom(console.toString(StandardCharsets.UTF_8));
        assertEquals(List.of("'wrong' is wrong", "and so on"), json.get("problems"));
    }

    @Test
    void shouldSayWhereADescriptionCannotBeRead() throws IOException {
        Files.writeString(folder.resolve("slip.tree"), "fifo /\n  / eager");
        StatusException slip = assertThrows(StatusException.class, () -> execute(command, "check", "slip.tree"));
        assertEquals(2, slip.status());
        assertTrue(slip.getMessage().contains("slip.tree, line 2, column 3: "), slip.getMessage());
        assertTrue(refusal(command, "check", "none.tree").contains("none.tree"));
        assertTrue(refusal(command, "check").contains("check FILE"));
    }

    @Test
    void shouldSayWhereADescriptionNamesAComponentThatIsNotThere() throws IOException {
        Files.writeString(folder.resolve("slip.tree"), "-- mine\nfifo /\n  egaer / each worker: fiffo / egaer");
        assertTrue(refusal(command, "check", "slip.tree").endsWith("slip.tree cannot be used: 2 problems"));
        assertEquals("""
                line 3, column 3: there is no component 'egaer'; did you mean 'eager'? there are: eager, fifo
                line 3, column 24: there is no component 'fiffo'; did you mean 'fifo'? there are: eager, fifo
                """, console.toString(StandardCharsets.UTF_8));
        String refused = refusal(new UseCommand(runtimes, trees), "default", "--tree", "slip.tree");
        assertTrue(
                refused.endsWith(
                        "slip.tree, line 3, column 3: there is no component 'egaer'; did you mean 'eager'? there are: "
                                + "eager, fifo"),
                refused);
        assertEquals(List.of(), declared.events);
    }

    @Test
    void shouldSayThatThereAreNoTreesWithoutTheirBundle() throws IOException {
        Files.writeString(folder.resolve("good.tree"), "fifo / eager");
        trees.unsetTrees(declared);
        assertTrue(refusal(command, "check", "good.tree").contains("org.asterism.policy.modular"));
    }

    @Test
    void shouldListComponentsWithTheirParametersAndTheTreesThatUseThem() throws IOException {
        assertEquals("""
                name   family            trees  description  provider
                eager  resource mapping      1  asks         org.example.eager 1
                fifo   storage               2  keeps        org.example.fifo 2

                component  parameter (default; allowed): meaning
                fifo       ntasks (0): how many""", ((Answer) execute(new ComponentsCommand(trees))).text(100));
        List<?> json = (List<?>) JSON.std.anyFrom((String) execute(new ComponentsCommand(trees), "--json"));
        assertEquals(List.of("modular-heft", "plain"), ((Map<?, ?>) json.get(1)).get("trees"));
    }

    @Test
    void shouldListTreesAndShowHowOneIsBuilt() {
        TreesCommand command = new TreesCommand(trees);
        assertEquals("""
                name          source   missing  summary
                modular-heft  shipped  heft     about modular-heft
                plain         mine              about plain""", ((Answer) execute(command)).text(100));
        assertEquals("fifo / eager", execute(command, "plain").toString());
        assertTrue(refusal(command, "none").contains("there are: modular-heft, plain"));
    }

    @Test
    void shouldUseATreeThatIsInAFileAndChangeItTheNextTime() throws IOException {
        UseCommand use = new UseCommand(runtimes, trees);
        Files.writeString(folder.resolve("plain.tree"), "fifo / eager");
        runtime.further.add("plain-2");
        assertTrue(execute(use, "default", "--tree", "plain.tree", "fifo.ntasks=3")
                .toString()
                .startsWith("default: eager -> plain-2"));
        assertEquals(List.of("plain-2{fifo.ntasks=3}@0"), runtime.uses);
        Files.writeString(folder.resolve("plain.tree"), "fifo(ntasks=4) / eager");
        execute(use, "default", "--tree", "plain.tree");
        assertEquals(List.of("+plain-2", "~plain-2 fifo(ntasks=4) / eager"), declared.events);
        assertTrue(refusal(use, "default").contains("--tree FILE"));
    }

    @Test
    void shouldForgetATreeInAFileThatCannotBeUsed() throws IOException {
        UseCommand use = new UseCommand(runtimes, trees);
        Files.writeString(folder.resolve("plain.tree"), "fifo(ntasks=2) / eager");
        assertTrue(refusal(use, "default", "--tree", "plain.tree").contains("plain-2"));
        assertEquals(List.of("+plain-2", "-plain-2"), declared.events);
    }
}
