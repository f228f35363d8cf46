package org.asterism.run;

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
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.ContextLoad;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.spi.application.Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;

/** Runs that are cancelled. */
@Timeout(60)
class CancelledRunsTest {
    private final WaitingApplication application = new WaitingApplication();
    private final Applications applications = new Applications();
    private final RunRegistry registry = new RunRegistry();
    private final FakeRuntime own = new FakeRuntime("eager");
    private final Runner runner =
            new Runner(configuration -> own, new NoHost(), registry, Fakes.bundle(new ArrayList<>()));

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
        StatusException told = assertThrows(StatusException.class, run::await);

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
    void shouldEndWellWhenTheApplicationEndsWithACancellation() throws Exception {
        RunningApplication run = new RunningApplication(1, "waits");
        run.start(
                () -> {
                    while (!run.isCancelled()) {
                        Thread.onSpinWait();
                    }
                    throw new CancellationException("a future of its own");
                },
                () -> {});
        assertTrue(run.cancel("Ctrl-C"));
        assertTrue(run.awaitEnd(Duration.ofSeconds(30)));
        StatusException told = assertThrows(StatusException.class, run::await);
        assertEquals("a future of its own", told.getCause().getMessage());
    }

    @Test
    void shouldInterruptAnApplicationThatWaitsForSomethingElse() throws Exception {
        RunningApplication run = start();
        run.cancel("Ctrl-C");
        assertThrows(StatusException.class, run::await);
        assertTrue(run.awaitEnd(Duration.ofSeconds(30)));
        assertInstanceOf(InterruptedException.class, application.thrown.get());
    }

    @Test
    void shouldCancelWhenTheThreadThatWaitsIsInterrupted() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        RunningApplication run = start();
        Thread.currentThread().interrupt();
        assertThrows(StatusException.class, run::await);
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
    void shouldCancelEveryRunBeforeTheFrameworkStops() throws Exception {
        own.whenCancelled = application.goOn::countDown;
        AtomicReference<SynchronousBundleListener> listener = new AtomicReference<>();
        registry.open(fake(BundleContext.class, Map.of("addBundleListener", arguments -> {
            listener.set((SynchronousBundleListener) arguments[0]);
            return null;
        })));
        RunningApplication run = start();
        Thread waits = Thread.startVirtualThread(() -> {
            try {
                assertThrows(StatusException.class, run::await);
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
