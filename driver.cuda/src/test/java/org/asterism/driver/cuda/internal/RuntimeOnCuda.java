package org.asterism.driver.cuda.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelLanguage;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What programs do with CUDA workers; the same on the stand-in and on real devices. */
@Timeout(60)
abstract class RuntimeOnCuda {
    private final List<Laboratory> laboratories = new ArrayList<>();

    abstract CudaDriver driver();

    @AfterEach
    void close() {
        laboratories.forEach(Laboratory::close);
    }

    final TaskRuntime runtime(Map<String, String> properties) {
        return runtime(driver(), properties);
    }

    final TaskRuntime runtime(CudaDriver driver, Map<String, String> properties) {
        Laboratory laboratory = new Laboratory();
        laboratories.add(laboratory);
        laboratory.addDriver("cuda", driver);
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults();
        for (Map.Entry<String, String> property : properties.entrySet()) {
            configuration = configuration.withDriverProperty("cuda", property.getKey(), property.getValue());
        }
        return laboratory.factory.create(configuration);
    }

    static double[] numbers(int count) {
        return IntStream.range(0, count).mapToDouble(index -> index + 1).toArray();
    }

    static double[] times(double factor, double[] values) {
        return Arrays.stream(values).map(value -> factor * value).toArray();
    }

    @Test
    void shouldRunAKernelThatIsPtx() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        double[] values = numbers(100_000);
        DataHandle data = runtime.data().vector(values);
        runtime.task(Kernels.SCALE).data(data).argument(3.0).submit();
        runtime.task(Kernels.SCALE).data(data).argument(0.5).submit();
        data.close();
        assertArrayEquals(times(1.5, numbers(100_000)), values);
    }

    @Test
    void shouldHaveInspectedWhatATaskHasWrittenBeforeTheTaskEnds() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("pipeline", "3"));
        List<Double> seen = Collections.synchronizedList(new ArrayList<>());
        DeviceCode code = context -> {
            context.launch(Kernels.SCALE_PTX);
            DeviceBuffer whole = context.buffer(0);
            DeviceBuffer first = new DeviceBuffer(whole.memory(), whole.offset(), Double.BYTES);
            context.inspect(first, content -> {
                double found = content.get(ValueLayout.JAVA_DOUBLE, 0);
                if (found > 1000) {
                    throw new IllegalStateException("found " + found);
                }
                seen.add(found);
            });
        };
        Codelet inspecting = Codelet.named("inspecting")
                .access(Access.RW)
                .implementation(Architecture.CUDA, code)
                .build();
        DataHandle data = runtime.data().vector(numbers(1000));
        List<Double> expected = new ArrayList<>();
        for (double value = 2; value < 1000; value *= 2) {
            runtime.task(inspecting).data(data).argument(2.0).submit();
            expected.add(value);
        }
        runtime.waitAll();
        assertEquals(expected, seen);
        Task failing = runtime.task(inspecting).data(data).argument(2.0);
        failing.submit();
        TaskFailedException failure = assertThrows(TaskFailedException.class, failing::await);
        assertEquals("found 1024.0", failure.getCause().getMessage());
        data.discard();
    }

    @Test
    void shouldRunAProgramThatJavaCodeLaunches() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        double[] values = numbers(1000);
        DataHandle data = runtime.data().vector(values);
        runtime.task(inTwoSteps()).data(data).submit();
        data.close();
        assertArrayEquals(times(6, numbers(1000)), values);
    }

    private static Codelet inTwoSteps() {
        DeviceCode code = context -> {
            DeviceBuffer x = context.buffer(0);
            int length = (int) context.view(0, VectorView.class).length();
            context.launch(Kernels.SCALE_PTX, Grid.of(length), x, 2.0, length);
            context.launch(Kernels.SCALE_PTX, Grid.of(length), x, 3.0, length);
        };
        return Codelet.named("twice")
                .access(Access.RW)
                .implementation(Architecture.CUDA, code)
                .build();
    }

    @Test
    void shouldGiveCodeWorkspaceAndWhatItHasAttached() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        List<Long> handles = new ArrayList<>();
        DeviceCode code = context -> {
            context.attached(Attached.class, () -> {
                made.incrementAndGet();
                return closed::incrementAndGet;
            });
            DeviceBuffer first = context.workspace(1000);
            DeviceBuffer second = context.workspace(5000);
            int length = (int) context.view(0, VectorView.class).length();
            context.launch(Kernels.SCALE_PTX, Grid.of(length), first, 2.0, 100);
            assertEquals(0, first.address() % 256);
            assertTrue(first.address() + 1000 <= second.address() || second.address() + 5000 <= first.address());
            handles.addAll(List.of(context.queue(), context.deviceContext()));
        };
        Codelet codelet = Codelet.named("attached")
                .access(Access.RW)
                .implementation(Architecture.CUDA, code)
                .build();
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(100));
        for (int number = 0; number < 5; number++) {
            runtime.task(codelet).data(data).submit();
        }
        runtime.waitAll();
        assertEquals(1, made.get(), "objects that were made for one worker");
        assertEquals(2, handles.stream().distinct().count(), "a stream and a context");
        assertEquals(0, closed.get());
        data.close();
        runtime.close();
        assertEquals(1, closed.get(), "objects that were closed when the worker ended");
    }

    private interface Attached extends AutoCloseable {
        @Override
        void close();
    }

    @Test
    void shouldMoveMatricesWithGaps() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        double[] values = new double[50 * 70];
        DataHandle matrix = runtime.data().matrix(values, 40, 60, 70);
        runtime.task(Kernels.ADD_ROWS).data(matrix).argument(1.5).submit();
        matrix.close();
        for (int row = 0; row < 50; row++) {
            for (int column = 0; column < 70; column++) {
                assertEquals(row < 40 && column < 60 ? 1.5 : 0, values[70 * row + column], "at " + row + ", " + column);
            }
        }
    }

    @Test
    void shouldWorkOnPartsOfDataWhereTheWholeLies() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        double[] values = new double[64 * 96];
        DataHandle matrix = runtime.data().matrix(values, 64, 96, 96);
        runtime.task(Kernels.ADD_ROWS).data(matrix).argument(1.0).submit();
        try (Partition columns = matrix.partition(Filters.columns(3))) {
            for (int child = 0; child < 3; child++) {
                runtime.task(Kernels.ADD_ROWS)
                        .data(columns.children().get(child))
                        .argument(10.0 * child)
                        .submit();
            }
        }
        matrix.close();
        for (int index = 0; index < values.length; index++) {
            assertEquals(1 + 10.0 * (index % 96 / 32), values[index], "at " + index);
        }
    }

    @Test
    void shouldComputeOnMoreThanFitsItsMemory() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("memory.limit", "1m", "devices", "0"));
        List<double[]> values = new ArrayList<>();
        List<DataHandle> data = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            values.add(numbers(16_000 + 100 * number));
            data.add(runtime.data().vector(values.get(number)));
        }
        for (int round = 0; round < 3; round++) {
            for (DataHandle one : data) {
                runtime.task(Kernels.SCALE).data(one).argument(2.0).submit();
            }
        }
        runtime.waitAll();
        data.forEach(DataHandle::close);
        for (double[] one : values) {
            assertArrayEquals(times(8, numbers(one.length)), one);
        }
    }

    @Test
    void shouldSayThatDataCanNeverFit() {
        TaskRuntime runtime = runtime(Map.of("memory.limit", "1m", "devices", "0"));
        DataHandle large = runtime.data().vector(new double[1 << 18]);
        Task task = runtime.task(Kernels.SCALE).data(large).argument(2.0).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("cuda-0") && message.contains("1048576"), message);
    }

    @Test
    void shouldGiveTheCompilersWordsForAProgramThatCannotBeLoaded() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        double[] values = numbers(10);
        DataHandle data = runtime.data().vector(values);
        DeviceKernel broken = DeviceKernel.source(KernelLanguage.PTX, "this is no PTX")
                .kernel("scale")
                .grid(kernel -> Grid.of(1))
                .build();
        Task task = runtime.task(codelet(broken)).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("CUDA_ERROR_INVALID_PTX"), message);
        runtime.task(Kernels.SCALE)
                .data(runtime.data().vector(values))
                .argument(2.0)
                .submitAndAwait();
    }

    @Test
    void shouldSayWhichKernelAProgramHasNot() {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        DeviceKernel missing =
                Kernels.ptx().kernel("squeeze").grid(kernel -> Grid.of(1)).build();
        Task task = runtime.task(codelet(missing)).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("squeeze"), message);
    }

    static Codelet codelet(Implementation implementation) {
        return Codelet.named("tried")
                .access(Access.RW)
                .implementation(Architecture.CUDA, implementation)
                .build();
    }

    @Test
    void shouldFailTheTaskWhoseCodeThrowsAndGoOn() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        DeviceCode throwing = context -> {
            context.launch(Kernels.SCALE_PTX, Grid.of(10), context.buffer(0), 2.0, 10);
            throw new IllegalStateException("thrown by the code of a test");
        };
        Task task = runtime.task(codelet(throwing)).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("thrown by the code of a test"), message);
        double[] values = numbers(10);
        DataHandle other = runtime.data().vector(values);
        runtime.task(Kernels.SCALE).data(other).argument(2.0).submit();
        other.close();
        assertArrayEquals(times(2, numbers(10)), values);
    }

    @Test
    void shouldShareADeviceBetweenWorkers() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("workers", "3", "devices", "0"));
        List<Worker> workers = runtime.workers();
        assertEquals(
                List.of("cuda-0.0", "cuda-0.1", "cuda-0.2"),
                workers.stream().map(Worker::name).sorted().toList());
        assertEquals(
                List.of(MemoryNode.MAIN, 1),
                runtime.memoryNodes().stream().map(MemoryNode::id).toList());
        double[] values = numbers(1000);
        DataHandle data = runtime.data().vector(values);
        for (Worker worker : workers) {
            runtime.task(Kernels.SCALE).data(data).argument(2.0).on(worker).submit();
        }
        data.close();
        assertArrayEquals(times(8, numbers(1000)), values);
    }

    @Test
    void shouldServeMemoryOfTheSystemsOwnAllocator() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        DataHandle first = runtime.data().vector(x);
        DataHandle second = runtime.data().vector(MemorySegment.ofArray(y), ElementType.FLOAT, 3);
        runtime.task(Kernels.AXPY).data(first, second).argument(2.0).submit();
        second.close();
        assertArrayEquals(new float[] {12, 24, 36}, y);
    }
}
