package org.asterism.components.modular.workstealing.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakeLeaf;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class WorkStealingComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final List<FakeWorker> workers = List.of(
            new FakeWorker(0, Architecture.CPU),
            new FakeWorker(1, Architecture.CPU),
            new FakeWorker(2, Architecture.CPU),
            new FakeWorker(3, Architecture.CUDA));
    private final List<FakeLeaf> leaves = new ArrayList<>();
    private FakeComponentContext place;
    private int tasks;

    private SchedulingComponent stealing() {
        place = new FakeComponentContext("stealing", Map.of(), policy, new WorkStealingFactory()::create);
        for (FakeWorker worker : workers) {
            FakeComponentContext leaf = new FakeComponentContext("leaf-" + worker, Map.of(), policy, FakeLeaf::new)
                    .workers(List.of(worker));
            ((FakeLeaf) leaf.component()).wake(true);
            leaves.add((FakeLeaf) leaf.component());
            place.above(leaf);
        }
        policy.setWorkers(workers);
        return place.workers(workers).component();
    }

    private FakeTask task(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(++tasks, codelet, priority);
        policy.stamp(task, tasks);
        return task;
    }

    private FakeTask pushedBy(SchedulingComponent stealing, int worker, FakeTask task) {
        policy.runAs(workers.get(worker), () -> assertTrue(stealing.push(task)));
        return task;
    }

    private Task pull(SchedulingComponent stealing, int worker) {
        return stealing.pull(workers.get(worker), leaves.get(worker));
    }

    @Test
    void shouldKeepForAWorkerWhatItPushesAndGiveItTheOldestOfTheHighestPriority() {
        SchedulingComponent stealing = stealing();
        FakeTask first = pushedBy(stealing, 1, task(CPU, 0));
        FakeTask second = pushedBy(stealing, 1, task(CPU, 5));
        FakeTask third = pushedBy(stealing, 1, task(CPU, 5));
        FakeTask fourth = pushedBy(stealing, 1, task(CPU, 0));
        assertEquals(
                List.of(second, third, first, fourth),
                List.of(pull(stealing, 1), pull(stealing, 1), pull(stealing, 1), pull(stealing, 1)));
        assertNull(pull(stealing, 1));
    }

    @Test
    void shouldLetThievesTakeTheNewestOfTheHighestPriority() {
        SchedulingComponent stealing = stealing();
        FakeTask low = pushedBy(stealing, 1, task(CPU, 0));
        FakeTask high = pushedBy(stealing, 1, task(CPU, 5));
        FakeTask alsoHigh = pushedBy(stealing, 1, task(CPU, 5));
        FakeTask forGpu = task(CUDA, 9);
        stealing.push(forGpu);
        assertSame(alsoHigh, pull(stealing, 0));
        assertSame(high, pull(stealing, 2));
        assertSame(low, pull(stealing, 2));
        assertNull(pull(stealing, 2), "what is left is for the GPU");
        assertSame(forGpu, pull(stealing, 3));
    }

    @Test
    void shouldStealFromTheNearestFirst() {
        policy.setNearest(thief -> Comparator.comparingInt(worker -> -worker.id()));
        SchedulingComponent stealing = stealing();
        FakeTask far = pushedBy(stealing, 1, task(CPU, 9));
        FakeTask near = pushedBy(stealing, 2, task(CPU, 0));
        assertSame(near, pull(stealing, 0));
        assertSame(far, pull(stealing, 0));
    }

    @Test
    void shouldDealOutWhatTheProgramPushesInTurnToThoseWhoCanExecuteIt() {
        SchedulingComponent stealing = stealing();
        List<FakeTask> pushed = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            pushed.add(task(CPU, 0));
            stealing.push(pushed.get(i));
        }
        assertEquals(6, stealing.storedTasks());
        for (int worker = 0; worker < 3; worker++) {
            assertEquals(2, leaves.get(worker).told(), "told " + workers.get(worker));
        }
        assertSame(pushed.get(0), pull(stealing, 0));
        assertSame(pushed.get(1), pull(stealing, 1));
        assertSame(pushed.get(2), pull(stealing, 2));
        FakeTask restricted = task(CPU, 0).where((Worker worker) -> worker.id() == 2);
        stealing.push(restricted);
        assertTrue(stealing.push(task(CUDA, 0)));
        FakeTask foreign = pushedBy(stealing, 3, task(CPU, 7));
        assertEquals(6, stealing.storedTasks());
        List<Task> rest = new ArrayList<>();
        for (Task task = pull(stealing, 0); task != null; task = pull(stealing, 0)) {
            rest.add(task);
        }
        assertTrue(rest.contains(foreign), "the GPU cannot execute it: it is dealt out");
        assertFalse(rest.contains(restricted));
        assertSame(restricted, pull(stealing, 2));
    }

    @Test
    void shouldGiveTheTasksOfAChildThatHasGoneToOthersInTheirOrder() {
        SchedulingComponent stealing = stealing();
        FakeTask first = pushedBy(stealing, 1, task(CPU, 0));
        FakeTask second = pushedBy(stealing, 1, task(CPU, 0));
        FakeTask kept = pushedBy(stealing, 0, task(CPU, 0));
        FakeComponentContext leaf = (FakeComponentContext) leaves.get(1).context();
        leaf.workers(List.of());
        // The child stays, but its worker has left: its tasks are stolen.
        place.workers(List.of(workers.get(0), workers.get(2), workers.get(3)));
        assertEquals(3, stealing.storedTasks());
        assertSame(kept, pull(stealing, 0));
        assertSame(second, pull(stealing, 2));
        assertSame(first, pull(stealing, 2));
    }

    @Test
    void shouldDrainInTheOrderOfStampsAndForgetWhatItExpected() {
        SchedulingComponent stealing = stealing();
        List<Task> pushed = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            FakeTask task = task(i == 4 ? CUDA : CPU, i % 3);
            policy.predict(task, 1_000, 0);
            pushed.add(i % 2 == 0 ? pushedBy(stealing, i % 4, task) : task);
            if (i % 2 != 0) {
                stealing.push(task);
            }
        }
        assertEquals(9_000, stealing.expectedNanos());
        leaves.forEach(leaf -> leaf.estimate(10_000, 1));
        assertEquals(10_000 + 9_000 / 4, stealing.estimatedEnd());
        assertEquals(4 + 9, stealing.estimatedLoad());
        List<Task> drained = new ArrayList<>();
        stealing.drain(drained::add);
        assertEquals(pushed, drained);
        assertEquals(0, stealing.expectedNanos());
        assertEquals(0, stealing.storedTasks());
    }

    @Test
    void shouldPushItsOwnAndStolenTasksToAChildThatHasRoom() {
        SchedulingComponent stealing = stealing();
        FakeTask own = pushedBy(stealing, 0, task(CPU, 0));
        FakeTask other = pushedBy(stealing, 1, task(CPU, 0));
        FakeTask another = pushedBy(stealing, 1, task(CPU, 0));
        leaves.get(0).accept(task -> leaves.get(0).taken().size() < 2);
        assertTrue(stealing.canPush(leaves.get(0)));
        assertEquals(List.of(own, another), leaves.get(0).taken());
        assertSame(other, pull(stealing, 1));
        assertFalse(stealing.canPush(leaves.get(0)));
        pushedBy(stealing, 1, task(CPU, 0));
        workers.get(2).fallAsleep();
        assertFalse(stealing.canPush(leaves.get(0)));
        assertFalse(workers.get(2).isAsleep(), "it may have looked while another was offered the task");
        assertThrows(IllegalArgumentException.class, () -> stealing.canPush(stealing));
    }
}
