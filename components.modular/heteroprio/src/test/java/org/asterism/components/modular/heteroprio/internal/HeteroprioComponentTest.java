package org.asterism.components.modular.heteroprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Who takes which tasks first; numbers made by hand. */
class HeteroprioComponentTest {
    private static final int CPU = 0;
    private static final int GPU = 1;

    /** What a task takes on a CPU; on a GPU each takes 100. */
    private final Map<Task, Double> onCpu = new HashMap<>();

    private final ComponentScene scene = new ComponentScene(new HeteroprioFactory());

    private void build() {
        scene.store(scene.cpu()).store(scene.cuda()).ready();
        scene.predictor()
                .times((task, worker, number) ->
                        worker.architecture() == Architecture.CPU ? onCpu.getOrDefault(task, 1000.0) : 100);
    }

    private FakeTask accelerated(double times, int priority) {
        FakeTask task = scene.task(ComponentScene.WORK, priority);
        onCpu.put(task, 100 * times);
        return task;
    }

    private List<FakeTask> keep(double... accelerations) {
        shut();
        List<FakeTask> tasks = new ArrayList<>();
        for (double acceleration : accelerations) {
            tasks.add(accelerated(acceleration, 0));
        }
        tasks.forEach(scene::push);
        assertEquals(tasks.size(), scene.component().storedTasks());
        return tasks;
    }

    private void shut() {
        scene.leaf(CPU).accept(task -> false);
        scene.leaf(GPU).accept(task -> false);
    }

    private void open(int leaf, int room) {
        scene.leaf(leaf).accept(task -> scene.leaf(leaf).taken().size() < room);
        scene.component().canPush(scene.leaf(leaf));
    }

    @Test
    void shouldGiveAcceleratorsTheMostAcceleratedTasksFirst() {
        build();
        List<FakeTask> tasks = keep(2, 20, 5);
        open(GPU, 10);
        assertEquals(
                List.of(tasks.get(1), tasks.get(2), tasks.get(0)),
                scene.leaf(GPU).taken());
    }

    @Test
    void shouldGiveCoresTheLeastAcceleratedTasksFirst() {
        build();
        scene.leaf(GPU).estimate(100_000, 1); // so that every task ends first on the CPU
        List<FakeTask> tasks = keep(2, 20, 5);
        open(CPU, 10);
        assertEquals(
                List.of(tasks.get(0), tasks.get(2), tasks.get(1)),
                scene.leaf(CPU).taken());
    }

    @Test
    void shouldLetATaskWaitWhosePlaceIsNotInItsTurn() {
        build();
        // Both end first on the GPU, which is full: the CPU takes neither, though it has nothing to do.
        scene.leaf(GPU).estimate(10, 1);
        List<FakeTask> tasks = keep(20, 2);
        open(CPU, 10);
        assertEquals(List.of(), scene.leaf(CPU).taken());
        scene.leaf(GPU).estimate(150, 1);
        scene.component().canPush(scene.leaf(CPU));
        assertEquals(List.of(tasks.get(1)), scene.leaf(CPU).taken(), "200 there, 250 on the GPU; the other one 2000");
        assertEquals(1, scene.component().storedTasks());
    }

    @Test
    void shouldPutTasksOfAboutTheSameAccelerationTogetherByPriority() {
        build();
        shut();
        FakeTask first = accelerated(10, 1);
        FakeTask urgent = accelerated(9.2, 2);
        FakeTask other = accelerated(8, 3);
        scene.push(first);
        scene.push(urgent);
        scene.push(other);
        open(GPU, 10);
        assertEquals(List.of(urgent, first, other), scene.leaf(GPU).taken(), "9.2 is 10, and 8 is not");
    }

    @Test
    void shouldPlaceByCostAloneWhatNotAllCanExecuteOrIsNotKnown() {
        build();
        shut();
        FakeTask accelerated = accelerated(20, 5);
        FakeTask onlyThere = scene.task().where(Architecture.CUDA);
        scene.push(accelerated);
        scene.push(onlyThere);
        open(GPU, 10);
        assertEquals(List.of(onlyThere, accelerated), scene.leaf(GPU).taken());
        FakeTask unknown = scene.task();
        onCpu.put(unknown, Double.NaN);
        assertEquals(GPU, scene.push(unknown), "as far as is known");
        onCpu.put(unknown, 0.0);
    }

    @Test
    void shouldMeasureWhatIsNotKnownAnywhere() {
        build();
        scene.predictor().times((task, worker, number) -> Double.NaN);
        shut();
        FakeTask task = scene.task();
        assertEquals(-1, scene.push(task));
        assertEquals(1, scene.component().storedTasks(), "refused, and not lost");
        open(CPU, 1);
        assertEquals(CPU, scene.whereIs(task));
    }

    @Test
    void shouldPlaceSomethingWhenAllTurnsWaitForEachOther() {
        build();
        // The most accelerated one has its data with the CPU, the least accelerated one with the GPU.
        shut();
        FakeTask most = accelerated(20, 0);
        FakeTask least = accelerated(2, 0);
        scene.placement().travels((task, node) -> task == most ? (node == 1 ? 100_000 : 0) : node == 1 ? 0 : 100_000);
        scene.push(most);
        scene.push(least);
        scene.leaf(CPU).estimate(0, 1);
        open(CPU, 10);
        open(GPU, 10);
        assertEquals(2, scene.component().storedTasks(), "somebody has a task, and will ask when it has ended");
        scene.leaf(CPU).estimate(0, 0);
        scene.component().canPush(scene.leaf(CPU));
        assertEquals(CPU, scene.whereIs(most));
        assertEquals(GPU, scene.whereIs(least));
    }

    @Test
    void shouldNotLetARefusedTaskBlockOthers() {
        build();
        shut();
        FakeTask there = scene.task().where(Architecture.CUDA);
        FakeTask here = scene.task().where(Architecture.CPU);
        scene.push(there);
        scene.push(here);
        open(CPU, 10);
        assertEquals(List.of(here), scene.leaf(CPU).taken());
    }

    @Test
    void shouldLetWorkersPullWhatTheirKindTakesFirst() {
        scene.direct(scene.cpu()).direct(scene.cuda()).ready();
        scene.predictor()
                .times((task, worker, number) ->
                        worker.architecture() == Architecture.CPU ? onCpu.getOrDefault(task, 1000.0) : 100);
        FakeTask least = accelerated(2, 0);
        FakeTask most = accelerated(20, 0);
        FakeTask between = accelerated(5, 0);
        FakeTask here = scene.task().where(Architecture.CPU);
        List.of(least, most, between, here).forEach(scene::push);
        assertTrue(scene.leaf(1).told() > 0);
        assertSame(most, scene.component().pull(scene.worker(1), scene.leaf(1)));
        assertSame(here, scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertSame(least, scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertSame(between, scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(0)));
    }

    @Test
    void shouldHandOverWhatItKeeps() {
        build();
        List<FakeTask> tasks = keep(2, 20);
        FakeTask there = scene.task().where(Architecture.CUDA);
        tasks.add(there);
        scene.push(there);
        List<Task> drained = new ArrayList<>();
        scene.component().drain(drained::add);
        assertEquals(3, drained.size());
        assertTrue(drained.containsAll(tasks));
        assertEquals(0, scene.component().storedTasks());
    }
}
