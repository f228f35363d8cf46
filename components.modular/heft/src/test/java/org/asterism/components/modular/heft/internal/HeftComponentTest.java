package org.asterism.components.modular.heft.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Which task goes first, and where; numbers made by hand. */
class HeftComponentTest {
    private static final int CPU = 0;
    private static final int GPU = 1;

    private static ComponentScene scene(String... parameters) {
        ComponentScene scene = new ComponentScene(new HeftFactory(), parameters);
        return scene.store(scene.cpu()).store(scene.cuda()).ready().times(1000, 100);
    }

    /** Has the children refuse everything until {@link #open}. */
    private static ComponentScene shut(ComponentScene scene) {
        scene.leaf(CPU).accept(task -> false);
        scene.leaf(GPU).accept(task -> false);
        return scene;
    }

    private static void open(ComponentScene scene) {
        scene.leaf(CPU).accept(task -> true);
        scene.leaf(GPU).accept(task -> true);
        scene.component().canPush(scene.leaf(GPU));
    }

    private static List<FakeTask> push(ComponentScene scene, int... priorities) {
        List<FakeTask> tasks = new ArrayList<>();
        for (int priority : priorities) {
            FakeTask task = scene.task(ComponentScene.WORK, priority);
            tasks.add(task);
            scene.push(task);
        }
        return tasks;
    }

    @Test
    void shouldPlaceATaskWhereItCostsLeast() {
        ComponentScene scene = scene();
        assertEquals(GPU, scene.push());
        scene.leaf(GPU).estimate(950, 0);
        assertEquals(CPU, scene.push());
    }

    @Test
    void shouldKeepWhatIsRefusedUntilThereIsRoom() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 0, 0, 0);
        assertEquals(3, scene.component().storedTasks());
        open(scene);
        assertEquals(0, scene.component().storedTasks());
        assertEquals(tasks, scene.leaf(GPU).taken());
    }

    @Test
    void shouldGoByPriority() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 1, 3, 2, 3);
        open(scene);
        assertEquals(
                List.of(tasks.get(1), tasks.get(3), tasks.get(2), tasks.get(0)),
                scene.leaf(GPU).taken());
    }

    @Test
    void shouldTakeTheTaskThatEndsFirstOfThoseThatAreEquallyUrgent() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 0, 0, 0);
        scene.predictor().times((task, worker, number) -> task == tasks.get(1) ? 10 : 100);
        open(scene);
        assertEquals(
                List.of(tasks.get(1), tasks.get(0), tasks.get(2)),
                scene.leaf(CPU).taken());
    }

    @Test
    void shouldNotCompareTasksOfLessPriority() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 1, 0);
        scene.predictor().times((task, worker, number) -> task == tasks.get(1) ? 10 : 100);
        open(scene);
        assertEquals(tasks, scene.leaf(CPU).taken());
    }

    @Test
    void shouldCompareFiveTasksUnlessToldOtherwise() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 0, 0, 0, 0, 0, 0, 0);
        scene.predictor().times((task, worker, number) -> task == tasks.get(5) ? 1 : task == tasks.get(4) ? 10 : 100);
        open(scene);
        assertSame(tasks.get(4), scene.leaf(CPU).taken().get(0));
        assertSame(tasks.get(5), scene.leaf(CPU).taken().get(1));
        ComponentScene two = shut(scene("choices=2"));
        List<FakeTask> those = push(two, 0, 0, 0);
        two.predictor().times((task, worker, number) -> task == those.get(2) ? 1 : 100);
        open(two);
        assertSame(those.get(0), two.leaf(CPU).taken().get(0));
        assertSame(those.get(2), two.leaf(CPU).taken().get(1));
    }

    @Test
    void shouldReturnARefusedTaskToItsPlace() {
        ComponentScene scene = shut(scene());
        List<FakeTask> tasks = push(scene, 0, 0, 0);
        // The second is chosen again and again, and refused.
        scene.predictor().times((task, worker, number) -> task == tasks.get(1) ? 10 : 100);
        scene.component().canPush(scene.leaf(GPU));
        scene.component().canPush(scene.leaf(GPU));
        scene.times(100, 100);
        open(scene);
        assertEquals(tasks, scene.leaf(CPU).taken());
    }

    @Test
    void shouldNotLoseATaskThatIsNotCalibratedAnywhereAndRefused() {
        ComponentScene scene = shut(scene().times(Double.NaN, Double.NaN));
        List<FakeTask> tasks = push(scene, 0);
        assertEquals(1, scene.component().storedTasks());
        open(scene);
        assertEquals(tasks, scene.leaf(CPU).taken());
    }

    @Test
    void shouldLetWorkersPullThatAreBelowIt() {
        ComponentScene scene = new ComponentScene(new HeftFactory());
        scene.direct(scene.cpu()).direct(scene.cuda()).ready().times(1000, 100);
        FakeTask task = scene.task();
        assertEquals(-1, scene.push(task));
        assertTrue(scene.leaf(1).told() > 0);
        assertSame(task, scene.component().pull(scene.worker(1), scene.leaf(1)));
    }

    @Test
    void shouldNotLetTasksOfOneArchitectureBlockOthers() {
        ComponentScene scene = scene();
        scene.leaf(GPU).accept(task -> false);
        FakeTask first = scene.task().where(Architecture.CUDA);
        FakeTask second = scene.task().where(Architecture.CPU);
        assertEquals(-1, scene.push(first));
        assertEquals(CPU, scene.push(second));
    }

    @Test
    void shouldNotAskAgainBeforeThereIsRoom() {
        ComponentScene scene = shut(scene());
        push(scene, 0, 0);
        scene.predictor().times((task, worker, number) -> {
            throw new AssertionError("it was refused a moment ago");
        });
        List<FakeTask> more = push(scene, 0);
        scene.times(1000, 100);
        open(scene);
        List<Task> taken = scene.leaf(GPU).taken();
        assertSame(more.get(0), taken.get(taken.size() - 1));
    }

    @Test
    void shouldRefuseParametersThatItCannotUse() {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> scene("choices=0"));
        assertTrue(wrong.getMessage().contains("choices"), wrong.getMessage());
    }
}
