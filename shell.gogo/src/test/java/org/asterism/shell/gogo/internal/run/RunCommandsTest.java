package org.asterism.shell.gogo.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Codelet;
import org.asterism.api.ContextLoad;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.run.Applications;
import org.asterism.run.ApplicationsForTests;
import org.asterism.run.Invocation;
import org.asterism.run.RunRegistry;
import org.asterism.run.Runner;
import org.asterism.run.RunningApplication;
import org.asterism.run.StatusException;
import org.asterism.run.WaitingApplication;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands that list and cancel runs. */
@Timeout(60)
class RunCommandsTest {
    private final WaitingApplication application = new WaitingApplication();
    private final Applications applications = ApplicationsForTests.of("waits", application);
    private final RunRegistry registry = new RunRegistry();
    private final FakeRuntime own = new FakeRuntime("eager");
    private final FakeRuntime shared = new FakeRuntime("prio");
    private final Runner runner = new ShellRunner(
            configuration -> own,
            new Trees(),
            RuntimesForTests.of(Map.of("default", shared)),
            registry,
            Fakes.bundle(new ArrayList<>()));

    private RunningApplication start() throws Exception {
        RunningApplication run = runner.start(
                Invocation.parse(applications, List.of("waits"), Duration.ZERO),
                Optional.empty(),
                Path.of("."),
                System.out,
                Optional.empty(),
                record -> {});
        assertTrue(application.begun.await(30, TimeUnit.SECONDS));
        return run;
    }

    private static String text(Object answer) {
        return answer.toString();
    }

    private CancelCommand cancel() {
        return new CancelCommand(registry, RuntimesForTests.of(Map.of("default", shared, "waits", own)));
    }

    @Test
    void shouldListRunsUnderWay() throws Exception {
        RunsCommand runs = new RunsCommand(registry, RuntimesForTests.of(Map.of("waits", own)));
        assertEquals("no application runs", text(runs.runs()));
        RunningApplication run = start();
        own.load = new ContextLoad(40, 0, 2, 7, 0, 0, Map.of(), 0);
        List<String> lines = text(runs.runs()).lines().toList();
        assertEquals(
                List.of(
                        "run",
                        "application",
                        "context",
                        "policy",
                        "since",
                        "seconds",
                        "done",
                        "left",
                        "running",
                        "state"),
                List.of(lines.getFirst().split(" +")));
        assertTrue(
                lines.get(1).matches(" *1  waits +default +eager +\\d\\d:\\d\\d:\\d\\d +[0-9.]+ +7 +93 +2  running"),
                lines.get(1));
        application.goOn.countDown();
        run.await();
        assertEquals("no application runs", text(runs.runs()));
    }

    @Test
    void shouldCancelARunByItsNumber() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        RunningApplication run = start();
        String said = text(cancel().cancel("1"));
        assertTrue(said.startsWith("run 1 (waits) was cancelled by asterism:cancel after "), said);
        assertThrows(StatusException.class, run::await);
    }

    @Test
    void shouldSayWhichRunsThereAre() throws Exception {
        RunningApplication run = start();
        assertEquals(
                "there is no run 7 under way; there is: 1 (waits); a task is typed with its codelet, such as gemm#7",
                refusal("7"));
        application.goOn.countDown();
        run.await();
        assertEquals(
                "there is no run 1 under way; no application runs; a task is typed with its codelet, such as gemm#1",
                refusal("1"));
    }

    @Test
    void shouldCancelTheTasksOfAContext() throws Exception {
        assertEquals(
                "3 tasks of context waits/default were cancelled, none is running",
                text(cancel().cancel("waits/default")));
        assertEquals(
                List.of("the tasks of context 'default' were cancelled by asterism:cancel"),
                List.copyOf(own.cancelled));
        assertTrue(shared.cancelled.isEmpty());
    }

    @Test
    void shouldRefuseContextsThatAreUnknownOrAmbiguous() {
        assertTrue(refusal("nowhere").startsWith("there is no context 'nowhere'; there are: "), refusal("nowhere"));
        String ambiguous = refusal("default");
        assertTrue(ambiguous.startsWith("several runtimes have a context 'default': say which, "), ambiguous);
        assertTrue(ambiguous.contains("waits/default"), ambiguous);
    }

    @Test
    void shouldCancelATaskByItsName() throws Exception {
        own.unfinished = List.of(task(11, TaskState.RUNNING, own, false), task(12, TaskState.READY, own, true));
        shared.unfinished = List.of(task(12, TaskState.READY, shared, true));
        assertEquals(
                "task gemm#12 was cancelled, and with it the tasks that depend on it",
                text(cancel().cancel("waits/gemm#12")));
        assertTrue(refusal("#12").startsWith("several runtimes have a task '#12': say which, "), refusal("#12"));
        assertEquals("task gemm#11 is running: only tasks that have not begun can be cancelled", refusal("gemm#11"));
        assertEquals("there is no task 'potrf#11': task 11 is waits/gemm#11", refusal("potrf#11"));
    }

    @Test
    void shouldSuggestRunsAndContexts() throws Exception {
        RunningApplication run = start();
        List<String> suggested =
                cancel().suggest(List.of()).stream().map(each -> each.value()).toList();
        assertTrue(suggested.containsAll(List.of("1", "default/default", "waits/default")), suggested.toString());
        assertEquals(List.of(), cancel().suggest(List.of("1")));
        application.goOn.countDown();
        run.await();
    }

    private String refusal(String what) {
        return assertThrows(UsageException.class, () -> cancel().cancel(what)).getMessage();
    }

    private static Task task(long id, TaskState state, FakeRuntime runtime, boolean cancels) {
        Codelet gemm = Codelet.named("gemm").access().cpu(kernel -> {}).build();
        return Fakes.partly(
                Task.class,
                Map.of(
                        "id", arguments -> id,
                        "state", arguments -> state,
                        "codelet", arguments -> gemm,
                        "context", arguments -> runtime.defaultContext(),
                        "cancel", arguments -> cancels,
                        "toString", arguments -> "gemm#" + id));
    }
}
