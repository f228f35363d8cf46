package org.asterism.shell.gogo.internal.debug;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.Worker;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that set breakpoints, list them, and let stopped tasks go on. */
class BreakCommandsTest {
    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final Runtimes runtimes = RuntimesForTests.of(Map.of("cholesky", runtime));
    private final FakeBreakpoints breakpoints = new FakeBreakpoints();
    private final StopReports reports = new StopReports(breakpoints);
    private final BreakCommand command = new BreakCommand(breakpoints, runtimes, BundlesForTests.with(reports));
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final CommandSession session = Fakes.partly(CommandSession.class, answers());

    private Map<String, java.util.function.Function<Object[], Object>> answers() {
        Map<String, java.util.function.Function<Object[], Object>> answers = new HashMap<>();
        answers.put("getConsole", arguments -> new PrintStream(console, true, StandardCharsets.UTF_8));
        answers.put("get", arguments -> null);
        return answers;
    }

    private String text(Command typed, String... words) {
        return ((Answer) typed.execute(session, words(words))).text(120);
    }

    private StatusException refusal(Command typed, String... words) {
        StatusException thrown = assertThrows(StatusException.class, () -> typed.execute(session, words(words)));
        assertFalse(thrown.getMessage().contains("\n"), thrown.getMessage());
        return thrown;
    }

    private static Task task(long id, FakeRuntime runtime) {
        return task(id, runtime, "gemm");
    }

    private static Task task(long id, FakeRuntime runtime, String codelet) {
        Codelet gemm = Codelet.named(codelet).access().cpu(kernel -> {}).build();
        return Fakes.partly(
                Task.class,
                Map.of(
                        "id", arguments -> id,
                        "codelet", arguments -> gemm,
                        "context", arguments -> runtime.defaultContext(),
                        "priority", arguments -> 3,
                        "dataCount", arguments -> 0,
                        "toString", arguments -> codelet + "#" + id));
    }

    private Stop stop(int number) {
        Worker worker = Fakes.worker(1);
        Occasion occasion = new Occasion(
                Point.EXEC, task(10 + number, runtime), Optional.of(worker), Optional.empty(), Optional.empty());
        return new Stop(number, "cholesky", runtime, occasion, OptionalInt.of(1), false, new Thread("asterism-cpu-1"));
    }

    @Test
    void shouldSetABreakpointForACodeletWithAConditionInSeveralWords() {
        assertEquals(
                "breakpoint 1: push codelet=gemm if priority gt 5 and context = default --all"
                        + "; no unfinished task has this codelet now, as there is none",
                text(
                        command,
                        "push",
                        "codelet=gemm",
                        "if",
                        "priority",
                        "gt",
                        "5",
                        "and",
                        "context",
                        "=",
                        "default",
                        "--all"));
        assertTrue(breakpoints.set.getFirst().wholeRuntime());
    }

    @Test
    void shouldSayWhichCodeletsThereAreIfTheNamedOneIsUnknown() {
        runtime.unfinished = List.of(task(12, runtime), task(13, runtime));
        assertEquals("breakpoint 1: exec codelet=gemm", text(command, "exec", "codelet=gemm"));
        assertEquals(
                "breakpoint 2: exec codelet=nosuch; no unfinished task has this codelet now, only gemm",
                text(command, "exec", "codelet=nosuch"));
        runtime.unfinished = Stream.of("a", "b", "c", "d", "e", "f", "g")
                .map(name -> task(20, runtime, name))
                .toList();
        assertTrue(text(command, "exec", "codelet=h").endsWith("only a, b, c, d, e and 2 more"));
    }

    @Test
    void shouldRefuseATaskWithAnotherCodelet() {
        runtime.unfinished = List.of(task(12, runtime));
        assertEquals(
                "asterism:break: there is no task 'potrf#12': task 12 is cholesky/gemm#12",
                refusal(command, "exec", "potrf#12").getMessage());
    }

    @Test
    void shouldSetABreakpointForATaskByNumberOrName() {
        runtime.unfinished = List.of(task(12, runtime));
        assertEquals("breakpoint 1: exec gemm#12", text(command, "exec", "12"));
        assertEquals("breakpoint 2: pop gemm#12", text(command, "pop", "cholesky/gemm#12"));
        assertEquals("breakpoint 3: sched data=A", text(command, "sched", "data=A"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run gemm#1                        | there is no point 'run'; allowed are push (before the policy gets it), sched
            push                              | say what shall stop at push: a task such as gemm#12, codelet=NAME or data=NAME
            push gemm                         | 'gemm' names no tasks; give a task such as gemm#12, codelet=NAME or data=NAME
            push codelet=                     | codelet= lacks a name
            push data=                        | data= lacks a name: give the name of a handle
            push 7                            | there is no task '7' that has not ended: it has ended; for a task that comes
            push gemm#70                      | there is no task 'gemm#70' that has not ended: none has this number yet; for a
            push codelet=gemm priority > 5    | 'priority' stands where 'if CONDITION' is expected
            push codelet=gemm if              | condition '': an attribute is missing
            push codelet=gemm if prio > 5     | there is no attribute 'prio'; allowed are id, priority
            push codelet=gemm if priority     | a shell that redirects at < and > needs the words in brackets, or quotes
            --delete 3                        | there is no breakpoint '3'; there is none
            --delete-all push                 | give --delete or --delete-all alone
            push codelet=gemm --every         | unknown option '--every'
            """)
    void shouldSayInOneLineWhatIsWrong(String typed, String message) {
        runtime.overview = new TaskOverview(50, 0, 0, 0, 50, 0, 0, List.of());
        StatusException thrown = refusal(command, typed.split(" +"));
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
        assertTrue(thrown.getMessage().startsWith("asterism:break: "), thrown.getMessage());
        assertEquals(Failure.BAD_USAGE, thrown.status());
        assertEquals(List.of(), breakpoints.set);
    }

    @Test
    void shouldPassOnWhyABreakpointIsRefused() {
        breakpoints.refusal = new IllegalArgumentException("task gemm#1 is running and so past exec, the last point");
        StatusException thrown = refusal(command, "exec", "codelet=gemm");
        assertEquals("asterism:break: task gemm#1 is running and so past exec, the last point", thrown.getMessage());
        assertEquals(Failure.BAD_USAGE, thrown.status());
    }

    @Test
    void shouldListBreakpointsAndStoppedTasks() {
        BreaksCommand list = new BreaksCommand(breakpoints);
        assertEquals("there are no breakpoints: asterism:break POINT TASKS sets one\n\nno task is stopped", text(list));
        text(command, "exec", "codelet=gemm", "if", "priority > 1");
        breakpoints.stopped.add(stop(1));
        String both = text(list);
        assertEquals(both, text(command));
        assertTrue(both.contains("exec   codelet=gemm  priority > 1  false     0"), both);
        assertTrue(both.contains("cholesky/gemm#11"), both);
        assertTrue(both.contains("asterism-cpu-1"), both);
        String json = (String) list.execute(session, words("--json"));
        assertTrue(json.startsWith("{\"breakpoints\":[{\"number\":1,\"point\":\"exec\""), json);
        assertTrue(json.contains("\"stops\":[{\"number\":1,\"task\":\"cholesky/gemm#11\""), json);
    }

    @Test
    void shouldDeleteBreakpoints() {
        text(command, "exec", "codelet=gemm");
        text(command, "push", "codelet=gemm");
        text(command, "pop", "codelet=gemm");
        assertEquals("breakpoint 2 was deleted", text(command, "--delete", "2"));
        assertEquals(
                "asterism:break: there is no breakpoint '2'; there are: 1, 3",
                refusal(command, "--delete", "2").getMessage());
        assertEquals("2 breakpoints were deleted", text(command, "--delete-all"));
        assertEquals(List.of(), breakpoints.set);
    }

    @Test
    void shouldContinueTheNamedStopsOrAll() {
        ContinueCommand go = new ContinueCommand(breakpoints);
        assertEquals(
                "asterism:continue: no task is stopped; asterism:breaks lists the breakpoints",
                refusal(go).getMessage());
        breakpoints.stopped.addAll(List.of(stop(1), stop(2), stop(3)));
        assertEquals("continued cholesky/gemm#12", text(go, "2"));
        assertEquals(
                "asterism:continue: there is no stop '2'; there are: 1, 3",
                refusal(go, "2").getMessage());
        assertEquals("continued cholesky/gemm#11, cholesky/gemm#13", text(go));
        assertEquals(List.of("resume 2", "resume 1", "resume 3"), breakpoints.asked);
    }

    @Test
    void shouldStep() {
        breakpoints.stopped.add(stop(4));
        assertEquals("stepped cholesky/gemm#14", text(new StepCommand(breakpoints)));
        assertEquals(List.of("step 4"), breakpoints.asked);
    }

    @Test
    void shouldReportAStopInTheSessionThatHasSetABreakpoint() {
        breakpoints.listeners.getFirst().accept(stop(1));
        assertEquals("", console.toString(StandardCharsets.UTF_8));
        text(command, "exec", "codelet=gemm");
        breakpoints.listeners.getFirst().accept(stop(2));
        assertEquals(
                "stop 2: cholesky/gemm#12 at exec on cpu-1, breakpoint 1; 'continue' or 'step' lets it go on\n",
                console.toString(StandardCharsets.UTF_8));
        reports.deactivate();
        assertEquals(List.of(), breakpoints.listeners);
    }

    @Test
    void shouldSuggestWhatCanFollow() {
        runtime.unfinished = List.of(task(12, runtime));
        assertEquals(List.of("push", "sched", "pop", "exec"), suggested(command));
        assertEquals(List.of("codelet=gemm", "gemm#12"), suggested(command, "exec"));
        assertEquals(List.of("if"), suggested(command, "exec", "codelet=gemm"));
        assertTrue(suggested(command, "exec", "codelet=gemm", "if").contains("priority"));
        assertEquals(List.of(), suggested(command, "exec", "codelet=gemm", "if", "priority"));
        text(command, "exec", "codelet=gemm");
        assertEquals(List.of("1"), suggested(command, "--delete"));
        breakpoints.stopped.add(stop(4));
        assertEquals(List.of("4"), suggested(new ContinueCommand(breakpoints)));
        assertEquals(List.of("4"), suggested(new StepCommand(breakpoints)));
    }

    private static List<String> suggested(Command command, String... before) {
        return command.suggest(List.of(before)).stream().map(Suggestion::value).toList();
    }
}
