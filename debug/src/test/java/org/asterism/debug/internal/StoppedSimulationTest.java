package org.asterism.debug.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Breakpoints in a simulation. */
@Timeout(60)
class StoppedSimulationTest {
    private static final Codelet MARKED =
            Codelet.named("marked").cpu(kernel -> {}).build();
    private static final Codelet PLAIN =
            Codelet.named("plain").cpu(kernel -> {}).build();

    /** A push that takes time happens on the thread that steps the workers. */
    private static final Map<String, String> PUSHED_BY_THE_SUBMITTING_THREAD =
            Map.of("cost.submit", "0", "cost.push", "0", "cost.fetch", "0", "cost.turn", "0");

    private final Laboratory laboratory = new Laboratory();
    private final BreakpointService breakpoints = new BreakpointService();
    private TaskRuntime runtime;

    @BeforeEach
    void begin() {
        laboratory.addDriver("sim", new DescribedDriver(2));
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withSimulation(new Simulation(Simulation.DRIVER, PUSHED_BY_THE_SUBMITTING_THREAD, false)));
        breakpoints.addRuntime(runtime, Map.of());
    }

    @AfterEach
    void end() {
        breakpoints.deactivate();
        laboratory.close();
    }

    private static CompletableFuture<Void> on(String name, Action work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                work.perform();
                end.complete(null);
            } catch (Exception thrown) {
                end.completeExceptionally(thrown);
            }
        });
        return end;
    }

    private interface Action {
        void perform() throws Exception;
    }

    private Stop awaitStop() {
        await(() -> breakpoints.stops().size() == 1);
        return breakpoints.stops().getFirst();
    }

    private void set(Point point, boolean wholeRuntime) {
        breakpoints.set(point, new Target.OfCodelet("marked"), Condition.ALWAYS, wholeRuntime);
    }

    private long timeOfRun() throws InterruptedException {
        for (int number = 0; number < 5; number++) {
            runtime.task(number == 2 ? MARKED : PLAIN).submit();
        }
        runtime.waitAll();
        return runtime.clock().nanoTime();
    }

    @Test
    void shouldTakeNoVirtualTimeForAStop() throws Exception {
        long start = timeOfRun();
        long length = timeOfRun() - start;
        set(Point.EXEC, true);
        CompletableFuture<Void> run = on("program", this::timeOfRun);
        Stop stop = awaitStop();
        long stopped = runtime.clock().nanoTime();
        assertFalse(runtime.isPaused(), "nothing moves anyway");
        assertEquals(stopped, runtime.clock().nanoTime());
        breakpoints.resume(stop.number());
        run.get();
        assertEquals(start + 2 * length, runtime.clock().nanoTime());
    }

    @Test
    void shouldKeepTimeFromPassingOnOtherThreadsThanTheStoppedOne() throws Exception {
        set(Point.PUSH, false);
        Task marked = runtime.task(MARKED);
        CompletableFuture<Void> submission = on("submitter", marked::submit);
        Stop stop = awaitStop();
        long begin = runtime.clock().nanoTime();
        Task plain = runtime.task(PLAIN);
        Thread waiting = Thread.ofPlatform().daemon().start(() -> awaitForASecondOfVirtualTime(plain.submit()));
        await(() -> waiting.getState() == Thread.State.TIMED_WAITING || !waiting.isAlive());
        assertEquals(begin, runtime.clock().nanoTime());
        assertFalse(plain.state().isFinal());
        breakpoints.resume(stop.number());
        submission.get();
        waiting.join();
        runtime.waitAll();
        assertEquals(List.of(), runtime.unfinishedTasks());
    }

    private static void awaitForASecondOfVirtualTime(Task task) {
        try {
            task.await(Duration.ofSeconds(1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldCloseASimulationWithAStoppedTask() throws Exception {
        set(Point.POP, false);
        CompletableFuture<Void> run = on("program", this::timeOfRun);
        awaitStop();
        runtime.close();
        run.handle((end, failure) -> null).get();
        assertEquals(List.of(), breakpoints.stops());
    }
}
