package org.asterism.components.modular.gemm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.model.PerformanceModel;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** Where multiplications go, and where the others. */
class GemmComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet GEMM = either("gemm").build();
    private static final int GPU = 0;
    private static final int OTHER_GPU = 1;
    private static final int CORES = 2;

    private static Codelet.Builder either(String name) {
        return Codelet.named(name).cpu(kernel -> {}).implementation(Architecture.CUDA, ELSEWHERE);
    }

    private static ComponentScene scene(String... parameters) {
        ComponentScene scene = new ComponentScene(new GemmFactory(), parameters);
        return scene.store(scene.cuda())
                .store(scene.cuda())
                .store(scene.cpu(), scene.cpu())
                .ready()
                .times(1000, 100);
    }

    @Test
    void shouldGiveMultiplicationsToWhereTheyEndFirst() {
        ComponentScene scene = scene();
        assertEquals(GPU, scene.push(scene.task(GEMM, 0)));
        scene.leaf(GPU).estimate(10, 0);
        assertEquals(OTHER_GPU, scene.push(scene.task(GEMM, 0)));
        scene.placement().travels((task, node) -> node == 1 ? 11 : 0);
        FakeTask task = scene.task(GEMM, 0);
        assertEquals(GPU, scene.push(task));
        scene.leaf(GPU).estimate(1000, 0);
        scene.leaf(OTHER_GPU).estimate(1000, 0);
        assertEquals(CORES, scene.push(scene.task(GEMM, 0)));
    }

    @Test
    void shouldNoteWhatIsExpected() {
        ComponentScene scene = scene();
        scene.placement().travels((task, node) -> 30);
        FakeTask task = scene.task(GEMM, 0);
        scene.push(task);
        assertEquals(100, scene.policy().predictedNanos(task));
        assertEquals(30, scene.policy().predictedTransferNanos(task));
    }

    @Test
    void shouldOfferMultiplicationsToTheNextChildIfOneIsFull() {
        ComponentScene scene = scene();
        scene.leaf(OTHER_GPU).estimate(10, 0);
        scene.leaf(GPU).accept(task -> false);
        assertEquals(OTHER_GPU, scene.push(scene.task(GEMM, 0)));
        scene.leaf(OTHER_GPU).accept(task -> false);
        assertEquals(CORES, scene.push(scene.task(GEMM, 0)));
        scene.leaf(CORES).accept(task -> false);
        FakeTask task = scene.task(GEMM, 0);
        scene.policy().predict(task, 3, 4);
        assertEquals(-1, scene.push(task));
        assertEquals(3, scene.policy().predictedNanos(task));
        assertEquals(4, scene.policy().predictedTransferNanos(task));
    }

    @Test
    void shouldGiveOthersToCores() {
        ComponentScene scene = scene();
        FakeTask task = scene.task();
        assertEquals(CORES, scene.push(task));
        assertEquals(0, scene.policy().predictedNanos(task));
        scene.leaf(CORES).accept(refused -> false);
        assertEquals(-1, scene.push(), "no other has cores");
    }

    @Test
    void shouldGoThroughCoresInTheOrderOfTheirIds() {
        ComponentScene scene = new ComponentScene(new GemmFactory());
        FakeWorker first = scene.cpu();
        FakeWorker second = scene.cpu();
        scene.store(second).store(first).ready();
        assertEquals(1, scene.push());
        scene.leaf(1).accept(task -> false);
        assertEquals(0, scene.push());
        assertEquals(0, scene.push(scene.task().where(worker -> worker.id() == 1)));
    }

    @Test
    void shouldGiveOthersToAnyChildIfNoCoreCanExecuteThem() {
        ComponentScene scene = scene();
        assertEquals(GPU, scene.push(scene.task().where(Architecture.CUDA)));
        assertEquals(OTHER_GPU, scene.push(scene.task().where(worker -> worker.id() == 1)));
        assertEquals(-1, scene.push(scene.task().where(worker -> false)));
    }

    @Test
    void shouldKnowMultiplicationsByTheNameOfTheirModelToo() {
        PerformanceModel model = PerformanceModel.history("chol_model_22");
        assertEquals(
                GPU, scene().push(scene().task(either("update").model(model).build(), 0)));
        assertEquals(CORES, scene().push(scene().task(either("update").build(), 0)));
    }

    @Test
    void shouldBeToldWhichCodeletsMultiply() {
        Codelet other = either("product").build();
        ComponentScene scene = scene("codelets=product, tensor");
        assertEquals(GPU, scene.push(scene.task(other, 0)));
        assertEquals(CORES, scene.push(scene.task(GEMM, 0)));
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> scene("codelets= "));
        assertTrue(refusal.getMessage().contains("codelets"), refusal.getMessage());
    }

    @Test
    void shouldGiveMultiplicationsThatAreNotMeasuredToWhomeverIsFreeFirst() {
        ComponentScene scene = scene().times(Double.NaN, Double.NaN);
        scene.leaf(GPU).estimate(20, 0);
        scene.leaf(OTHER_GPU).estimate(10, 0);
        scene.leaf(CORES).estimate(30, 0);
        FakeTask task = scene.task(GEMM, 0);
        assertEquals(OTHER_GPU, scene.push(task));
        assertEquals(0, scene.policy().predictedNanos(task));
    }

    @Test
    void shouldTellWorkersThatAreBelowItAndRefuse() {
        ComponentScene scene = new ComponentScene(new GemmFactory());
        scene.direct(scene.cuda()).direct(scene.cpu()).ready().times(1000, 100);
        assertFalse(scene.component().push(scene.task()));
        assertEquals(0, scene.leaf(0).told());
        assertEquals(1, scene.leaf(1).told());
        assertFalse(scene.component().push(scene.task(GEMM, 0)));
        assertEquals(1, scene.leaf(0).told());
    }
}
