package org.asterism.driver.cuda.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.Grid;
import org.asterism.core.internal.testing.Await;
import org.asterism.driver.cuda.internal.StandIn.Traced;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;
import org.asterism.tck.FakeKernelContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One unit and its memory on the stand-in, used as the core would. */
@Timeout(60)
final class StandInDeviceTest {
    private final Arena arena = Arena.ofShared();
    private StandIn standIn;
    private ComputeUnit unit;
    private DeviceMemory memory;

    @BeforeEach
    void open() {
        standIn = StandIn.assume();
        unit = open(standIn.driver(), Map.of("devices", "0")).getFirst();
        unit.start();
        memory = unit.memory().orElseThrow();
    }

    @AfterEach
    void close() {
        if (unit != null) {
            unit.stop();
            unit.close();
            memory.close();
        }
        arena.close();
    }

    private static List<ComputeUnit> open(CudaDriver driver, Map<String, String> properties) {
        return driver.open(new DriverRequest(OptionalInt.empty(), Clock.system(), properties));
    }

    private Execution pause(long nanos) throws Exception {
        return launch(Kernels.PAUSE_PTX, nanos);
    }

    private Execution launch(Implementation implementation, Object argument) throws Exception {
        return launch(unit, implementation, argument);
    }

    private static Execution launch(ComputeUnit unit, Implementation implementation, Object argument) throws Exception {
        Codelet codelet = Codelet.named("tried")
                .implementation(Architecture.CUDA, implementation)
                .build();
        return unit.launch(
                implementation,
                new FakeKernelContext(new FakeTask(1, codelet, 0), new FakeWorker(0, Architecture.CUDA), argument));
    }

    private static void await(Execution execution) throws Exception {
        while (!execution.isFinished()) {
            Await.pause();
        }
    }

    private static void await(Transfer transfer) throws Exception {
        while (!transfer.isFinished()) {
            Await.pause();
        }
    }

    private BufferCopy copy(MemorySegment from, MemorySegment to) {
        BufferShape shape = new BufferShape(from.byteSize(), 1);
        return new BufferCopy(shape, Buffer.dense(from, shape), Buffer.dense(to, shape));
    }

    @Test
    void shouldMeasureKernelsByTheDevicesClock() throws Exception {
        Execution first = pause(200_000_000);
        Execution second = pause(5_000_000);
        await(second);
        assertTrue(first.isFinished(), "kernels end in the order in which they were launched");
        assertTrue(first.kernelNanos() >= 200_000_000, () -> "the first took " + first.kernelNanos());
        // It waited for the first one before it began, which does not count.
        assertTrue(
                second.kernelNanos() >= 5_000_000 && second.kernelNanos() < 200_000_000,
                () -> "the second took " + second.kernelNanos());
    }

    @Test
    void shouldWakeWhoSleepsUntilAKernelHasEnded() throws Exception {
        CountDownLatch woken = new CountDownLatch(2);
        MemorySegment go = standIn.cuda().allocateHost(Integer.BYTES);
        go.set(ValueLayout.JAVA_INT, 0, 0);
        DeviceCode hold = context -> context.launch(Kernels.HOLD, Grid.of(1), go.address());
        Execution execution = launch(hold, null);
        assertFalse(execution.isFinished());
        assertTrue(execution.whenFinished(woken::countDown));
        assertEquals(2, woken.getCount());
        ValueLayout.JAVA_INT.varHandle().setVolatile(go, 0L, 1);
        Await.await(() -> woken.getCount() < 2);
        assertTrue(execution.isFinished(), "woken before the kernel has ended");
        execution.whenFinished(woken::countDown);
        assertEquals(0, woken.getCount(), "who comes late is woken at once");
        standIn.cuda().freeHost(go);
    }

    @Test
    void shouldWakeWhoSleepsUntilAKernelHasFailed() throws Exception {
        CountDownLatch woken = new CountDownLatch(1);
        launch(Kernels.PAUSE_PTX, 10_000_000L);
        Execution execution = launch(fault(), null);
        execution.whenFinished(woken::countDown);
        assertTrue(woken.await(20, TimeUnit.SECONDS), "nobody was woken");
        DeviceLostException lost = assertThrows(DeviceLostException.class, execution::isFinished);
        assertTrue(
                lost.getMessage().contains("cuda-0") && lost.getMessage().contains("CUDA_ERROR_ILLEGAL_ADDRESS (700"),
                lost.getMessage());
    }

    private static DeviceCode fault() {
        return context -> context.launch(Kernels.FAULT, Grid.of(1), 0L);
    }

    @Test
    void shouldSayThatADeviceIsLostWhateverIsAskedOfIt() throws Exception {
        MemorySegment there = memory.allocate(64);
        standIn.kill(0, 214);
        assertThrows(DeviceLostException.class, () -> pause(1));
        Transfer in = memory.copyIn(List.of(copy(arena.allocate(64), there)));
        assertThrows(DeviceLostException.class, () -> await(in));
        Transfer out = memory.copyOut(List.of(copy(there, arena.allocate(64))));
        assertThrows(DeviceLostException.class, () -> await(out));
        memory.free(there);
    }

    @Test
    void shouldOpenADeviceAgainThatWasLost() throws Exception {
        standIn.kill(0, 700);
        assertThrows(DeviceLostException.class, () -> pause(1));
        unit.stop();
        unit.close();
        memory.close();
        CudaDriver driver = standIn.driver();
        unit = driver.rescan(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of("devices", "0")), List.of())
                .getFirst();
        memory = unit.memory().orElseThrow();
        unit.start();
        await(pause(1));
    }

    @Test
    void shouldCopyInAndOutAtTheSameTime() throws Exception {
        MemorySegment first = memory.allocate(4 << 20);
        MemorySegment second = memory.allocate(4 << 20);
        standIn.set("gigabytes.per.second", 0.05);
        Transfer in = memory.copyIn(List.of(copy(arena.allocate(4 << 20), first)));
        Transfer out = memory.copyOut(List.of(copy(second, arena.allocate(4 << 20))));
        await(in);
        await(out);
        List<Traced> trace = standIn.trace();
        assertTrue(
                trace.stream()
                        .anyMatch(one -> one.kind() == Traced.COPY_IN
                                && trace.stream()
                                        .anyMatch(other -> other.kind() == Traced.COPY_OUT && one.overlaps(other))),
                () -> "no copy out overlaps with a copy in: " + trace);
        memory.free(first);
        memory.free(second);
    }

    @Test
    void shouldCopyPinnedMemoryWithoutItsThreads() throws Exception {
        MemorySegment pinned = standIn.cuda().allocateHost(1 << 20);
        MemorySegment there = memory.allocate(1 << 20);
        pinned.fill((byte) 7);
        await(memory.copyIn(List.of(copy(pinned, there))));
        pinned.fill((byte) 0);
        await(memory.copyOut(List.of(copy(there, pinned))));
        assertEquals((byte) 7, pinned.get(ValueLayout.JAVA_BYTE, (1 << 20) - 1));
        assertEquals(2, standIn.trace().size(), "one copy each way, and no chunks");
        assertEquals(0, standIn.get("pageable"));
        assertFalse(
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().startsWith("asterism cuda-0 copies")),
                "a thread that copies");
        standIn.cuda().freeHost(pinned);
        memory.free(there);
    }

    @Test
    void shouldNeverLetTheHostTouchADevicesMemory() {
        MemorySegment there = memory.allocate(64);
        assertThrows(IllegalStateException.class, () -> there.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, () -> there.asSlice(8, 8).set(ValueLayout.JAVA_BYTE, 0, (byte) 1));
        assertEquals(there.address() + 8, there.asSlice(8, 8).address());
        memory.free(there);
    }

    @Test
    void shouldRefuseMemoryBackThatItHasNotHandedOut() {
        MemorySegment there = memory.allocate(64);
        assertThrows(IllegalArgumentException.class, () -> memory.free(there.asSlice(0, 32)));
        memory.free(there);
        assertThrows(IllegalArgumentException.class, () -> memory.free(there));
        assertThrows(IllegalArgumentException.class, () -> memory.allocate(0));
    }

    @Test
    void shouldLaunchTheGridThatWasAskedFor() throws Exception {
        assertEquals(List.of(7, 1, 1, 128, 1, 1, 0), launched(Grid.of(800).inGroupsOf(128)));
        assertEquals(
                List.of(3, 2, 5, 8, 4, 1, 64),
                launched(Grid.of(20, 8, 5).inGroupsOf(8, 4, 1).withSharedBytes(64)));
        List<Integer> chosen = launched(Grid.of(1000, 10));
        assertTrue(chosen.get(0) * chosen.get(3) >= 1000 && chosen.get(1) * chosen.get(4) >= 10, () -> "" + chosen);
        assertEquals(256, chosen.get(3) * chosen.get(4), "threads per block, as the driver recommends");
    }

    private List<Integer> launched(Grid grid) throws Exception {
        MemorySegment there = memory.allocate(28);
        DeviceCode code = context -> context.launch(
                Kernels.ptx().kernel("gridsize").grid(kernel -> grid).build(), grid, there.address());
        await(launch(code, null));
        MemorySegment here = arena.allocate(28, 4);
        await(memory.copyOut(List.of(copy(there, here))));
        memory.free(there);
        List<Integer> sizes = new ArrayList<>();
        for (int index = 0; index < 7; index++) {
            sizes.add(here.getAtIndex(ValueLayout.JAVA_INT, index));
        }
        return sizes;
    }

    @Test
    void shouldLaunchOnItsDeviceWhicheverItsThreadHasUsedLast() throws Exception {
        ComputeUnit other = open(standIn.driver(), Map.of("devices", "1")).getFirst();
        try {
            other.start();
            await(pause(1));
            MemorySegment there = other.memory().orElseThrow().allocate(64);
            standIn.cuda().setCurrent(0);
            await(pause(1));
            long ours = standIn.cuda().current();
            other.stop();
            assertEquals(ours, standIn.cuda().current(), "the thread has use for the first device still");
            other.memory().orElseThrow().free(there);
        } finally {
            other.close();
            other.memory().orElseThrow().close();
        }
    }

    @Test
    void shouldHaveTheDriverAllowMuchSharedMemory() throws Exception {
        List<Integer> most = launched(Grid.of(1).inGroupsOf(1).withSharedBytes(100 << 10));
        assertEquals(100 << 10, most.getLast());
        // The driver recommends a size for as much, too.
        assertEquals(90 << 10, launched(Grid.of(1000).withSharedBytes(90 << 10)).getLast());
        DeviceCode greedy = context ->
                context.launch(Kernels.PAUSE_PTX, Grid.of(1).inGroupsOf(1).withSharedBytes(300 << 10), 1L);
        Exception refused = assertThrows(Exception.class, () -> await(launch(greedy, null)));
        assertTrue(
                refused.getMessage()
                        .contains("307200 bytes of shared memory for a block, but the device has 231936 at most"),
                refused.getMessage());
    }

    @Test
    void shouldAllowWhatOneWorkerNeedsAlsoAfterAnotherHasNeededLess() throws Exception {
        List<ComputeUnit> units = open(standIn.driver(), Map.of("devices", "0", "workers", "2"));
        try {
            for (ComputeUnit each : units) {
                each.start();
            }
            List<Integer> kibs = List.of(100, 60, 100, 226);
            for (int launch = 0; launch < kibs.size(); launch++) {
                int bytes = kibs.get(launch) << 10;
                DeviceCode code = context -> context.launch(
                        Kernels.PAUSE_PTX, Grid.of(1).inGroupsOf(1).withSharedBytes(bytes), 1L);
                await(launch(units.get(launch % 2), code, null));
            }
        } finally {
            for (ComputeUnit each : units) {
                each.stop();
                each.close();
            }
            units.getFirst().memory().orElseThrow().close();
        }
    }

    @Test
    void shouldRefuseArgumentsThatAreNotTheParameters() {
        DeviceCode few = context -> context.launch(Kernels.AXPY_PTX, Grid.of(1), 0L, 0L, 1f);
        String number = assertThrows(IllegalArgumentException.class, () -> await(launch(few, null)))
                .getMessage();
        assertTrue(number.contains("'axpy' has 4 parameters, but is given 3"), number);
        DeviceCode wide = context -> context.launch(Kernels.AXPY_PTX, Grid.of(1), 0L, 0L, 1.0, 0L);
        String size = assertThrows(IllegalArgumentException.class, () -> await(launch(wide, null)))
                .getMessage();
        assertTrue(size.contains("parameter 2 of kernel 'axpy' has 4 bytes, but is given 8"), size);
    }

    @Test
    void shouldRefuseAGridThatTheDeviceCannotTake() {
        DeviceCode code =
                context -> context.launch(Kernels.FAULT, Grid.of(1, 1 << 20).inGroupsOf(1, 1), 0L);
        Exception refused = assertThrows(IllegalArgumentException.class, () -> await(launch(code, null)));
        assertTrue(refused.getMessage().contains("65535"), refused.getMessage());
    }

    @Test
    void shouldSayHowMuchWorkspaceThereIsNot() {
        DeviceCode code = context -> context.workspace(1L << 30);
        Exception refused = assertThrows(IllegalStateException.class, () -> await(launch(code, null)));
        assertTrue(
                refused.getMessage().contains("1073741824")
                        && refused.getMessage().contains("OUT_OF_MEMORY"),
                refused.getMessage());
    }

    @Test
    void shouldUseAWorkspaceAgainWhenItsTaskHasEnded() throws Exception {
        DeviceCode code = context -> context.workspace(20 << 20);
        await(launch(code, null));
        double allocations = standIn.get("allocations");
        for (int number = 0; number < 10; number++) {
            await(launch(code, null));
        }
        assertEquals(allocations, standIn.get("allocations"));
    }
}
