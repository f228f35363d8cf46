package org.asterism.debug.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps that have not led to a stop yet, and those that must not be added. */
@Timeout(60)
class PendingStepTest {
    private final Codelet marked = Codelet.named("marked").cpu(kernel -> {}).build();
    private final Codelet plain = Codelet.named("plain").cpu(kernel -> {}).build();
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final WatchedRuntime watched = new WatchedRuntime(laboratory.runtime());
    private final TaskRuntime runtime = watched.runtime;
    private final BreakpointService breakpoints = new BreakpointService();
    private Breakpoint set;

    @BeforeEach
    void begin() {
        breakpoints.addRuntime(runtime, Map.of());
        set = breakpoints.set(Point.EXEC, new Target.OfCodelet("marked"), Condition.ALWAYS, false);
    }

    @AfterEach
    void end() {
        breakpoints.deactivate();
        laboratory.close();
    }

    private Stop stopOf(Task task) {
        await(() ->
                breakpoints.stops().stream().anyMatch(stop -> stop.occasion().task() == task));
        return breakpoints.stops().stream()
                .filter(stop -> stop.occasion().task() == task)
                .findFirst()
                .orElseThrow();
    }

    /** Steps at the kernel of a task, which is the last of its worker; returns the worker. */
    private Worker stepFromTheLastTask() throws InterruptedException {
        Task task = runtime.task(marked).submit();
        Stop stop = stopOf(task);
        assertTrue(breakpoints.step(stop.number()));
        task.await();
        await(() -> breakpoints.stops().isEmpty());
        return stop.occasion().worker().orElseThrow();
    }

    @Test
    void shouldForgetStepsWhenTheLastBreakpointIsDeleted() throws Exception {
        Worker worker = stepFromTheLastTask();
        breakpoints.delete(set.number());
        assertEquals(0, watched.observers.get());
        runtime.task(plain).on(worker).submit().await();
    }

    @Test
    void shouldForgetAStepOfAWorkerWhenALaterStopIsContinued() throws Exception {
        Worker worker = stepFromTheLastTask();
        Worker other = runtime.workers().stream()
                .filter(each -> each != worker)
                .findFirst()
                .orElseThrow();
        Task later = runtime.task(marked).on(other).submit();
        breakpoints.resume(stopOf(later).number());
        later.await();
        runtime.task(plain).on(worker).submit().await();
    }

    @Test
    void shouldKeepAStepThatWasAskedForAfterTheContinuedStop() throws Exception {
        List<Worker> workers = runtime.workers();
        Task first = runtime.task(marked).on(workers.getFirst()).submit();
        Stop stepped = stopOf(first);
        Task second = runtime.task(marked).on(workers.getLast()).submit();
        Stop continued = stopOf(second);
        breakpoints.step(stepped.number());
        breakpoints.resume(continued.number());
        first.await();
        second.await();
        Task next = runtime.task(plain).on(workers.getFirst()).submit();
        assertEquals(Point.POP, stopOf(next).occasion().point());
        breakpoints.resume(stopOf(next).number());
        next.await();
    }

    @Test
    void shouldForgetTheStepOfAWorkerThatLeaves() {
        BreakpointBoard board = new BreakpointBoard();
        Worker worker = runtime.workers().getFirst();
        ObservedRuntime observed = new ObservedRuntime("test", runtime, board, new HeldThreads(), () -> {});
        board.add(new Step.OfWorker(observed, false, worker, 0));
        observed.left(runtime.workers().getLast(), runtime.defaultContext());
        assertFalse(board.isEmpty());
        observed.left(worker, runtime.defaultContext());
        assertTrue(board.isEmpty());
        board.add(new Step.OfWorker(observed, false, worker, 0));
        observed.lost(worker, new IllegalStateException("gone"));
        assertTrue(board.isEmpty());
    }

    @Test
    void shouldNotStepFromAStopThatIsContinuedAlready() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        breakpoints.listen(stop -> awaitQuietly(released));
        Task task = runtime.task(marked).submit();
        Stop stop = stopOf(task);
        assertTrue(breakpoints.resume(stop.number()));
        boolean stepped = breakpoints.step(stop.number());
        released.countDown();
        assertFalse(stepped);
        task.await();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
