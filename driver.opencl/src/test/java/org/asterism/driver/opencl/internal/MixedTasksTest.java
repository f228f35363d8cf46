package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks on processors and OpenCL devices together, in the real core. */
class MixedTasksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** x = factor * x + 1, exactly, as long as the numbers are small integers. */
    private static final Codelet STEP = Codelet.named("step")
            .access(Access.RW)
            .cpu(context -> {
                VectorView x = context.view(0, VectorView.class);
                double factor = context.argument(Double.class);
                for (long index = 0; index < x.length(); index++) {
                    x.setDouble(index, factor * x.getDouble(index) + 1);
                }
            })
            .implementation(
                    Architecture.OPENCL,
                    DeviceKernel.source(KernelLanguage.OPENCL_C, """
                                    __kernel void step_up(__global double *x, int n, double factor) {
                                        int i = get_global_id(0);
                                        if (i < n) x[i] = factor * x[i] + 1;
                                    }""")
                            .kernel("step_up")
                            .arguments(
                                    KernelArgument.data(0),
                                    KernelArgument.length(0),
                                    KernelArgument.doubleValue(context -> context.argument(Double.class)))
                            .grid(context ->
                                    Grid.of(context.view(0, VectorView.class).length()))
                            .build())
            .build();

    private final Laboratory laboratory = new Laboratory();

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private TaskRuntime runtime(int processors, Map<String, String> properties) {
        return runtime(laboratory, processors, properties);
    }

    private static TaskRuntime runtime(Laboratory laboratory, int processors, Map<String, String> properties) {
        if (processors > 0) {
            laboratory.addDriver("cpu", new InlineDriver(processors));
        }
        laboratory.addDriver("opencl", Pocl.driver());
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults();
        for (Map.Entry<String, String> property : properties.entrySet()) {
            configuration = configuration.withDriverProperty("opencl", property.getKey(), property.getValue());
        }
        return laboratory.factory.create(configuration);
    }

    private static Task step(TaskRuntime runtime, DataHandle data, double factor, Architecture... where) {
        Task task = runtime.task(STEP).data(data).argument(factor);
        return where.length == 0 ? task : task.where(where);
    }

    private static void await(List<Task> tasks) throws InterruptedException {
        for (Task task : tasks) {
            assertTrue(task.await(PATIENCE), () -> task + " did not end");
        }
    }

    @Test
    void shouldMoveDataBetweenProcessorsAndDevice() throws Exception {
        double[] numbers = {1, 2, 3};
        try (TaskRuntime runtime = runtime(1, Map.of("memory.limit", "16m", "devices", "0"))) {
            DataHandle data = runtime.data().vector(numbers);
            List<Task> tasks = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                tasks.add(step(runtime, data, 2, Architecture.OPENCL).submit());
                tasks.add(step(runtime, data, 3, Architecture.CPU).submit());
            }
            await(tasks);
            data.close();
            MemoryNode device = runtime.memoryNodes().stream()
                    .filter(node -> node.name().equals("opencl-0"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(device.received() >= 5L * numbers.length * Double.BYTES, "bytes copied to the device");
            assertTrue(device.sent() >= 5L * numbers.length * Double.BYTES, "bytes copied from the device");
        }
        double[] expected = {1, 2, 3};
        for (int round = 0; round < 5; round++) {
            Arrays.setAll(expected, index -> 3 * (2 * expected[index] + 1) + 1);
        }
        assertArrayEquals(expected, numbers);
    }

    @Test
    void shouldComputeTheSameWhereverTasksRun() throws Exception {
        for (Map<String, String> properties : List.of(
                Map.of("memory.limit", "16m"),
                Map.of("memory.limit", "16m", "workers", "3", "pipeline", "4"),
                Map.of("memory.limit", "16m", "sub.devices", "1"),
                Map.of("memory.limit", "16m", "shared.context", "true"),
                Map.of("memory.limit", "16m", "out.of.order", "true", "pipeline", "4"),
                Map.of("zero.copy", "true", "workers", "2"))) {
            runRandomTasks(properties, 40, 3);
        }
    }

    /** Memory for two vectors only: each task on the device throws something out. */
    @Test
    void shouldComputeTheSameWhenTheDeviceHasLittleMemory() throws Exception {
        runRandomTasks(Map.of("memory.limit", "24k", "workers", "2"), 60, 6);
    }

    private void runRandomTasks(Map<String, String> properties, int count, int vectors) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        double[][] numbers = new double[vectors][1000];
        double[] expected = new double[vectors];
        try (Laboratory another = new Laboratory();
                TaskRuntime runtime = runtime(another, 2, properties)) {
            List<DataHandle> handles = new ArrayList<>();
            for (double[] each : numbers) {
                handles.add(runtime.data().vector(each));
            }
            List<Task> tasks = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                int which = random.nextInt(vectors);
                int factor = random.nextInt(3);
                expected[which] = factor * expected[which] + 1;
                Architecture[] where = {new Architecture[] {Architecture.CPU, Architecture.OPENCL}[random.nextInt(2)]};
                tasks.add(
                        step(runtime, handles.get(which), factor, random.nextInt(4) == 0 ? new Architecture[0] : where)
                                .submit());
            }
            await(tasks);
            handles.forEach(DataHandle::close);
        }
        for (int which = 0; which < vectors; which++) {
            double[] wanted = new double[1000];
            Arrays.fill(wanted, expected[which]);
            assertArrayEquals(wanted, numbers[which], "vector " + which + ", " + properties + ", seed " + seed);
        }
    }

    @Test
    void shouldGiveKernelsAllBuffersOfSparseMatrices() throws Exception {
        Codelet product = Codelet.named("product")
                .access(Access.R, Access.R, Access.W)
                .implementation(
                        Architecture.OPENCL,
                        DeviceKernel.source(KernelLanguage.OPENCL_C, """
                                        __kernel void product(__global const double *a, __global const int *column,
                                                __global const int *row, __global const double *x, __global double *y,
                                                int rows) {
                                            int i = get_global_id(0);
                                            if (i < rows) {
                                                double sum = 0;
                                                for (int k = row[i]; k < row[i + 1]; k++) sum += a[k] * x[column[k]];
                                                y[i] = sum;
                                            }
                                        }""")
                                .kernel("product")
                                .arguments(
                                        KernelArgument.data(0, 0),
                                        KernelArgument.data(0, 1),
                                        KernelArgument.data(0, 2),
                                        KernelArgument.data(1),
                                        KernelArgument.data(2),
                                        KernelArgument.length(2))
                                .grid(context -> Grid.of(
                                        context.view(2, VectorView.class).length()))
                                .build())
                .build();
        double[] result = new double[2];
        for (String zeroCopy : List.of("false", "true")) {
            try (Laboratory another = new Laboratory();
                    TaskRuntime runtime = runtime(another, 0, Map.of("zero.copy", zeroCopy, "devices", "0"))) {
                DataHandle matrix =
                        runtime.data().csr(3, new double[] {1, 2, 3}, new int[] {0, 2, 1}, new int[] {0, 2, 3});
                DataHandle vector = runtime.data().vector(new double[] {10, 100, 1000});
                DataHandle sums = runtime.data().vector(result);
                await(List.of(runtime.task(product).data(matrix, vector, sums).submit()));
                List.of(matrix, vector, sums).forEach(DataHandle::close);
            }
            assertArrayEquals(new double[] {2010, 300}, result, "zero.copy=" + zeroCopy);
            Arrays.fill(result, 0);
        }
    }

    @Test
    void shouldRefuseATaskWhoseDataNeverFitAndGoOn() throws Exception {
        try (TaskRuntime runtime = runtime(1, Map.of("memory.limit", "24k"))) {
            DataHandle large = runtime.data().vector(new double[100_000]).named("large");
            DataHandle small = runtime.data().vector(new double[10]);
            Task refused = step(runtime, large, 1, Architecture.OPENCL).submit();
            assertTrue(refused.completion()
                    .toCompletableFuture()
                    .handle((task, failure) -> failure != null)
                    .get(60, TimeUnit.SECONDS));
            String message = refused.failure().orElseThrow().toString();
            assertTrue(message.contains("800000") && message.contains("24576"), message);
            await(List.of(step(runtime, small, 1, Architecture.OPENCL).submit()));
            large.discard();
            small.close();
        }
    }

    @Test
    void shouldEndItsWorkersWhenTheDriverGoesAndTakeTasksUpAgainWhenItComes() throws Exception {
        DriverPlugin driver = laboratory.addDriver("opencl", Pocl.driver());
        double[] numbers = new double[100];
        try (TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withDriverProperty("opencl", "memory.limit", "16m"))) {
            DataHandle data = runtime.data().vector(numbers);
            List<Task> tasks = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                for (int number = 0; number < 10; number++) {
                    tasks.add(step(runtime, data, 1, Architecture.OPENCL).submit());
                }
                laboratory.plugins.remove(driver);
                assertEquals(0, runtime.workers().size(), "workers without a driver");
                driver = laboratory.addDriver("opencl", Pocl.driver());
            }
            await(tasks);
            data.close();
        }
        double[] expected = new double[100];
        Arrays.fill(expected, 30);
        assertArrayEquals(expected, numbers);
    }
}
