package org.asterism.core.internal.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.FormsBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long data of several forms take to come to a worker. Node 1 is a CUDA device, node 2 one of OpenCL; what is
 * copied takes its time, too.
 */
@Timeout(20)
class FormTravelTest {
    private static final long CONVERSION = 1_000_000;

    @TempDir
    private Path models;

    private FormsBench bench;

    @AfterEach
    void close() {
        bench.close();
    }

    private void open(PerformanceModel model) {
        bench = new FormsBench(
                5,
                CONVERSION,
                FormsBench.driver(3, 1 << 20, Architecture.CUDA, Architecture.OPENCL),
                RuntimeConfiguration.defaults()
                        .withClock(new VirtualClock())
                        .withModels(ModelSettings.defaults().withFolder(models).withMinimumSamples(2)));
        bench.conversionModel = model;
    }

    private static PerformanceModel cost() {
        return PerformanceModel.perWorker("converting", (task, worker, implementation) -> {
            assertEquals(2, task.dataCount(), "one form and the other");
            return worker.architecture() == Architecture.CPU ? CONVERSION : 3 * CONVERSION;
        });
    }

    /** How many conversions' time is counted, besides that of the copies. */
    private long conversions(DataHandle points, int node) {
        Task asking = bench.task(node, context -> {}, Access.R).data(points);
        long nanos = bench.placement().transferNanos(asking, bench.worker(node));
        assertEquals(nanos, bench.placement().transferNanos(asking, node));
        assertEquals(nanos, bench.placement().transferNanos(points, node));
        assertTrue(nanos % CONVERSION < CONVERSION / 2, () -> "the copies take " + nanos % CONVERSION);
        return nanos / CONVERSION;
    }

    @Test
    void shouldCountTheConversionThatAWorkerWillNeed() throws InterruptedException {
        open(cost());
        DataHandle points = bench.temporary();
        bench.fill(1, points, 0).await();
        assertEquals(0, conversions(points, 1), "it has its form");
        assertEquals(1, conversions(points, 0));
        bench.check(0, points, 0).await();
        assertEquals(0, conversions(points, 0), "that was made");
        assertEquals(3, conversions(points, 2), "from the standard form");
    }

    @Test
    void shouldCountBothConversionsOnTheWayOverTheStandardForm() throws InterruptedException {
        open(cost());
        DataHandle points = bench.runtime
                .data()
                .temporary(MultiFormatLayout.of(bench.pairs())
                        .with(Architecture.CUDA, bench.columns(0), anywhere("to cuda"), anywhere("from cuda"))
                        .with(Architecture.OPENCL, bench.columns(1), anywhere("to opencl"), anywhere("from opencl")));
        Task set = bench.task(1, context -> {}, Access.W).data(points).submit();
        set.await();
        assertEquals(6, conversions(points, 2));
    }

    private static Codelet anywhere(String name) {
        Kernel kernel = context -> {};
        return Codelet.named(name)
                .access(Access.R, Access.W)
                .model(cost())
                .cpu(kernel)
                .implementation(Architecture.CUDA, kernel)
                .implementation(Architecture.OPENCL, kernel)
                .build();
    }

    @Test
    void shouldCountNothingForAConversionThatAnotherWorkerMakes() throws InterruptedException {
        open(cost());
        DataHandle points = bench.temporary();
        bench.fill(1, points, 0).await();
        assertEquals(0, conversions(points, 2), "it cannot convert from cuda");
    }

    @Test
    void shouldCountNothingForAConversionWithoutAModel() throws InterruptedException {
        open(null);
        DataHandle points = bench.temporary();
        bench.fill(1, points, 0).await();
        assertEquals(0, conversions(points, 0));
    }

    @Test
    void shouldLearnHowLongConversionsTake() throws InterruptedException {
        open(PerformanceModel.history("form_travel"));
        DataHandle points = bench.temporary();
        bench.fill(1, points, 0).await();
        assertEquals(0, conversions(points, 0), "nothing is known, but from now on it is learnt");
        for (int round = 0; round < 2; round++) {
            bench.check(0, points, 0).await();
            bench.fill(1, points, 0).await();
        }
        assertEquals(1, conversions(points, 0));
        assertEquals(0, conversions(points, 1));
    }
}
