package org.asterism.shell.gogo.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.ContextLoad;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.shell.gogo.internal.Fakes;
import org.asterism.shell.gogo.internal.Fakes.FakeRuntime;
import org.asterism.shell.gogo.internal.command.CommandException;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;

/** Runs that are cancelled, and the commands that show and do it. */
@Timeout(60)
class CancelledRunsTest {
    /** Waits until the test lets it go on, or its tasks are cancelled. */
    private final class Waits implements Application {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final AtomicReference<Throwable> thrown = new AtomicReference<>();
        private volatile boolean saw;

        @Override
        public List<ApplicationOption> options() {
            return List.of();
        }

        @Override
        public ApplicationResult run(ApplicationRun run) throws Exception {
            run.expectTasks(100);
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                thrown.set(interrupted);
                throw interrupted;
            } finally {
                saw = run.isCancelled();
            }
            if (saw) {
                throw new IllegalStateException("cancelled");
            }
            return new ApplicationResult(true, Map.of());
        }
    }

    private final Waits application = new Waits();
    private final Applications applications = new Applications();
    private final RunRegistry registry = new RunRegistry();
    private final FakeRuntime own = new FakeRuntime("eager");
    private final FakeRuntime shared = new FakeRuntime("prio");
    private final Runner runner = new Runner(
            configuration -> own,
            new Trees(),
            RuntimesForTests.of(Map.of("default", shared)),
            registry,
            Fakes.bundle(new ArrayList<>()));

    CancelledRunsTest() {
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, "waits")), application);
    }

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
    void shouldNotHaveBusyTimesMeasuredInARuntimeOfItsOwn() throws Exception {
        RunningApplication run = start();
        application.goOn.countDown();
        run.await();

        assertEquals(0, own.loadReadings, "from the first reading on, workers read the clock twice for each task");
    }

    @Test
    void shouldCallOffTheTasksAndReportHowFarTheRunWas() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        RunningApplication run = start();
        own.load = new ContextLoad(40, 0, 0, 7, 0, 33, Map.of(), 0);

        assertTrue(run.cancel("Ctrl-C"));
        CommandException told = assertThrows(CommandException.class, run::await);

        assertTrue(own.terminating);
        assertEquals(List.of("run 1 (waits) was cancelled by Ctrl-C"), List.copyOf(own.cancelled));
        assertTrue(
                told.getMessage()
                        .matches("run 1 \\(waits\\) was cancelled by Ctrl-C after [0-9.]+ s: 7 of 100 tasks had ended,"
                                + " 33 were cancelled, none is running"),
                told.getMessage());
        assertEquals("cancelled", told.getCause().getMessage());
        assertTrue(application.saw);
        assertTrue(own.closed);
        assertEquals(List.of(), registry.all());
    }

    @Test
    void shouldInterruptAnApplicationThatWaitsForSomethingElse() throws Exception {
        RunningApplication run = start();
        run.cancel("Ctrl-C");
        assertThrows(CommandException.class, run::await);
        assertTrue(run.awaitEnd(Duration.ofSeconds(30)));
        assertInstanceOf(InterruptedException.class, application.thrown.get());
    }

    @Test
    void shouldCancelWhenTheThreadThatWaitsIsInterrupted() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        RunningApplication run = start();
        Thread.currentThread().interrupt();
        assertThrows(CommandException.class, run::await);
        assertTrue(run.awaitEnd(Duration.ofSeconds(30)));
        assertFalse(Thread.interrupted());
        assertEquals(1, own.cancelled.size());
    }

    @Test
    void shouldNameTheKernelsThatKeepARunFromEnding() throws Exception {
        RunningApplication run = start();
        own.load = new ContextLoad(2, 0, 1, 1, 0, 0, Map.of(), 0);
        own.unfinished = List.of(task(12, TaskState.RUNNING, own, true));
        assertTrue(
                run.report().endsWith(": 1 of 100 tasks had ended, 0 were cancelled, 1 is still running (gemm#12)"),
                run.report());
        application.goOn.countDown();
        run.await();
    }

    @Test
    void shouldListRunsUnderWay() throws Exception {
        RunsCommand runs = new RunsCommand(registry, RuntimesForTests.of(Map.of("waits", own)));
        assertEquals("no application runs", text(runs.runs(false)));
        RunningApplication run = start();
        own.load = new ContextLoad(40, 0, 2, 7, 0, 0, Map.of(), 0);
        List<String> lines = text(runs.runs(false)).lines().toList();
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
        assertEquals("no application runs", text(runs.runs(false)));
    }

    @Test
    void shouldCancelARunByItsNumber() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        RunningApplication run = start();
        String said = text(cancel().cancel(false, "1"));
        assertTrue(said.startsWith("run 1 (waits) was cancelled by asterism:cancel after "), said);
        assertThrows(CommandException.class, run::await);
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
                text(cancel().cancel(false, "waits/default")));
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
                text(cancel().cancel(false, "waits/gemm#12")));
        assertTrue(refusal("#12").startsWith("several runtimes have a task '#12': say which, "), refusal("#12"));
        assertEquals("task gemm#11 is running: only tasks that have not begun can be cancelled", refusal("gemm#11"));
        assertEquals(
                "there is no task 'potrf#11' that has not ended; asterism:tasks lists the oldest that wait, with codelet"
                        + " and id",
                refusal("potrf#11"));
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

    @Test
    void shouldCancelEveryRunBeforeTheFrameworkStops() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        AtomicReference<SynchronousBundleListener> listener = new AtomicReference<>();
        registry.activate(fake(BundleContext.class, Map.of("addBundleListener", arguments -> {
            listener.set((SynchronousBundleListener) arguments[0]);
            return null;
        })));
        RunningApplication run = start();
        Thread waits = Thread.startVirtualThread(() -> {
            try {
                assertThrows(CommandException.class, run::await);
            } finally {
                run.reported();
            }
        });
        Bundle other = fake(Bundle.class, Map.of("getBundleId", arguments -> 7L));
        Bundle system = fake(Bundle.class, Map.of("getBundleId", arguments -> 0L));
        listener.get().bundleChanged(new BundleEvent(BundleEvent.STOPPING, other));
        assertFalse(run.isCancelled());

        listener.get().bundleChanged(new BundleEvent(BundleEvent.STOPPING, system));

        assertTrue(run.isCancelled());
        waits.join();
        assertTrue(run.hasEnded());
    }

    private String refusal(String what) {
        return assertThrows(org.asterism.spi.application.UsageException.class, () -> cancel().cancel(false, what))
                .getMessage();
    }

    private static Task task(long id, TaskState state, FakeRuntime runtime, boolean cancels) {
        Codelet gemm = Codelet.named("gemm").access().cpu(kernel -> {}).build();
        return fake(
                Task.class,
                Map.of(
                        "id", arguments -> id,
                        "state", arguments -> state,
                        "codelet", arguments -> gemm,
                        "context", arguments -> runtime.defaultContext(),
                        "cancel", arguments -> cancels,
                        "toString", arguments -> "gemm#" + id));
    }

    private static <T> T fake(Class<T> type, Map<String, java.util.function.Function<Object[], Object>> methods) {
        return type.cast(Proxy.newProxyInstance(
                CancelledRunsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                        methods.getOrDefault(method.getName(), ignored -> null).apply(arguments)));
    }
}
