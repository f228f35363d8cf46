package org.asterism.shell.gogo.internal.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.run.ApplicationsForTests;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.MachinesForTests;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.TopologyCommand;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.command.UseCommand;
import org.asterism.shell.gogo.internal.run.PoliciesForTests;
import org.asterism.shell.gogo.internal.run.RunCommand;
import org.jline.builtins.Completers.Completer;
import org.jline.builtins.Completers.CompletionData;
import org.jline.builtins.Completers.CompletionEnvironment;
import org.jline.reader.Candidate;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.service.component.ComponentServiceObjects;

/** Our completions, asked by JLine's own completer in a session of Gogo's, as gogo.jline does it. */
class CompletionTest {
    private final ThreadIOImpl threadStreams = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threadStreams);
    private final CommandSession session = processor.createSession(
            InputStream.nullInputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream());
    private final Map<String, List<CompletionData>> completions = new HashMap<>();
    private final Completion completion = new Completion();
    private final List<String> created = new ArrayList<>();

    CompletionTest() {
        threadStreams.start();
        Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, new FakeRuntime("eager")));
        add("use", new UseCommand(runtimes, new Trees()));
        add("topo", new TopologyCommand());
        add(
                "run",
                new RunCommand(
                        null,
                        ApplicationsForTests.demo(),
                        PoliciesForTests.of("eager", "prio"),
                        null,
                        MachinesForTests.named("laptop", "node-2gpu")));
        processor.addListener(completion);
    }

    @SuppressWarnings("unchecked") // a proxy knows no type parameters
    private void add(String name, Command command) {
        completion.addCommand(
                Fakes.reference(1, Map.of(CommandProcessor.COMMAND_FUNCTION, name)),
                Fakes.partly(
                        ComponentServiceObjects.class,
                        Map.of(
                                "getService",
                                arguments -> {
                                    created.add(name);
                                    return command;
                                },
                                "ungetService",
                                arguments -> null)));
    }

    @AfterEach
    void stop() {
        processor.stop();
        threadStreams.stop();
    }

    private List<String> complete(String... words) throws Exception {
        session.put(".completions", completions);
        session.put("__files", (Function) (caller, arguments) -> List.of("a.txt"));
        session.execute("x = 1"); // As the profile does, which gogo.jline executes before the first prompt.
        ParsedLine line = Fakes.partly(
                ParsedLine.class,
                Map.of(
                        "words", arguments -> Arrays.asList(words),
                        "wordIndex", arguments -> words.length - 1,
                        "word", arguments -> words[words.length - 1],
                        "wordCursor", arguments -> words[words.length - 1].length()));
        List<Candidate> candidates = new ArrayList<>();
        new Completer(environment()).complete(null, line, candidates);
        return candidates.stream().map(Candidate::value).toList();
    }

    private CompletionEnvironment environment() {
        return new CompletionEnvironment() {
            @Override
            public Map<String, List<CompletionData>> getCompletions() {
                return completions;
            }

            @Override
            public Set<String> getCommands() {
                return completions.keySet();
            }

            @Override
            public String resolveCommand(String command) {
                return "asterism:" + command;
            }

            @Override
            public String commandName(String command) {
                return command;
            }

            @Override
            public Object evaluate(LineReader reader, ParsedLine line, String program) throws Exception {
                session.put(".commandLine", line);
                return session.execute(program);
            }
        };
    }

    @Test
    void shouldCreateOnlyTheCommandThatIsCompleted() throws Exception {
        complete("topo", "-");
        assertEquals(Set.of("topo"), Set.copyOf(created));
    }

    @Test
    void shouldCompleteContextsAndPolicies() throws Exception {
        assertEquals(List.of("default"), complete("use", ""));
        assertEquals(List.of("eager", "picky", "prio"), complete("use", "default", "p"));
        assertEquals(List.of("--json", "--tree"), complete("use", "default", "-"));
    }

    @Test
    void shouldCompleteApplicationsAndTheirOptions() throws Exception {
        assertEquals(List.of("demo"), complete("run", ""));
        assertEquals(List.of("eager", "prio"), complete("run", "demo", "--swap", ""));
        assertEquals(List.of("a.txt"), complete("run", "demo", "--input", ""));
        assertEquals(List.of(), complete("run", "demo", ""));
        assertTrue(complete("run", "demo", "-").containsAll(List.of("--cpu", "--late")));
        assertTrue(complete("run", "-").contains("--cpu"));
        assertTrue(!complete("run", "other", "-").contains("--late"), "an option of demo's only");
    }

    @Test
    void shouldCompleteValuesOfOptions() throws Exception {
        assertEquals(List.of("off", "on", "scratch"), complete("run", "demo", "--calibrate", ""));
        assertEquals(List.of("a.txt", "laptop", "node-2gpu"), complete("run", "demo", "--sim", ""));
        assertEquals(List.of("prio,alpha=", "prio,beta="), complete("run", "demo", "--policy", "prio,"));
        assertEquals(List.of("prio,alpha=2,beta="), complete("run", "demo", "--swap", "prio,alpha=2,b"));
    }

    @Test
    void shouldCompletePropertiesBehindThePolicyThatIsUsed() throws Exception {
        assertEquals(List.of("taste="), complete("use", "default", "picky", ""));
        assertEquals(List.of(), complete("use", "default", "picky", "taste=sweet", ""), "given already");
        assertEquals(List.of(), complete("use", "default", "prio", ""));
    }

    @Test
    void shouldCompleteFilesOnlyBehindTheOptionForThem() throws Exception {
        assertEquals(List.of("a.txt"), complete("topo", "--xml", ""));
        assertEquals(List.of(), complete("topo", "--synthetic", ""));
    }

    @Test
    void shouldLeaveSessionsWithoutJlineAlone() throws Exception {
        session.execute("x = 1");

        assertNull(session.get("__asterism_suggest_use"));
    }
}
