package org.asterism.examples.gemm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kernels.blas.tiled.RandomElements;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GemmApplicationTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final ApplicationTrial trial = new ApplicationTrial(runtime);
    private final GemmApplication application = new GemmApplication();

    @AfterEach
    void close() {
        assertEquals(0, runtime.data().handles().size(), "handles left open");
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 256, double, 1",
        "100, 100, 100, 256, double, 1",
        "128, 128, 128, 32, single, 64",
        "70, 90, 50, 32, double, 18",
        "70, 90, 50, 32, single, 18",
        "9, 1, 30, 4, double, 24"
    })
    void shouldMultiplyMatricesWhateverTheirShapes(int n, int m, int k, int tile, String precision, long tasks)
            throws Exception {
        ApplicationResult result = application.run(
                trial.with("n", n).with("m", m).with("k", k).with("tile", tile).with("precision", precision));
        assertTrue(result.correct(), result.toString());
        Map<String, Object> fields = result.fields();
        assertEquals(tasks, fields.get("tasks"));
        assertEquals(tasks, trial.expectedTasks());
        assertEquals(tasks, trial.endedTasks());
        assertEquals(precision, fields.get("precision"));
        assertEquals(Map.of("cpu", tasks), fields.get("tasks_per_architecture"));
        assertEquals(Map.of("main", 0L), fields.get("bytes_received"));
        assertEquals(
                tasks,
                ((Map<?, ?>) fields.get("tasks_per_worker"))
                        .values().stream().mapToLong(count -> (Long) count).sum());
        assertTrue((double) fields.get("residual") <= (double) fields.get("residual_bound"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"FLOAT", "DOUBLE"})
    void shouldNoticeAProductThatIsWrongInOneElement(ElementType element) throws Exception {
        Codelet spoil = Codelet.named("spoil")
                .access(Access.RW)
                .cpu(kernel -> {
                    if (element == ElementType.DOUBLE) {
                        kernel.view(0, MatrixView.class)
                                .setDouble(
                                        3, 2, kernel.view(0, MatrixView.class).getDouble(3, 2) + 1e-10);
                    } else {
                        kernel.view(0, MatrixView.class)
                                .setFloat(3, 2, kernel.view(0, MatrixView.class).getFloat(3, 2) + 1e-3f);
                    }
                })
                .build();
        Tiling tiling = Tiling.full(element, 90, 90, 32);
        try (TiledMatrix a = TiledMatrix.allocate(runtime, "A", tiling);
                TiledMatrix b = TiledMatrix.allocate(runtime, "B", tiling);
                TiledMatrix c = TiledMatrix.allocate(runtime, "C", tiling)) {
            a.fill(new RandomElements(1, 90));
            b.fill(new RandomElements(2, 90));
            new Multiplication(trial, a, b, c).submit();
            runtime.waitAll();
            double bound = Residual.bound(90, element);
            assertTrue(Residual.of(a, b, c) <= bound);
            runtime.task(spoil).data(c.tile(2, 1)).submit();
            runtime.waitAll();
            assertFalse(Residual.of(a, b, c) <= bound);
        }
    }

    @Test
    void shouldFillAndCheckWithoutTasksSoThatAnyKindOfWorkerWillDo() throws Exception {
        AtomicLong submitted = new AtomicLong();
        RuntimeObserver counting = new RuntimeObserver() {
            @Override
            public void submitted(Task task) {
                submitted.incrementAndGet();
            }
        };
        ApplicationResult result;
        try (Observation observation = runtime.observe(counting)) {
            result = application.run(trial.with("n", 100).with("tile", 32));
            assertNotNull(observation);
        }
        assertTrue((double) result.fields().get("residual") > 0);
        assertEquals(trial.expectedTasks(), submitted.get());
    }

    @Test
    void shouldLeaveOutTheCheckWhenAsked() throws Exception {
        ApplicationResult result = application.run(trial.with("n", 50).withFlag("no-check"));
        assertFalse(result.fields().containsKey("residual"));
        assertFalse(result.fields().containsKey("correct"));
    }

    @Test
    void shouldMultiplyMatricesInVirtualTimeThatNoMemoryHolds() throws Exception {
        laboratory.addDriver(Simulation.DRIVER, new DescribedDriver(3));
        try (TaskRuntime simulated = laboratory.factory.create(DescribedDriver.configuration(false))) {
            ApplicationResult result = application.run(
                    new ApplicationTrial(simulated).with("nt", 12).with("tile", 8192));
            assertEquals(12 * 8192, result.fields().get("n"));
            assertEquals(1728L, result.fields().get("tasks"));
            assertEquals("single", result.fields().get("precision"));
            assertEquals(false, result.fields().get("checked"));
            UsageException refusal = assertThrows(
                    UsageException.class, () -> application.run(new ApplicationTrial(simulated).withFlag("check")));
            assertTrue(refusal.getMessage().contains("--execute"), refusal.getMessage());
        }
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense() {
        assertRefused(
                "--nt excludes --n", new ApplicationTrial(runtime).with("nt", 2).with("k", 3));
        assertRefused("allowed are single and double", new ApplicationTrial(runtime).with("precision", "half"));
        assertRefused(
                "exclude each other",
                new ApplicationTrial(runtime).withFlag("check").withFlag("no-check"));
        assertRefused(
                "choose larger tiles",
                new ApplicationTrial(runtime).with("n", 5000).with("tile", 2));
        assertRefused(
                "GiB of memory",
                new ApplicationTrial(runtime).with("n", 1_000_000).with("tile", 8192));
    }

    private void assertRefused(String reason, ApplicationTrial options) {
        String message = assertThrows(UsageException.class, () -> application.run(options))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }
}
