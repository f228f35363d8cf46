package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.api.model.PerformanceModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real core on described machines; times are checked to the nanosecond. */
@Timeout(60)
class SimulationTest {
    private static final String SMALL = Laboratory.file("small-platform.json");
    private static final String TWO_GPUS = Laboratory.file("two-gpus.json");
    private static final int MEBI = 1 << 20;

    /** What a GPU would run. */
    private static final class GpuCode implements Implementation {}

    /** Runs anywhere if the machine has a time for it. */
    private static Codelet.Builder codelet(String symbol) {
        return Codelet.named("a test's " + symbol)
                .model(PerformanceModel.history(symbol))
                .implementation(Architecture.CUDA, new GpuCode())
                .cpu(kernel -> {});
    }

    /** A machine on which the core's own work costs nothing. */
    private static Simulation onlyDevicesCost(String machine) {
        return Simulation.of(machine)
                .with("cost.submit", "0")
                .with("cost.push", "0")
                .with("cost.fetch", "0")
                .with("cost.turn", "0");
    }

    private static Simulation nothingElseCosts(String machine) {
        return onlyDevicesCost(machine).with("cost.allocation", "off").with("cost.queueing", "off");
    }

    @Test
    void shouldOpenTheWorkersOfAPlatformFile() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(SMALL))) {
            assertEquals(
                    List.of("cuda-0", "cuda-1", "cpu-0", "cpu-1"),
                    runtime.workers().stream().map(Worker::name).toList());
            assertEquals("small", runtime.workers().getFirst().properties().get("sim.machine"));
            assertEquals(1, runtime.workers().get(1).properties().get("device"));
            assertEquals(
                    List.of("main", "cuda0", "cuda1"),
                    runtime.memoryNodes().stream().map(node -> node.name()).toList());
            assertEquals(900_000_000, runtime.memoryNodes().get(1).capacity());
        }
    }

    @Test
    void shouldOpenAsManyWorkersAsAskedFor() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(
                        Simulation.of(SMALL).with("workers.cpu", "5").with("workers.cuda", "1"))) {
            assertEquals(
                    List.of("cuda-0", "cpu-0", "cpu-1", "cpu-2", "cpu-3", "cpu-4"),
                    runtime.workers().stream().map(Worker::name).toList());
        }
    }

    @Test
    void shouldTakeTheTimesOfTheDescription() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(nothingElseCosts(SMALL).with("workers.cuda", "0"))) {
            Codelet work = codelet("work").access().build();
            for (int task = 0; task < 5; task++) {
                runtime.task(work).submit();
            }
            runtime.waitAll();
            assertEquals(3 * 100_500, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldKnowKernelsByOtherNames() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(nothingElseCosts(SMALL).with("workers.cpu", "0"))) {
            Codelet work = codelet("work_goto").access().build();
            for (int task = 0; task < 4; task++) {
                runtime.task(work).submit();
            }
            runtime.waitAll();
            assertEquals(2 * 20_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldCostTenMicrosecondsToHandAKernelToADevice() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(
                        onlyDevicesCost(SMALL).with("workers.cpu", "0").with("workers.cuda", "1"))) {
            Codelet work = codelet("gpu_only").access().build();
            for (int task = 0; task < 3; task++) {
                runtime.task(work).submit();
            }
            runtime.waitAll();
            // Only the first one is waited for: the others are handed over while one runs.
            assertEquals(10_000 + 3 * 50_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldNotHandOverAnythingWhileADeviceRunsASynchronousKernel() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(
                        onlyDevicesCost(SMALL).with("workers.cpu", "0").with("workers.cuda", "1"))) {
            runtime.task(codelet("chol_model_potrf").access().build()).submit();
            runtime.task(codelet("gpu_only").access().build()).submit();
            runtime.waitAll();
            assertEquals(50_000 + 10_000 + 50_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldShareABusAmongCopiesThatUseItAtOnce() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(nothingElseCosts(TWO_GPUS))) {
            Codelet use = codelet("use").access(Access.R).build();
            for (int gpu = 0; gpu < 2; gpu++) {
                DataHandle data = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 1_000_000));
                runtime.task(use).data(data).on(runtime.workers().get(gpu)).submit();
            }
            runtime.waitAll();
            // 10 us of latency, a megabyte each over a bus of 1 GB/s, and a kernel of 100 us.
            assertEquals(10_000 + 2_000_000 + 100_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldTakeNoTimeForCopiesIfTheyAreSwitchedOff() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(nothingElseCosts(TWO_GPUS).with("cost.transfers", "off"))) {
            Codelet use = codelet("use").access(Access.RW).build();
            DataHandle data = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 1_000_000));
            runtime.task(use).data(data).on(runtime.workers().get(0)).submit();
            runtime.task(use).data(data).on(runtime.workers().get(1)).submit();
            runtime.waitAll();
            assertEquals(2 * 100_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldBringTheDataOfTheNextTaskWhileAKernelRuns() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(nothingElseCosts(TWO_GPUS))) {
            Codelet use = codelet("use").access(Access.R).build();
            for (int task = 0; task < 3; task++) {
                DataHandle data = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 50_000));
                runtime.task(use).data(data).on(runtime.workers().getFirst()).submit();
            }
            runtime.waitAll();
            assertEquals(10_000 + 50_000 + 3 * 100_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldConvertForNothing() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(nothingElseCosts(TWO_GPUS))) {
            Codelet conversion = Codelet.named("nobody runs it")
                    .access(Access.R, Access.W)
                    .implementation(Architecture.of("elsewhere"), new GpuCode())
                    .build();
            DataHandle data = runtime.data()
                    .imagined(MultiFormatLayout.of(new VectorLayout(ElementType.BYTE, 500_000))
                            .with(
                                    Architecture.CUDA,
                                    new VectorLayout(ElementType.BYTE, 1_000_000),
                                    conversion,
                                    conversion));
            Codelet use = codelet("use").access(Access.RW).build();
            runtime.task(use).data(data).on(runtime.workers().get(0)).submit().await();
            assertEquals(10_000 + 500_000 + 100_000, runtime.clock().nanoTime(), "the standard form travels");
            runtime.task(use).data(data).on(runtime.workers().get(1)).submit().await();
            assertEquals(
                    610_000 + 2 * (10_000 + 1_000_000) + 100_000,
                    runtime.clock().nanoTime(),
                    "the other form travels, through main memory");
            try (Acquisition acquired = data.acquire(Access.R)) {
                assertEquals(500_000, acquired.view(VectorView.class).length());
            }
            data.close();
        }
    }

    @Test
    void shouldCostTimeToTakeMemoryOfADevice() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(onlyDevicesCost(TWO_GPUS).with("cost.queueing", "off"))) {
            Codelet use = codelet("use").access(Access.W).build();
            DataHandle small = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 1_000_000));
            DataHandle next = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 1_000_000));
            DataHandle large = runtime.data().imagined(new VectorLayout(ElementType.BYTE, 8 * MEBI));
            runtime.task(use)
                    .data(small)
                    .on(runtime.workers().getFirst())
                    .submit()
                    .await();
            assertEquals(175_000 + 100_000, runtime.clock().nanoTime());
            runtime.task(use)
                    .data(next)
                    .on(runtime.workers().getFirst())
                    .submit()
                    .await();
            assertEquals(175_000 + 200_000, runtime.clock().nanoTime(), "from the chunk of the first one");
            runtime.task(use)
                    .data(large)
                    .on(runtime.workers().getFirst())
                    .submit()
                    .await();
            assertEquals(350_000 + 300_000, runtime.clock().nanoTime());
        }
    }

    @Test
    void shouldSendDataHomeWhenADeviceIsFull() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(nothingElseCosts(TWO_GPUS).with("memory.limit", "4m"))) {
            Codelet write = codelet("use").access(Access.W).build();
            List<DataHandle> all = new ArrayList<>();
            for (int number = 0; number < 8; number++) {
                all.add(runtime.data().temporary(new VectorLayout(ElementType.BYTE, MEBI)));
                runtime.task(write)
                        .data(all.getLast())
                        .on(runtime.workers().getFirst())
                        .submit();
            }
            runtime.waitAll();
            assertTrue(runtime.memoryNodes().get(1).sent() >= 4L * MEBI, "bytes that came home");
        }
    }

    @Test
    void shouldComputeTheSameWhereverItExecutes() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                Arena arena = Arena.ofShared();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(TWO_GPUS).executing(true))) {
            Codelet twice = Codelet.named("use")
                    .implementation(Architecture.CUDA, new GpuCode())
                    .access(Access.RW)
                    .cpu(kernel -> {
                        for (int index = 0; index < 100; index++) {
                            kernel.view(0, VectorView.class)
                                    .setLong(
                                            index,
                                            2 * kernel.view(0, VectorView.class).getLong(index) + 1);
                        }
                    })
                    .build();
            MemorySegment memory = arena.allocate(800, 8);
            long[] expected = new long[100];
            for (int index = 0; index < 100; index++) {
                memory.setAtIndex(ValueLayout.JAVA_LONG, index, index);
                expected[index] = 32L * index + 31;
            }
            try (DataHandle data = runtime.data().vector(memory, ElementType.LONG, 100)) {
                for (int round = 0; round < 5; round++) {
                    runtime.task(twice)
                            .data(data)
                            .on(runtime.workers().get(round % 2))
                            .submit();
                }
                runtime.waitAll();
            }
            assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_LONG));
        }
    }

    @Test
    void shouldSpreadTimesBySeedAndTaskAndNotBySchedule() throws InterruptedException {
        List<Long> first = spread(7);
        assertEquals(first, spread(7));
        assertNotEquals(first, spread(8));
        assertTrue(first.stream().distinct().count() > 190, "hardly any two alike");
        double mean = first.stream().mapToLong(Long::longValue).average().orElseThrow();
        assertEquals(100_000, mean, 2_000);
    }

    private static List<Long> spread(long seed) throws InterruptedException {
        List<Long> times = new ArrayList<>();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(nothingElseCosts(TWO_GPUS).with("spread", "on"), seed)) {
            for (int task = 0; task < 200; task++) {
                long begin = runtime.clock().nanoTime();
                Task done = runtime.task(codelet("use").access().build()).submit();
                done.await();
                times.add(runtime.clock().nanoTime() - begin);
            }
        }
        return times;
    }

    @Test
    void shouldRefuseATaskThatNoWorkerHasATimeFor() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(SMALL))) {
            DataHandle data = runtime.data().imagined(new VectorLayout(ElementType.FLOAT, 10));
            Task task = runtime.task(codelet("work").access(Access.R).build()).data(data);
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, task::submit);
            assertTrue(refused.getMessage().contains("'work'"), refused.getMessage());
            assertTrue(refused.getMessage().contains(String.format("%08x", task.footprint())), refused.getMessage());
        }
    }

    @Test
    void shouldKnowHowMuchEnergyATaskNeeds() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(TWO_GPUS))) {
            Worker gpu = runtime.workers().getFirst();
            assertEquals(Architecture.CUDA, gpu.architecture());
            assertEquals(20.0, gpu.properties().get("sim.idle.watts"));
            assertEquals(100.0, gpu.properties().get("sim.busy.watts"));
        }
    }
}
