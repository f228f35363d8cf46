package org.asterism.components.modular.bestimplementation.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.asterism.api.Architecture;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Which implementation is chosen, and what is said on the task. */
class BestImplementationComponentTest {
    private static ComponentScene scene() {
        ComponentScene scene = new ComponentScene(new BestImplementationFactory());
        return scene.direct(scene.cuda()).ready();
    }

    private static ComponentScene scene(double first, double second) {
        ComponentScene scene = scene();
        scene.predictor().times((task, worker, number) -> number == 0 ? first : second);
        return scene;
    }

    private static void expect(int chosen, float said, ComponentScene scene) {
        FakeTask task = scene.task();
        assertEquals(0, scene.push(task));
        assertEquals(chosen, scene.policy().chosen(task));
        assertEquals(said, scene.policy().predictedNanos(task));
    }

    @Test
    void shouldChooseTheFastestImplementation() {
        expect(1, 10, scene(20, 10));
        expect(0, 10, scene(10, 20));
        expect(0, 10, scene(10, 10));
    }

    @Test
    void shouldChooseOneThatIsNotCalibratedFirst() {
        expect(0, 0, scene(Double.NaN, 10));
        expect(1, 0, scene(10, Double.NaN));
    }

    @Test
    void shouldChooseTheFirstWithoutAModel() {
        expect(0, 0, scene(0, 0));
    }

    @Test
    void shouldSayHowLongTheChosenOneTakesAndLeaveTheTransfer() {
        ComponentScene scene = scene(20, 10);
        FakeTask task = scene.task();
        scene.policy().predict(task, 15, 7);
        scene.push(task);
        assertEquals(10, scene.policy().predictedNanos(task));
        assertEquals(7, scene.policy().predictedTransferNanos(task));
    }

    @Test
    void shouldLeaveTheNotesOnATaskThatIsRefusedAsTheyWere() {
        ComponentScene scene = scene(20, 10);
        scene.leaf(0).accept(task -> false);
        FakeTask task = scene.task();
        scene.policy().predict(task, 15, 7);
        assertEquals(-1, scene.push(task));
        assertEquals(15, scene.policy().predictedNanos(task));
        assertEquals(7, scene.policy().predictedTransferNanos(task));
    }

    @Test
    void shouldRefuseWhatNobodyBelowCanExecute() {
        ComponentScene scene = scene(20, 10);
        assertEquals(-1, scene.push(scene.task().where(Architecture.CPU)));
    }

    @Test
    void shouldChooseForTheWorkerThatPulls() {
        ComponentScene scene = new ComponentScene(new BestImplementationFactory());
        scene.direct(scene.cpu(), scene.cuda()).ready();
        scene.predictor()
                .times((task, worker, number) -> worker.architecture() == Architecture.CPU ? 50 : 20 - 10 * number);
        FakeTask task = scene.task();
        scene.above().offer(task);
        assertSame(task, scene.component().pull(scene.worker(1), scene.leaf(0)));
        assertEquals(1, scene.policy().chosen(task));
        assertEquals(10, scene.policy().predictedNanos(task));
        assertNull(scene.component().pull(scene.worker(1), scene.leaf(0)), "no more");
    }

    @Test
    void shouldNotAskWhereThereIsNothingToChooseAndTheTimeIsSaid() {
        ComponentScene scene = new ComponentScene(new BestImplementationFactory());
        scene.direct(scene.cpu()).ready();
        scene.predictor().times((task, worker, number) -> {
            throw new AssertionError("it is known");
        });
        FakeTask task = scene.task();
        scene.policy().predict(task, 15, 7);
        assertEquals(0, scene.push(task));
        assertEquals(15, scene.policy().predictedNanos(task));
    }
}
