package org.asterism.driver.cuda.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.device.DeviceCode;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;
import org.asterism.tck.FakeKernelContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody may hold a lock while the driver's library works: it may take long, and wait for the device. */
@Timeout(60)
final class UnlockedCallsTest {
    private final Set<String> called = new ConcurrentSkipListSet<>();
    private final Set<String> locked = new ConcurrentSkipListSet<>();

    private void note(String function) {
        called.add(function);
        ThreadInfo caller = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {Thread.currentThread().threadId()}, true, true)[0];
        List<LockInfo> held = new ArrayList<>(List.of(caller.getLockedMonitors()));
        held.addAll(List.of(caller.getLockedSynchronizers()));
        for (LockInfo lock : held) {
            if (lock.getClassName().startsWith("org.asterism.")
                    || lock.getClassName().equals(Object.class.getName())) {
                locked.add(function + " with the lock of " + lock.getClassName());
            }
        }
    }

    private CudaLibrary watched(CudaLibrary library) {
        return (CudaLibrary) Proxy.newProxyInstance(
                CudaLibrary.class.getClassLoader(), new Class<?>[] {CudaLibrary.class}, (proxy, method, arguments) -> {
                    note(method.getName());
                    try {
                        return method.invoke(library, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private static void woken(Consumer<Runnable> wait) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        wait.accept(told::countDown);
        assertTrue(told.await(30, TimeUnit.SECONDS), "nobody was told");
    }

    private static void copied(Transfer transfer) throws Exception {
        transfer.isFinished();
        woken(transfer::whenFinished);
        assertTrue(transfer.isFinished());
    }

    private static BufferCopy copy(MemorySegment from, MemorySegment to) {
        BufferShape shape = new BufferShape(from.byteSize(), 1);
        return new BufferCopy(shape, Buffer.dense(from, shape), Buffer.dense(to, shape));
    }

    @Test
    void shouldHoldNoLockWhileTheDriverIsAsked() throws Exception {
        StandIn standIn = StandIn.assume();
        CudaLibrary library = watched(standIn.cuda());
        CudaDriver driver = new CudaDriver(
                Map.of(),
                whyNot -> {
                    note("open");
                    return Optional.of(library);
                },
                Optional::empty);
        List<ComputeUnit> units =
                driver.open(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of("devices", "0,1")));
        ComputeUnit unit = units.getFirst();
        DeviceMemory memory = unit.memory().orElseThrow();
        DeviceMemory peer = units.get(1).memory().orElseThrow();
        unit.start();
        MemorySegment pinned = library.allocateHost(4096);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment there = memory.allocate(3 << 20);
            MemorySegment beyond = peer.allocate(3 << 20);
            copied(memory.copyIn(List.of(copy(arena.allocate(3 << 20), there))));
            copied(memory.copyIn(List.of(copy(pinned, there.asSlice(0, 4096)))));
            assertTrue(memory.reaches(peer));
            copied(memory.copyTo(peer, List.of(copy(there, beyond))));
            copied(peer.copyOut(List.of(copy(beyond, arena.allocate(3 << 20)))));
            copied(memory.copyOut(List.of(copy(there.asSlice(0, 4096), pinned))));
            run(unit);
            memory.free(there);
            peer.free(beyond);
        }
        library.freeHost(pinned);
        unit.stop();
        for (ComputeUnit each : units) {
            each.close();
        }
        memory.close();
        peer.close();
        driver.report(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of()));
        assertEquals(Set.of(), new TreeSet<>(locked));
        assertTrue(
                called.containsAll(List.of(
                        "open", "allocate", "free", "hasHappened", "awaitEvent", "createEvent", "launch", "copyPeer")),
                () -> "called were only " + called);
    }

    private static void run(ComputeUnit unit) throws Exception {
        DeviceCode code = context -> {
            context.workspace(1000);
            context.launch(Kernels.PAUSE_PTX);
        };
        Codelet codelet =
                Codelet.named("tried").implementation(Architecture.CUDA, code).build();
        Execution execution = unit.launch(
                code,
                new FakeKernelContext(new FakeTask(1, codelet, 0), new FakeWorker(0, Architecture.CUDA), 1_000_000L));
        execution.isFinished();
        woken(execution::whenFinished);
        assertTrue(execution.isFinished());
    }
}
