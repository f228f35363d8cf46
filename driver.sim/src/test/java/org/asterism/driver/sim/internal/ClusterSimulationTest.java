package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.model.PerformanceModel;
import org.asterism.spi.driver.ComputeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real core on described clusters, whose links and costs are those that were measured with one real member. */
@Timeout(120)
class ClusterSimulationTest {
    private static final long MICRO = 1_000;

    private final Laboratory laboratory = new Laboratory();

    private static Codelet kernel(String symbol, Access... access) {
        return Codelet.named(symbol)
                .model(PerformanceModel.history(symbol))
                .access(access)
                .cpu(kernel -> {})
                .build();
    }

    private TaskRuntime cluster(int members, int workers) {
        return runtime("cluster(members=" + members + ",workers=" + workers + ")", false);
    }

    /** On a machine where the core's own work costs nothing. */
    private TaskRuntime runtime(String machine, boolean executes) {
        return laboratory.runtime(Simulation.of(machine)
                .executing(executes)
                .with("cost.submit", "0")
                .with("cost.push", "0")
                .with("cost.fetch", "0")
                .with("cost.turn", "0"));
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    @Test
    void shouldNameWorkersAndMemoriesLikeThoseOfRealMembers() {
        try (TaskRuntime runtime = cluster(2, 2)) {
            assertEquals(
                    List.of("member1-cpu-0", "member1-cpu-1", "member2-cpu-0", "member2-cpu-1"),
                    runtime.workers().stream().map(Worker::name).toList());
            assertEquals(
                    List.of("main", "member1", "member2"),
                    runtime.memoryNodes().stream().map(node -> node.name()).toList());
            Map<String, Object> properties = runtime.workers().get(2).properties();
            assertEquals("member2", properties.get(ComputeUnit.MEMBER));
            assertFalse(properties.containsKey(ComputeUnit.DEVICE));
        }
    }

    @Test
    void shouldGiveTheCoordinatorWorkersOfItsOwn() {
        try (TaskRuntime runtime =
                laboratory.runtime(Simulation.of("cluster(members=1,workers=2)").with("workers.cpu", "3"))) {
            assertEquals(
                    List.of("cpu-0", "cpu-1", "cpu-2", "member1-cpu-0", "member1-cpu-1"),
                    runtime.workers().stream().map(Worker::name).toList());
        }
        try (TaskRuntime runtime =
                laboratory.runtime(Simulation.of("cluster(members=1,workers=2)").with("workers.cpu", "0"))) {
            assertEquals(2, runtime.workers().size(), "those of members stay");
        }
    }

    @Test
    void shouldRunATaskOnEachOfAThousandWorkers() throws InterruptedException {
        int tasks = 10_000;
        AtomicIntegerArray runs = new AtomicIntegerArray(tasks);
        Map<String, Integer> byWorker = new HashMap<>();
        Codelet counted = Codelet.named("counted")
                .cpu(kernel -> {
                    runs.incrementAndGet(kernel.argument(Integer.class));
                    byWorker.merge(kernel.worker().name(), 1, Integer::sum);
                })
                .build();
        long time;
        try (TaskRuntime runtime = runtime(Laboratory.file("hundred-nodes.json"), true)) {
            for (int task = 0; task < tasks; task++) {
                runtime.task(counted).argument(task).submit();
            }
            runtime.waitAll();
            time = runtime.clock().nanoTime();
        }
        assertEquals(
                List.of(),
                IntStream.range(0, tasks)
                        .filter(task -> runs.get(task) != 1)
                        .boxed()
                        .toList());
        assertEquals(1_000, byWorker.size());
        assertTrue(time >= 50_000 * MICRO && time <= 56_000 * MICRO, "ten kernels of 5 ms each took " + time + " ns");
    }

    @Test
    void shouldTakeAsLongAsMeasuredForATask() throws InterruptedException {
        Codelet nothing = kernel("nothing");
        try (TaskRuntime runtime = cluster(1, 1)) {
            runtime.task(nothing).submit();
            runtime.waitAll();
            assertEquals((26 + 165 + 5 + 165) * MICRO, runtime.clock().nanoTime(), "5 us for the kernel");
        }
        int tasks = 10_000;
        try (TaskRuntime runtime = cluster(1, 10)) {
            for (int task = 0; task < tasks; task++) {
                runtime.task(nothing).submit();
            }
            runtime.waitAll();
            double each = runtime.clock().nanoTime() / (double) MICRO / tasks;
            assertTrue(each >= 24 && each <= 28, "each takes " + each + " us");
        }
    }

    @Test
    void shouldTakeAsLongForATileAsItsWayDoes() throws InterruptedException {
        Codelet read = kernel("read", Access.R);
        try (TaskRuntime runtime = cluster(1, 1)) {
            runtime.task(read).data(tile(runtime, 1 << 20)).submit();
            runtime.waitAll();
            double copy = 26 + 165 + (1 << 20) / 2307.0;
            double kernel = 26 + 165 + 5 + 0.0002 * (1 << 20) + 165;
            assertEquals(copy + kernel, runtime.clock().nanoTime() / (double) MICRO, 1);
        }
    }

    @Test
    void shouldCopyFromMemberToMemberDirectly() throws InterruptedException {
        Codelet write = kernel("write", Access.W);
        Codelet read = kernel("read", Access.R);
        try (TaskRuntime runtime = cluster(2, 1)) {
            DataHandle tile = tile(runtime, 1 << 20);
            runtime.task(write).data(tile).on(runtime.workers().get(0)).submit();
            runtime.task(read).data(tile).on(runtime.workers().get(1)).submit();
            runtime.waitAll();
            assertEquals(
                    List.of(0L, 0L, (long) (1 << 20)),
                    runtime.memoryNodes().stream().map(MemoryNode::received).toList());
        }
    }

    private static DataHandle tile(TaskRuntime runtime, int bytes) {
        return runtime.data().imagined(new VectorLayout(ElementType.BYTE, bytes));
    }

    @Test
    void shouldFactorAMatrixThreeTimesAsFastOnFourMembersAsOnOne() throws InterruptedException {
        double one = factor(1);
        double four = factor(4);
        assertTrue(one / four >= 3.2 && one / four <= 4, one + " ns on one member, " + four + " on four");
    }

    /** Returns the virtual time of a Cholesky factorisation of 20 x 20 tiles with 960 x 960 floats. */
    private long factor(int members) throws InterruptedException {
        int tiles = 20;
        Codelet potrf = kernel("chol_model_potrf", Access.RW);
        Codelet trsm = kernel("chol_model_trsm", Access.R, Access.RW);
        Codelet syrk = kernel("chol_model_syrk", Access.R, Access.RW);
        Codelet gemm = kernel("chol_model_gemm", Access.R, Access.R, Access.RW);
        try (TaskRuntime runtime = cluster(members, 1)) {
            List<DataHandle> matrix = new ArrayList<>();
            for (int tile = 0; tile < tiles * tiles; tile++) {
                matrix.add(tile(runtime, 4 * 960 * 960));
            }
            for (int k = 0; k < tiles; k++) {
                DataHandle diagonal = matrix.get(k * tiles + k);
                runtime.task(potrf).data(diagonal).submit();
                for (int i = k + 1; i < tiles; i++) {
                    runtime.task(trsm).data(diagonal, matrix.get(i * tiles + k)).submit();
                }
                for (int i = k + 1; i < tiles; i++) {
                    DataHandle left = matrix.get(i * tiles + k);
                    runtime.task(syrk).data(left, matrix.get(i * tiles + i)).submit();
                    for (int j = k + 1; j < i; j++) {
                        runtime.task(gemm)
                                .data(left, matrix.get(j * tiles + k), matrix.get(i * tiles + j))
                                .submit();
                    }
                }
            }
            runtime.waitAll();
            return runtime.clock().nanoTime();
        }
    }
}
