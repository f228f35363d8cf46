package org.asterism.examples.lu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.Observation;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulatedLuTest {
    private final Laboratory laboratory = new Laboratory();
    private final LuApplication application = new LuApplication();
    private TaskRuntime runtime;

    @BeforeEach
    void open() {
        laboratory.addDriver(Simulation.DRIVER, new DescribedDriver(3));
        runtime = laboratory.factory.create(DescribedDriver.configuration(false));
    }

    @AfterEach
    void close() {
        assertEquals(0, runtime.data().handles().size(), "handles left open");
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldFactorMatricesInVirtualTimeThatNoMemoryHolds() throws Exception {
        for (String pivoting : List.of("none", "partial")) {
            ApplicationResult result = application.run(new ApplicationTrial(runtime)
                    .with("nt", 16)
                    .with("tile", 8192)
                    .with("pivoting", pivoting));
            assertEquals(16 * 8192, result.fields().get("n"));
            assertEquals(pivoting.equals("none") ? 1496L : 496L, result.fields().get("tasks"));
            assertEquals("single", result.fields().get("precision"));
            assertEquals(false, result.fields().get("checked"));
        }
        UsageException refusal = assertThrows(
                UsageException.class, () -> application.run(new ApplicationTrial(runtime).withFlag("check")));
        assertTrue(refusal.getMessage().contains("--execute"), refusal.getMessage());
    }

    @Test
    void shouldSubmitTilesInTheOrderAndWithThePrioritiesOfTheReference() throws Exception {
        assertEquals(
                List.of(
                        "getrf A(0,0) priority 9, 615 operations",
                        "trsm_ll A(0,0) A(0,1) priority 8, 900 operations",
                        "trsm_ru A(0,0) A(1,0) priority 8, 1000 operations",
                        "trsm_ll A(0,0) A(0,2) priority 7, 900 operations",
                        "trsm_ru A(0,0) A(2,0) priority 7, 1000 operations",
                        "gemm A(1,0) A(0,1) A(1,1) priority 7, 2000 operations",
                        "gemm A(1,0) A(0,2) A(1,2) priority 6, 2000 operations",
                        "gemm A(2,0) A(0,1) A(2,1) priority 6, 2000 operations",
                        "gemm A(2,0) A(0,2) A(2,2) priority 5, 2000 operations",
                        "getrf A(1,1) priority 6, 615 operations",
                        "trsm_ll A(1,1) A(1,2) priority 5, 900 operations",
                        "trsm_ru A(1,1) A(2,1) priority 5, 1000 operations",
                        "gemm A(2,1) A(1,2) A(2,2) priority 4, 2000 operations",
                        "getrf A(2,2) priority 3, 615 operations"),
                submitted("none", 3));
    }

    @Test
    void shouldRepeatTheExchangesOfAPanelInAllOtherColumns() throws Exception {
        assertEquals(
                List.of(
                        "getrf_pivoted A(,0) pivots(0) priority 6, 1615 operations",
                        "laswp A(,1) pivots(0) priority 5, 0 operations",
                        "trsm_ll A(0,0) A(0,1) priority 5, 900 operations",
                        "gemm A(1,0) A(0,1) A(1,1) priority 4, 2000 operations",
                        "getrf_pivoted A(1,1) pivots(1) priority 3, 615 operations",
                        "laswp A(1,0) pivots(1) priority 0, 0 operations"),
                submitted("partial", 2));
    }

    /** The tasks for a matrix of so many tiles of order 10 per column, in the order of their submission. */
    private List<String> submitted(String pivoting, int tiles) throws Exception {
        List<String> tasks = new ArrayList<>();
        RuntimeObserver listening = new RuntimeObserver() {
            @Override
            public void submitted(Task task) {
                String handles = IntStream.range(0, task.dataCount())
                        .mapToObj(index -> task.handle(index).name())
                        .collect(Collectors.joining(" "));
                tasks.add(task.codelet() + " " + handles + " priority " + task.priority() + ", " + (long) task.flops()
                        + " operations");
            }
        };
        try (Observation observation = runtime.observe(listening)) {
            application.run(new ApplicationTrial(runtime)
                    .with("nt", tiles)
                    .with("tile", 10)
                    .with("pivoting", pivoting));
            assertTrue(observation != null);
        }
        return tasks;
    }
}
