package org.asterism.debug.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a runtime is observed. */
@Timeout(60)
class ObservationTest {
    private final Codelet marked = Codelet.named("marked").cpu(kernel -> {}).build();
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final WatchedRuntime watched = new WatchedRuntime(laboratory.runtime());
    private final BreakpointService breakpoints = new BreakpointService();

    @AfterEach
    void end() {
        breakpoints.deactivate();
        laboratory.close();
    }

    private Breakpoint set(boolean wholeRuntime) {
        return breakpoints.set(Point.EXEC, new Target.OfCodelet("marked"), Condition.ALWAYS, wholeRuntime);
    }

    @Test
    void shouldStopTasksOfASharedRuntimeThatComesAfterTheBreakpointAndBeginsLater() throws Exception {
        set(false);
        breakpoints.addRuntime(watched.runtime, Map.of());
        Task task = watched.runtime.task(marked).submit();
        await(() -> breakpoints.stops().size() == 1);
        breakpoints.resume(1);
        task.await();
    }

    @Test
    void shouldNotObserveASharedRuntimeThatBeginsAfterTheBreakpointIsDeleted() {
        breakpoints.addRuntime(watched.runtime, Map.of());
        Breakpoint set = set(false);
        assertEquals(1, watched.observers.get());
        breakpoints.delete(set.number());
        assertEquals(0, watched.observers.get());
    }

    @Test
    void shouldNotKeepADecisionThatComesAfterTheEndOfTheObservation() {
        BreakpointBoard board = new BreakpointBoard();
        HeldThreads threads = new HeldThreads();
        ObservedRuntime observed = new ObservedRuntime("test", watched.runtime, board, threads, () -> {});
        Task task = watched.runtime.task(marked);
        Worker worker = watched.runtime.workers().getFirst();
        List<Stop> stops = new ArrayList<>();
        threads.listen(stop -> {
            stops.add(stop);
            threads.releaseAll(observed);
        });
        board.add(Point.POP, new Target.OfCodelet("marked"), Condition.ALWAYS, false);
        observed.update(() -> true);
        observed.decided(task, worker, 1, 2, 3, 4);
        observed.popped(task, worker, "eager");
        observed.update(() -> false);
        observed.decided(task, worker, 1, 2, 3, 4);
        observed.update(() -> true);
        observed.popped(task, worker, "eager");
        observed.close();
        assertTrue(stops.getFirst().occasion().decision().isPresent());
        assertTrue(stops.getLast().occasion().decision().isEmpty());
    }

    @Test
    void shouldDeleteTheBreakpointThatThrowsAndKeepTheOthers() {
        Task broken = (Task) Proxy.newProxyInstance(
                Task.class.getClassLoader(), new Class<?>[] {Task.class}, (proxy, method, values) -> {
                    throw new IllegalStateException("no answer");
                });
        BreakpointBoard board = new BreakpointBoard();
        Task task = watched.runtime.task(marked);
        board.add(Point.PUSH, new Target.OfCodelet("marked"), Condition.ALWAYS, false);
        Breakpoint kept = board.add(Point.PUSH, new Target.OneTask(task), Condition.ALWAYS, false);
        assertTrue(board.causeAt(pushed(broken)).isEmpty());
        assertEquals(List.of(kept), board.all());
        assertTrue(board.causeAt(pushed(task)).isPresent());
    }

    private static Occasion pushed(Task task) {
        return new Occasion(Point.PUSH, task, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void shouldObserveTheRuntimeOfAStopWhoseBreakpointIsDeletedJustBefore() throws Exception {
        breakpoints.addRuntime(watched.runtime, Map.of());
        Breakpoint set = set(true);
        watched.beforePause = () -> breakpoints.delete(set.number());
        CopyOnWriteArrayList<Integer> observersAtStop = new CopyOnWriteArrayList<>();
        breakpoints.listen((Stop stop) -> observersAtStop.add(watched.observers.get()));
        Task task = watched.runtime.task(marked).submit();
        await(() -> observersAtStop.size() == 1);
        assertEquals(1, observersAtStop.getFirst());
        breakpoints.resume(1);
        task.await();
        await(() -> watched.observers.get() == 0);
    }
}
