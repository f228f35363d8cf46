package org.asterism.bench.gpubench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That it measures, on workers of CPU cores: there need be no device. */
class GpuBenchTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        assertEquals(0, runtime.data().handles().size(), "handles left open");
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "double"})
    void shouldMeasureWorkersOfAnArchitecture(String precision) throws Exception {
        Path timeline = folder.resolve("timeline.csv");
        ApplicationResult result = new GpuBench()
                .run(new ApplicationTrial(runtime)
                        .with("arch", "cpu")
                        .with("n", 100)
                        .with("tile", 32)
                        .with("rounds", 2)
                        .with("precision", precision)
                        .with("timeline", timeline));
        assertTrue(result.correct(), result.toString());
        Map<String, Object> fields = result.fields();
        for (String what : List.of("gemm", "cholesky")) {
            for (String how : List.of("_one_call_gflops", "_tiled_gflops", "_tiled_from_main_memory_gflops")) {
                assertTrue((double) fields.get(what + how) > 0, what + how);
            }
        }
        assertTrue(((String) fields.get("gemm_trace_kernels")).contains("#"));
        // 64 products of tiles; 4 + 6 + 6 + 4 tasks of the factorisation.
        List<String> lines = Files.readAllLines(timeline);
        assertEquals(
                64,
                lines.stream().filter(line -> line.startsWith("gemm,kernel")).count());
        assertEquals(
                20,
                lines.stream()
                        .filter(line -> line.startsWith("cholesky,kernel"))
                        .count());
    }

    @Test
    void shouldSayWhatToDoWhereThereIsNoDevice() {
        UsageException refusal =
                assertThrows(UsageException.class, () -> new GpuBench().run(new ApplicationTrial(runtime)));
        assertTrue(refusal.getMessage().contains("--cuda N"), refusal.getMessage());
    }
}
