package org.asterism.examples.lu.internal;

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
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kernels.blas.tiled.Elements;
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

class LuApplicationTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final ApplicationTrial trial = new ApplicationTrial(runtime);
    private final LuApplication application = new LuApplication();

    @AfterEach
    void close() {
        assertEquals(0, runtime.data().handles().size(), "handles left open");
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 256, none, double, 1",
        "100, 256, none, double, 1",
        "256, 64, none, double, 30",
        "257, 64, none, single, 55",
        "60, 4, none, double, 1240",
        "1, 256, partial, double, 1",
        "100, 256, partial, double, 1",
        "256, 64, partial, double, 28",
        "257, 64, partial, single, 45",
        "60, 4, partial, double, 435",
        "2, 1, partial, double, 6"
    })
    void shouldFactorMatricesWhateverTheTile(int n, int tile, String pivoting, String precision, long tasks)
            throws Exception {
        runtime.defaultContext().usePolicy("prio");
        ApplicationResult result = application.run(
                trial.with("n", n).with("tile", tile).with("pivoting", pivoting).with("precision", precision));
        assertTrue(result.correct(), result.toString());
        Map<String, Object> fields = result.fields();
        assertEquals(tasks, fields.get("tasks"));
        assertEquals(tasks, trial.expectedTasks());
        assertEquals(tasks, trial.endedTasks());
        assertEquals(precision, fields.get("precision"));
        assertEquals(pivoting, fields.get("pivoting"));
        assertEquals(Map.of("cpu", tasks), fields.get("tasks_per_architecture"));
        assertEquals(Map.of("main", 0L), fields.get("bytes_received"));
        assertTrue((double) fields.get("residual") <= (double) fields.get("residual_bound"));
    }

    @Test
    void shouldExchangeRowsSoThatNoElementOfLIsLargerThanOne() throws Exception {
        // Without exchanges the first pivot, 1e-30, would wipe out all else.
        Elements small = (tile, row, column) -> {
            new RandomElements(3, 50).fill(tile, row, column);
            if (row == 0 && column == 0) {
                tile.setDouble(0, 0, 1e-30);
            }
        };
        try (PanelLu matrix = new PanelLu(runtime, Tiling.full(ElementType.DOUBLE, 50, 50, 8), false)) {
            matrix.fill(small);
            matrix.factor(new Submission(trial));
            runtime.waitAll();
            for (int i = 0; i < 7; i++) {
                for (int j = 0; j <= i; j++) {
                    try (Acquisition held = matrix.tile(i, j).acquire(Access.R)) {
                        MatrixView tile = held.view(MatrixView.class);
                        for (int row = 0; row < tile.rows(); row++) {
                            for (int column = 0; column < (i == j ? row : tile.columns()); column++) {
                                assertTrue(Math.abs(tile.getDouble(row, column)) <= 1, "L is larger than 1");
                            }
                        }
                    }
                }
            }
            assertTrue(Residual.of(matrix, small) <= Residual.BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNoticeFactorsThatAreWrongInOneElement(boolean pivoting) throws Exception {
        Codelet spoil = Codelet.named("spoil")
                .access(Access.RW)
                .cpu(kernel -> kernel.view(0, MatrixView.class)
                        .setDouble(3, 2, kernel.view(0, MatrixView.class).getDouble(3, 2) + 1e-9))
                .build();
        Tiling tiling = Tiling.full(ElementType.DOUBLE, 90, 90, 32);
        Elements source = pivoting ? new RandomElements(7, 90) : new DominantElements(90, 7);
        try (LuMatrix matrix = pivoting
                ? new PanelLu(runtime, tiling, false)
                : new TiledLu(TiledMatrix.allocate(runtime, "A", tiling))) {
            matrix.fill(source);
            matrix.factor(new Submission(trial));
            runtime.waitAll();
            assertTrue(Residual.of(matrix, source) <= Residual.BOUND);
            runtime.task(spoil).data(matrix.tile(0, 1)).submit();
            runtime.waitAll();
            assertFalse(Residual.of(matrix, source) <= Residual.BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "partial"})
    void shouldFillAndCheckWithoutTasksSoThatAnyKindOfWorkerWillDo(String pivoting) throws Exception {
        AtomicLong submitted = new AtomicLong();
        RuntimeObserver counting = new RuntimeObserver() {
            @Override
            public void submitted(Task task) {
                submitted.incrementAndGet();
            }
        };
        ApplicationResult result;
        try (Observation observation = runtime.observe(counting)) {
            result = application.run(trial.with("n", 100).with("tile", 32).with("pivoting", pivoting));
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
    void shouldRefuseOptionsThatMakeNoSense() {
        assertRefused(
                "--nt excludes --n", new ApplicationTrial(runtime).with("nt", 2).with("n", 3));
        assertRefused("allowed are single and double", new ApplicationTrial(runtime).with("precision", "half"));
        assertRefused("allowed are none and partial", new ApplicationTrial(runtime).with("pivoting", "full"));
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
