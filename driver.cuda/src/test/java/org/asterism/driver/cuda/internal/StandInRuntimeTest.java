package org.asterism.driver.cuda.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.driver.cuda.internal.StandIn.Traced;
import org.asterism.driver.cuda.internal.kernel.CudaCompiler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs on the stand-in, and what it shows of the protocol besides. */
final class StandInRuntimeTest extends RuntimeOnCuda {
    private static final int INVALID_CONTEXT = 201;
    private static final int ECC_UNCORRECTABLE = 214;
    private static final int UNKNOWN = 999;

    private StandIn standIn;

    @BeforeEach
    void needsTheStandIn() {
        standIn = StandIn.assume();
    }

    @Override
    CudaDriver driver() {
        return standIn.driver();
    }

    @AfterEach
    void shouldNeverHaveAnAsynchronousCopyWaitForTheDevice() {
        if (standIn != null) {
            assertEquals(0, standIn.get("pageable"), "copies of memory that is not pinned, which block their caller");
        }
    }

    private static List<Worker> inOrder(TaskRuntime runtime) {
        return runtime.workers().stream()
                .sorted(Comparator.comparing(Worker::name))
                .toList();
    }

    private static List<Traced> of(int kind, List<Traced> trace) {
        return trace.stream().filter(entry -> entry.kind() == kind).toList();
    }

    @Test
    void shouldCopyFromDeviceToDeviceWhereTheyReachEachOther() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        assertArrayEquals(times(4, numbers(1000)), scaledOnBoth(runtime));
        assertEquals(1, of(Traced.COPY_PEER, standIn.trace()).size(), "copies between devices");
    }

    @Test
    void shouldCopyThroughMainMemoryWhereDevicesDoNotReachEachOther() throws InterruptedException {
        standIn.set("peers", 0);
        TaskRuntime runtime = runtime(Map.of());
        assertArrayEquals(times(4, numbers(1000)), scaledOnBoth(runtime));
        assertEquals(0, of(Traced.COPY_PEER, standIn.trace()).size(), "copies between devices");
    }

    private double[] scaledOnBoth(TaskRuntime runtime) throws InterruptedException {
        List<Worker> workers = inOrder(runtime);
        assertEquals(
                List.of("cuda-0", "cuda-1"), workers.stream().map(Worker::name).toList());
        runtime.links(); // measured when the memories have come; what was copied for that is not ours
        standIn.forget();
        double[] values = numbers(1000);
        DataHandle data = runtime.data().vector(values);
        runtime.task(Kernels.SCALE)
                .data(data)
                .argument(2.0)
                .on(workers.getFirst())
                .submit();
        runtime.task(Kernels.SCALE)
                .data(data)
                .argument(2.0)
                .on(workers.getLast())
                .submit();
        data.close();
        return values;
    }

    @Test
    void shouldCopyTheDataOfTheNextTaskWhileAKernelRuns() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        runtime.links(); // what was copied to measure them is not ours
        standIn.forget();
        CountDownLatch go = new CountDownLatch(1);
        int[] values = new int[100_000];
        Task ahead = runtime.task(codelet(Gate.heldUntil(go)))
                .data(runtime.data().vector(values))
                .submit();
        Task next = runtime.task(codelet(Gate.heldUntil(go)))
                .data(runtime.data().vector(values.clone()))
                .submit();
        await(() -> of(Traced.COPY_IN, standIn.trace()).stream()
                        .mapToDouble(Traced::bytes)
                        .sum()
                == 2.0 * Integer.BYTES * values.length);
        assertFalse(ahead.state().isFinal() || next.state().isFinal());
        go.countDown();
        runtime.waitAll();
    }

    @Test
    void shouldRunKernelsOfSeveralWorkersAtTheSameTime() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0", "workers", "2"));
        CountDownLatch go = new CountDownLatch(1);
        for (Worker worker : inOrder(runtime)) {
            runtime.task(codelet(Gate.heldUntil(go)))
                    .data(runtime.data().vector(new int[10]))
                    .on(worker)
                    .submit();
        }
        await(() -> standIn.get("most.kernels.running") == 2);
        go.countDown();
        runtime.waitAll();
    }

    @Test
    void shouldGetRoomWhenTheDeviceHasLessThanItSeemed() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        List<double[]> values = new ArrayList<>();
        List<DataHandle> data = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            values.add(numbers(10_000));
            data.add(runtime.data().vector(values.get(number)));
            runtime.task(Kernels.SCALE).data(data.get(number)).argument(2.0).submit();
        }
        runtime.waitAll();
        standIn.fail("cuMemAlloc_v2", 1, 2);
        double[] large = numbers(10_000_000);
        DataHandle more = runtime.data().vector(large);
        runtime.task(Kernels.SCALE).data(more).argument(2.0).submit();
        more.close();
        assertEquals(20_000_000, large[large.length - 1]);
        data.forEach(DataHandle::close);
        assertArrayEquals(times(2, numbers(10_000)), values.getFirst());
    }

    @Test
    void shouldNameTheErrorOfALaunchAndGoOn() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        standIn.fail("cuLaunchKernel", 1, 999);
        Task task = runtime.task(Kernels.SCALE).data(data).argument(2.0).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("cuLaunchKernel failed: CUDA_ERROR_UNKNOWN (999"), message);
        runtime.task(Kernels.SCALE)
                .data(runtime.data().vector(numbers(10)))
                .argument(2.0)
                .submitAndAwait();
    }

    @Test
    void shouldRunAKernelThatIsABinary() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        double[] values = numbers(1000);
        DataHandle data = runtime.data().vector(values);
        runtime.task(codelet(Kernels.SCALE_CUBIN)).data(data).argument(3.0).submit();
        data.close();
        assertArrayEquals(times(3, numbers(1000)), values);
    }

    @Test
    void shouldCompileAProgramOnceForAllWorkersAndProcesses(@TempDir Path cache) throws InterruptedException {
        AtomicInteger compilations = new AtomicInteger();
        CudaCompiler compiler = new CudaCompiler() {
            @Override
            public String version() {
                return "compiler of a test";
            }

            @Override
            public byte[] compile(
                    String source, String origin, int capability, int driverVersion, List<String> options) {
                assertEquals("90 13000 [--use_fast_math]", capability + " " + driverVersion + " " + options);
                assertTrue(source.contains("__global__ void scale"), source);
                compilations.incrementAndGet();
                return StandIn.program("kernels.ptx");
            }
        };
        for (int process = 0; process < 2; process++) {
            TaskRuntime runtime = runtime(
                    new CudaDriver(Map.of(), whyNot -> Optional.of(standIn.cuda()), () -> Optional.of(compiler)),
                    Map.of("cache", cache.toString(), "workers", "2", "devices", "0"));
            double[] values = numbers(100);
            DataHandle data = runtime.data().vector(values);
            for (Worker worker : inOrder(runtime)) {
                runtime.task(codelet(cudaC())).data(data).on(worker).submit();
            }
            data.close();
            assertArrayEquals(times(4, numbers(100)), values);
            assertEquals(1, compilations.get(), "compilations");
        }
    }

    private static DeviceKernel cudaC() {
        return DeviceKernel.source(KernelLanguage.CUDA_C, new String(StandIn.program("kernels.cu")))
                .options("--use_fast_math")
                .kernel("scale")
                .arguments(KernelArgument.data(0), KernelArgument.doubleValue(kernel -> 2), KernelArgument.length(0))
                .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
                .build();
    }

    @Test
    void shouldSayWhatCudaCNeeds() {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        Task task = runtime.task(codelet(cudaC())).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("libnvrtc.so.13") && message.contains("CUDA_HOME"), message);
    }

    @Test
    void shouldRefuseAKernelForOtherDevices() {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        DeviceKernel other = DeviceKernel.source(KernelLanguage.OPENCL_C, "__kernel void scale() {}")
                .kernel("scale")
                .grid(kernel -> Grid.of(1))
                .build();
        Task task = runtime.task(codelet(other)).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("CUDA_C, PTX and CUBIN"), message);
    }

    /** Not every error says that the device is gone: one that has fallen off the bus may give nothing but the last. */
    @ParameterizedTest
    @ValueSource(ints = {ECC_UNCORRECTABLE, INVALID_CONTEXT, UNKNOWN})
    void shouldRunOnOtherDevicesWhatALostOneHasNotDone(int error) throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        standIn.kill(0, error);
        List<double[]> values = new ArrayList<>();
        List<DataHandle> data = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            values.add(numbers(1000));
            data.add(runtime.data().vector(values.get(number)));
            runtime.task(Kernels.SCALE).data(data.get(number)).argument(2.0).submit();
        }
        runtime.waitAll();
        data.forEach(DataHandle::close);
        values.forEach(one -> assertArrayEquals(times(2, numbers(1000)), one));
        // The worker of the other one may have run them all before this one's has tried.
        while (runtime.workers().size() > 1) {
            Await.pause();
            runtime.task(Kernels.SCALE)
                    .data(runtime.data().vector(numbers(10)))
                    .argument(2.0)
                    .submitAndAwait();
        }
        assertEquals("cuda-1", runtime.workers().getFirst().name());
    }

    @Test
    void shouldHaveADeviceAgainThatWasLost() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of());
        DataHandle data = runtime.data().vector(numbers(10));
        Task task = runtime.task(codelet(Kernels.FAULT))
                .data(data)
                .on(inOrder(runtime).getFirst())
                .submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("cuda-0") && message.contains("CUDA_ERROR_ILLEGAL_ADDRESS (700"), message);
        // Its context can be made anew when the last of what was lost has let go of it.
        await(() -> standIn.get("context.users") <= 1);
        assertEquals(
                List.of("cuda-0"),
                runtime.rescanDevices().stream().map(Worker::name).toList());
        double[] values = numbers(1000);
        DataHandle other = runtime.data().vector(values);
        runtime.task(Kernels.SCALE)
                .data(other)
                .argument(2.0)
                .where(worker -> worker.name().equals("cuda-0"))
                .submit();
        other.close();
        assertArrayEquals(times(2, numbers(1000)), values);
    }

    @Test
    void shouldSayWhatTheDriversCompilerSaysHoweverLongItIs() {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10));
        DeviceKernel wrong = DeviceKernel.source(KernelLanguage.PTX, "// no PTX".repeat(10_000))
                .kernel("wrong")
                .grid(kernel -> Grid.of(1))
                .build();
        TaskFailedException failed = assertThrows(
                TaskFailedException.class,
                () -> runtime.task(codelet(wrong)).data(data).submitAndAwait());
        assertTrue(failed.getMessage().contains("no .version directive"), failed::toString);
    }

    @Test
    void shouldSayThatDataOnADeviceCannotBeReadForALaunch() {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DeviceKernel kernel = Kernels.ptx()
                .kernel("scale")
                .arguments(
                        KernelArgument.data(0),
                        KernelArgument.doubleValue(
                                context -> context.view(0, VectorView.class).getDouble(3)),
                        KernelArgument.length(0))
                .grid(context -> Grid.of(10))
                .build();
        DeviceKernel sized = Kernels.ptx()
                .kernel("scale")
                .grid(context ->
                        Grid.of((long) context.view(0, VectorView.class).getDouble(3)))
                .build();
        DeviceCode code = context -> context.view(0, VectorView.class).setDouble(3, 1);
        Map.of("argument 1 of a kernel", kernel, "the grid of", sized, "code touches", code)
                .forEach((what, implementation) -> {
                    DataHandle data = runtime.data().vector(numbers(10)).named("temperatures");
                    Codelet codelet = Codelet.named("hasty")
                            .access(Access.RW)
                            .implementation(Architecture.CUDA, implementation)
                            .build();
                    TaskFailedException failed = assertThrows(
                            TaskFailedException.class,
                            () -> runtime.task(codelet).data(data).submitAndAwait());
                    String said = failed.getCause().getMessage();
                    for (String part : List.of(what, "of task hasty#", "'temperatures'", "cuda-0", "Task.argument")) {
                        assertTrue(said.contains(part), () -> part + " is not in: " + said);
                    }
                });
    }

    @Test
    void shouldSayWhichDataWereLostWithTheirDevice() throws InterruptedException {
        TaskRuntime runtime = runtime(Map.of("devices", "0"));
        DataHandle data = runtime.data().vector(numbers(10)).named("temperatures");
        runtime.task(Kernels.SCALE).data(data).argument(2.0).submitAndAwait();
        standIn.kill(0, ECC_UNCORRECTABLE);
        RuntimeException lost = assertThrows(RuntimeException.class, () -> data.acquire(Access.R));
        assertTrue(String.valueOf(lost.getMessage()).contains("temperatures"), lost.getMessage());
    }

    @Test
    void shouldBringHomeWhatADeviceHasWhenItsDriverLeaves() throws InterruptedException {
        double users = standIn.get("context.users");
        try (Laboratory laboratory = new Laboratory()) {
            for (int round = 0; round < 5; round++) {
                DriverPlugin plugin = laboratory.addDriver("cuda", driver());
                TaskRuntime runtime = laboratory.runtime();
                List<double[]> values = new ArrayList<>();
                List<DataHandle> data = new ArrayList<>();
                for (int number = 0; number < 4; number++) {
                    values.add(numbers(500_000));
                    data.add(runtime.data().vector(values.get(number)));
                    runtime.task(Kernels.SCALE)
                            .data(data.get(number))
                            .argument(2.0)
                            .submit();
                }
                runtime.waitAll();
                laboratory.plugins.remove(plugin);
                assertEquals(users, standIn.get("context.users"), "contexts that are still held");
                data.forEach(DataHandle::close);
                values.forEach(one -> assertArrayEquals(times(2, numbers(500_000)), one));
                runtime.close();
            }
        }
    }

    @Test
    void shouldGiveEverythingBack() throws InterruptedException {
        double blocks = standIn.get("blocks");
        double users = standIn.get("context.users");
        TaskRuntime runtime = runtime(Map.of("workers", "2"));
        DataHandle data = runtime.data().vector(numbers(1000));
        runtime.task(Kernels.SCALE).data(data).argument(3.0).submit();
        data.close();
        assertTrue(standIn.get("blocks") > blocks);
        runtime.close();
        assertEquals(blocks, standIn.get("blocks"), "pieces of memory that the driver still has");
        assertEquals(users, standIn.get("context.users"), "contexts that are still held");
    }
}
