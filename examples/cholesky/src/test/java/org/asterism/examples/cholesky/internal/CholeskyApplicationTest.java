package org.asterism.examples.cholesky.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CholeskyApplicationTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final ApplicationTrial trial = new ApplicationTrial(runtime);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 256, 1, double",
        "100, 256, 1, double",
        "256, 64, 20, double",
        "257, 64, 35, single",
        "300, 47, 84, double",
        "300, 47, 84, single",
        "40, 1, 11480, double"
    })
    void shouldFactorGeneratedMatricesWhateverTheTile(int n, int tile, long tasks, String precision) throws Exception {
        ApplicationResult result = new CholeskyApplication()
                .run(trial.with("n", n).with("tile", tile).with("precision", precision));
        assertTrue(result.correct(), result.toString());
        assertEquals(n, result.fields().get("n"));
        assertEquals(precision, result.fields().get("precision"));
        assertEquals(Map.of("cpu", tasks), result.fields().get("tasks_per_architecture"));
        assertEquals(Map.of("main", 0L), result.fields().get("bytes_received"));
        assertEquals(tasks, result.fields().get("tasks"));
        assertEquals(tasks, trial.expectedTasks());
        assertEquals(tasks, trial.endedTasks());
        assertTrue((double) result.fields().get("residual")
                < (double) result.fields().get("residual_bound"));
        assertTrue((double) result.fields().get("time_ms") > 0);
        assertEquals("eager", result.fields().get("policy"));
        assertEquals(
                tasks,
                ((Map<?, ?>) result.fields().get("tasks_per_worker"))
                        .values().stream().mapToLong(count -> (Long) count).sum());
    }

    @Test
    void shouldFactorTheSameMatrixUnderAnotherPolicyAndTwiceInARow() throws Exception {
        runtime.defaultContext().usePolicy("prio");
        trial.with("n", 200).with("tile", 32);
        ApplicationResult first = new CholeskyApplication().run(trial);
        ApplicationResult second = new CholeskyApplication().run(trial);
        assertTrue(first.correct() && second.correct());
        assertEquals("prio", first.fields().get("policy"));
        assertEquals(first.fields().get("residual"), second.fields().get("residual"));
    }

    @Test
    void shouldFactorAMatrixFromAFile() throws Exception {
        trial.with("matrix", MatrixMarketReaderTest.resource("/laplace-5x4.mtx"))
                .with("tile", 6);
        ApplicationResult result = new CholeskyApplication().run(trial);
        assertTrue(result.correct(), result.toString());
        assertEquals(20, result.fields().get("n"));
        assertEquals(20L, result.fields().get("tasks"));
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
            result = new CholeskyApplication().run(trial.with("n", 100).with("tile", 32));
            assertNotNull(observation);
        }
        assertTrue((double) result.fields().get("residual") > 0);
        assertEquals(trial.expectedTasks(), submitted.get());
    }

    @Test
    void shouldLeaveOutTheCheckWhenAsked() throws Exception {
        ApplicationResult result =
                new CholeskyApplication().run(trial.with("n", 50).withFlag("no-check"));
        assertFalse(result.fields().containsKey("residual"));
        assertFalse(result.fields().containsKey("correct"));
    }

    @Test
    void shouldNoticeAFactorThatIsWrongInOneElement() throws Exception {
        Codelet spoil = Codelet.named("spoil")
                .access(Access.RW)
                .cpu(kernel -> kernel.view(0, MatrixView.class)
                        .setDouble(
                                3,
                                2,
                                Math.nextUp(kernel.view(0, MatrixView.class).getDouble(3, 2)) + 1e-9))
                .build();
        GeneratedMatrix matrix = new GeneratedMatrix(90, 7);
        try (TiledMatrix tiled = TiledMatrix.allocate(runtime, "A", Tiling.lower(ElementType.DOUBLE, 90, 32))) {
            tiled.fill(matrix);
            new Factorisation(trial, tiled).submit();
            runtime.waitAll();
            assertTrue(Residual.of(tiled, matrix) <= Residual.bound(90, ElementType.DOUBLE));
            runtime.task(spoil).data(tiled.tile(2, 1)).submit();
            runtime.waitAll();
            assertFalse(Residual.of(tiled, matrix) <= Residual.bound(90, ElementType.DOUBLE));
        }
    }

    @Test
    void shouldNameFileAndRowOfAMatrixThatIsNotPositiveDefinite() throws Exception {
        Path file = Files.writeString(
                folder.resolve("indefinite.mtx"),
                "%%MatrixMarket matrix coordinate real symmetric\n5 5 5\n1 1 1\n2 2 1\n3 3 1\n4 4 -2\n5 5 1\n");
        trial.with("matrix", file).with("tile", 2);
        UsageException refusal = assertThrows(UsageException.class, () -> new CholeskyApplication().run(trial));
        assertEquals(
                "matrix file " + file
                        + ": the matrix is not positive definite: the pivot of row 4 (counted from 1, as in"
                        + " the file) became -2.0",
                refusal.getMessage());
        runtime.waitAll();
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense() {
        CholeskyApplication application = new CholeskyApplication();
        trial.with("n", 9_000_000).with("tile", 8192);
        String tooLarge =
                assertThrows(UsageException.class, () -> application.run(trial)).getMessage();
        assertTrue(tooLarge.matches("--n 9000000 needs [0-9.]+ GiB of memory, .*at most --n [0-9]+ fits"), tooLarge);
        trial.with("n", 5000).with("tile", 1);
        String tooMany =
                assertThrows(UsageException.class, () -> application.run(trial)).getMessage();
        assertTrue(tooMany.contains("choose larger tiles"), tooMany);
        trial.with("matrix", "some.mtx");
        String both =
                assertThrows(UsageException.class, () -> application.run(trial)).getMessage();
        assertTrue(both.contains("exclude each other"), both);
    }

    @Test
    void shouldGenerateOtherMatricesFromOtherSeedsOnly() {
        double[] first = tile(new GeneratedMatrix(9, 1));
        assertEquals(9, first[0]);
        assertEquals(-1, Arrays.mismatch(first, tile(new GeneratedMatrix(9, 1))));
        assertTrue(Arrays.mismatch(first, tile(new GeneratedMatrix(9, 2))) >= 0);
    }

    private static double[] tile(GeneratedMatrix matrix) {
        MemorySegment memory = Arena.ofAuto().allocate(81 * Double.BYTES, Double.BYTES);
        matrix.fill(new MatrixView(memory, ElementType.DOUBLE, 9, 9, 9), 0, 0);
        return memory.toArray(ValueLayout.JAVA_DOUBLE);
    }
}
