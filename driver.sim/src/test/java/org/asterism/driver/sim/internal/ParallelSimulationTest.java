package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parallel tasks on described machines; times are checked to the nanosecond. */
@Timeout(60)
class ParallelSimulationTest {
    private static final Codelet SPMD =
            Codelet.named("work").access().cpu(kernel -> {}).spmd().build();
    private static final Codelet FORK_JOIN =
            Codelet.named("work").access().cpu(kernel -> {}).forkJoin().build();
    private static final Codelet ALONE =
            Codelet.named("work").access().cpu(kernel -> {}).build();

    @TempDir
    private Path folder;

    private Simulation machine(String more) throws IOException {
        Path file = folder.resolve("machine.json");
        Files.writeString(file, """
                {
                  "format": "asterism-machine-1",
                  "name": "eight cores",
                  "memories": [{"name": "ram"}],
                  "workers": [{"architecture": "cpu", "count": 8, "memory": "ram", "idle_watts": 5, "busy_watts": 15}],
                  "kernels": {"work": {"cpu": {"cases": [
                    {"bytes": 0, "mean_us": 1200},
                    {"bytes": 0, "members": 8, "mean_us": 200}
                  ]}}}%s,
                  "costs": {"submit_us": 0, "push_us": 0, "fetch_us": 0, "turn_us": 0}
                }
                """.formatted(more));
        return Simulation.of(file.toString());
    }

    private static CombinedWorker combined(TaskRuntime runtime, int size) {
        return runtime.defaultContext().combine(runtime.workers().subList(0, size));
    }

    @Test
    void shouldShareTheTimeOfOneWorkerAmongTheMembers() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(machine(""))) {
            runtime.task(SPMD).on(combined(runtime, 4)).submit();
            runtime.waitAll();
            assertEquals(300_000, runtime.clock().nanoTime());
            runtime.task(FORK_JOIN).on(combined(runtime, 3)).submit();
            runtime.waitAll();
            assertEquals(700_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldTakeWhatWasMeasuredForSoManyMembers() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(machine(""))) {
            CombinedWorker all = combined(runtime, 8);
            Task task = runtime.task(SPMD).on(all);
            assertEquals(200_000, runtime.predictor().executionNanos(task, all, 0));
            assertEquals(600_000, runtime.predictor().executionNanos(task, combined(runtime, 2), 0));
            assertEquals(1_200_000, runtime.predictor().executionNanos(task, all.leader(), 0));
            assertEquals(8 * 10 * 200e-6, runtime.predictor().energyJoules(task, all, 0), 1e-12);
            assertEquals(
                    8 * runtime.predictor().relativeSpeed(all.leader()),
                    runtime.predictor().relativeSpeed(all));
            task.submit();
            runtime.waitAll();
            assertEquals(200_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldLoseWhatTheMachineLosesWithEachFurtherMember() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(machine(", \"parallel_efficiency\": 0.5"))) {
            runtime.task(SPMD).on(combined(runtime, 4)).submit();
            runtime.waitAll();
            assertEquals(480_000, runtime.clock().nanoTime()); // 1200 / (1 + 3 * 0.5)
        }
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(
                        machine(", \"parallel_efficiency\": 0.5").with("parallel.efficiency", "0"))) {
            runtime.task(SPMD).on(combined(runtime, 4)).submit();
            runtime.waitAll();
            assertEquals(1_200_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldKeepEveryMemberBusyAndNobodyElse() throws Exception {
        for (Codelet work : List.of(SPMD, FORK_JOIN)) {
            try (Laboratory laboratory = new Laboratory();
                    TaskRuntime runtime = laboratory.runtime(machine(""))) {
                runtime.task(work).on(combined(runtime, 4)).submit();
                Task onMember = runtime.task(ALONE).on(runtime.workers().get(2)).submit();
                Task elsewhere =
                        runtime.task(ALONE).on(runtime.workers().get(5)).submit();
                elsewhere.await();
                assertEquals(1_200_000, runtime.clock().nanoTime());
                onMember.await();
                assertEquals(1_500_000, runtime.clock().nanoTime());
            }
        }
    }

    @Test
    void shouldBeginWhenTheLastMemberIsFree() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(machine(""))) {
            Task alone = runtime.task(ALONE).on(runtime.workers().get(1)).submit();
            runtime.waitAll(Duration.ofNanos(100));
            Task together = runtime.task(SPMD).on(combined(runtime, 2)).submit();
            together.await();
            assertTrue(alone.state().isFinal());
            assertEquals(1_200_000 + 600_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldRunTeamsOfThousands() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(machine("").with("workers.cpu", "4000"))) {
            CombinedWorker all = combined(runtime, 4000);
            for (int task = 0; task < 10; task++) {
                runtime.task(SPMD).on(all).submit();
                runtime.task(FORK_JOIN).on(all).submit();
            }
            runtime.waitAll();
            assertEquals(20 * 300, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldRefuseAnEfficiencyThatIsNone() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            Simulation wrong = machine("").with("parallel.efficiency", "2");
            assertTrue(assertThrows(IllegalArgumentException.class, () -> laboratory.runtime(wrong))
                    .getMessage()
                    .contains("property 'parallel.efficiency' is '2': give 0"));
            Simulation described = machine(", \"parallel_efficiency\": 1.5");
            assertTrue(assertThrows(IllegalArgumentException.class, () -> laboratory.runtime(described))
                    .getMessage()
                    .contains("parallel_efficiency"));
        }
    }
}
