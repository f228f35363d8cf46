package org.asterism.components.modular.eagercalibration.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.asterism.api.Architecture;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Who is given what is to be measured. */
class EagerCalibrationComponentTest {
    /** Two CPUs and a GPU, as workers and not as stores. */
    private static ComponentScene workers() {
        ComponentScene scene = new ComponentScene(new EagerCalibrationFactory());
        return scene.direct(scene.cpu())
                .direct(scene.cpu())
                .direct(scene.cuda())
                .ready();
    }

    @Test
    void shouldGiveATaskToTheFirstWorkerThatKnowsNothingOfIt() {
        ComponentScene scene = workers();
        scene.predictor().times((task, worker, number) -> worker.id() > 0 ? Double.NaN : 5);
        assertEquals(1, scene.push());
    }

    @Test
    void shouldChooseTheImplementationThatIsToBeMeasured() {
        ComponentScene scene = workers();
        scene.predictor().times((task, worker, number) -> number == 1 ? Double.NaN : 5);
        FakeTask task = scene.task();
        assertEquals(2, scene.push(task));
        assertEquals(1, scene.policy().chosen(task));
    }

    @Test
    void shouldRefuseATaskThatIsKnownEverywhere() {
        ComponentScene scene = workers().times(5, 5);
        assertEquals(-1, scene.push());
        scene.times(0, 0);
        assertEquals(-1, scene.push(), "never to be known");
    }

    @Test
    void shouldLookOnlyAtWorkersThatCanExecuteTheTask() {
        ComponentScene scene = workers().times(5, Double.NaN);
        assertEquals(-1, scene.push(scene.task().where(Architecture.CPU)));
        scene.times(Double.NaN, Double.NaN);
        assertEquals(1, scene.push(scene.task().where(worker -> worker.id() == 1)));
    }

    @Test
    void shouldSpreadTasksOverTheWorkersAndLeaveTheRestAbove() {
        ComponentScene scene = workers().times(Double.NaN, 5);
        scene.leaf(0).estimate(0, 1);
        assertEquals(1, scene.push(), "the one without a task");
        scene.leaf(0).estimate(0, 2);
        scene.leaf(1).estimate(0, 2);
        FakeTask task = scene.task();
        assertFalse(scene.component().push(task), "both have one that runs and one that waits");
        assertEquals(-1, scene.whereIs(task));
    }

    @Test
    void shouldCountTasksAndNotTheirTimes() {
        ComponentScene scene = workers().times(5, Double.NaN);
        scene.predictor().relativeSpeed(Architecture.CUDA, 30);
        scene.leaf(2).estimate(0, 1 / 30.0);
        assertEquals(2, scene.push());
        scene.leaf(2).estimate(0, 2 / 30.0);
        assertEquals(-1, scene.push());
    }

    @Test
    void shouldAskTheNextWorkerIfTheFirstRefuses() {
        ComponentScene scene = new ComponentScene(new EagerCalibrationFactory());
        scene.store(scene.cpu()).store(scene.cpu()).store(scene.cpu()).ready().times(Double.NaN, 0);
        scene.leaf(0).accept(task -> false);
        scene.leaf(1).estimate(0, 40);
        scene.leaf(2).estimate(0, 30);
        assertEquals(2, scene.push(), "stores refuse by themselves");
        scene.leaf(2).accept(task -> false);
        assertEquals(1, scene.push());
        scene.leaf(1).accept(task -> false);
        assertEquals(-1, scene.push());
    }

    @Test
    void shouldPlaceWhatIsKnownIfThereAreOnlyStoresAbove() {
        ComponentScene scene = workers();
        scene.predictor().times((task, worker, number) -> worker.id() < 2 ? 5 : 5 - number);
        scene.above().keep(true);
        scene.ready();
        scene.leaf(0).estimate(0, 1);
        scene.leaf(1).estimate(0, 1);
        FakeTask task = scene.task();
        assertEquals(2, scene.push(task), "the least loaded");
        assertEquals(1, scene.policy().chosen(task), "with the faster implementation");
        scene.leaf(2).estimate(0, 2);
        assertEquals(0, scene.push());
        scene.leaf(0).estimate(0, 2);
        scene.leaf(1).estimate(0, 2);
        assertEquals(-1, scene.push(), "all have one that runs and one that waits");
        scene.predictor().times((known, worker, number) -> worker.id() == 2 ? Double.NaN : 5);
        scene.leaf(1).estimate(0, 0);
        assertEquals(1, scene.push(), "there is no room where it is to be measured");
        scene.leaf(2).estimate(0, 1);
        assertEquals(2, scene.push());
    }

    @Test
    void shouldGiveNothingToWorkersThatPull() {
        ComponentScene scene = workers();
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertFalse(scene.component().letsPull());
    }
}
