package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemberDeviceTest {
    private static final long FIRST = MemoryAddress.first(1);
    private static final long PAGE = 4096;
    private static final long CAPACITY = 16 << 20;
    private static final long PATIENCE_SECONDS = 30;

    /** A device whose memory is the host's, with some former content, and whose copies do not tell their ends. */
    private static final class Toy implements DeviceMemory {
        private final List<Thread> callers = new CopyOnWriteArrayList<>();
        private volatile int blocks;
        private volatile boolean isClosed;
        private volatile RuntimeException trouble;
        private volatile boolean isFull;

        private void call() {
            callers.add(Thread.currentThread());
            if (trouble != null) {
                throw trouble;
            }
        }

        @Override
        public String name() {
            return "toy";
        }

        @Override
        public long capacity() {
            return CAPACITY;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            call();
            if (isFull) {
                return null;
            }
            blocks++;
            return Arena.ofAuto().allocate(bytes, 64).fill((byte) 0x5a);
        }

        @Override
        public void free(MemorySegment memory) {
            call();
            blocks--;
        }

        @Override
        public Transfer copyIn(List<BufferCopy> copies) {
            return copy(copies);
        }

        @Override
        public Transfer copyOut(List<BufferCopy> copies) {
            return copy(copies);
        }

        private Transfer copy(List<BufferCopy> copies) {
            call();
            for (BufferCopy copy : copies) {
                MemorySegment.copy(
                        copy.from().segment(),
                        0,
                        copy.to().segment(),
                        0,
                        copy.shape().runBytes());
            }
            return () -> true;
        }

        @Override
        public void close() {
            call();
            isClosed = true;
        }
    }

    private final Toy toy = new Toy();
    private final CompletableFuture<Throwable> broken = new CompletableFuture<>();
    private final SessionMemory memory =
            new SessionMemory("node1", new MemberMemory(1 << 20, 1 << 20), broken::complete);

    MemberDeviceTest() {
        assertEquals(1, memory.add(toy));
    }

    @AfterEach
    void close() throws Exception {
        toy.trouble = null;
        memory.close();
        memory.finish();
        memory.awaitEnd();
        assertTrue(toy.isClosed);
        assertEquals(0, toy.blocks);
        assertFalse(broken.isDone());
        assertEquals(1, toy.callers.stream().distinct().count(), toy.callers::toString);
    }

    private static void expectRefusal(String part, Runnable action) {
        String message =
                assertThrows(MalformedMessageException.class, action::run).getMessage();
        assertTrue(message.contains(part), message);
    }

    private static StridedRange range(long address, long bytes) {
        return new StridedRange(address, bytes, new long[0], new long[0]);
    }

    private Throwable failureOf(Copy copy) throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        memory.copy(copy, ended::complete);
        return ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void awaitBlocks(int expected) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (toy.blocks != expected) {
            assertTrue(System.nanoTime() < end, () -> "there are " + toy.blocks + " blocks");
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldKeepToTheLimitAndToTheAddressesOfTheDevice() {
        memory.allocate(new Allocate(FIRST + PAGE, CAPACITY - PAGE));
        expectRefusal(
                "exceeds the limit of " + CAPACITY,
                () -> memory.allocate(new Allocate(FIRST + 2 * CAPACITY, PAGE + 1)));
        expectRefusal("cannot be allocated", () -> memory.allocate(new Allocate(FIRST, CAPACITY + 1)));
        expectRefusal("cannot be allocated", () -> memory.allocate(new Allocate(2 * FIRST - 64, 65)));
        expectRefusal("is allocated already", () -> memory.allocate(new Allocate(FIRST + 2 * PAGE, 8)));
        expectRefusal("is in no memory", () -> memory.allocate(new Allocate(MemoryAddress.first(2), 8)));
        expectRefusal("no memory is allocated", () -> memory.free(new Free(FIRST)));
        memory.free(new Free(FIRST + PAGE));
        memory.allocate(new Allocate(FIRST + 2 * CAPACITY, CAPACITY));
    }

    @Test
    void shouldFreeABlockThatAKernelUsesWhenThatHasEnded() {
        memory.allocate(new Allocate(FIRST + PAGE, 64));
        try (UnitLease kernel = memory.leases(1).get()) {
            kernel.find(FIRST + PAGE, 64);
            memory.free(new Free(FIRST + PAGE));
            memory.allocate(new Allocate(FIRST + PAGE, 64));
            try (UnitLease another = memory.leases(1).get()) {
                another.find(FIRST + PAGE, 64); // behind the former block's end in the thread of the device
            }
            assertEquals(2, toy.blocks);
        }
        awaitBlocks(1);
    }

    @Test
    void shouldShowAKernelZerosWhereNobodyHasWritten() throws Exception {
        memory.allocate(new Allocate(PAGE, 64));
        memory.allocate(new Allocate(FIRST + PAGE, 3 << 20));
        try (UnitLease host = memory.leases(0).get()) {
            host.find(PAGE, 64).fill((byte) 7);
        }
        assertEquals(null, failureOf(new Copy(1, List.of(range(PAGE, 64)), List.of(range(FIRST + PAGE, 64)))));
        try (UnitLease kernel = memory.leases(1).get()) {
            MemorySegment block = kernel.find(FIRST + PAGE, 3 << 20);
            for (long at = 0; at < block.byteSize(); at++) {
                assertEquals(at < 64 ? 7 : 0, block.get(ValueLayout.JAVA_BYTE, at), "byte " + at);
            }
        }
    }

    @Test
    void shouldFailTheKernelWhoseMemoryTheDeviceRefuses() {
        toy.isFull = true;
        memory.allocate(new Allocate(FIRST + PAGE, 64));
        try (UnitLease kernel = memory.leases(1).get()) {
            DeviceRefusal refusal = assertThrows(DeviceRefusal.class, () -> kernel.find(FIRST + PAGE, 64));
            assertEquals(
                    "device toy refuses 64 bytes: it has not so much left; other programs may use it, too",
                    refusal.getMessage());
        }
    }

    @Test
    void shouldTellTheKernelThatTheDeviceIsLost() {
        toy.trouble = new DeviceLostException("toy", "it was unplugged", null);
        memory.allocate(new Allocate(FIRST + PAGE, 64));
        try (UnitLease kernel = memory.leases(1).get()) {
            assertThrows(DeviceLostException.class, () -> kernel.find(FIRST + PAGE, 64));
        }
    }

    @Test
    void shouldRefuseCopiesThatNoCoordinatorMakes() {
        memory.allocate(new Allocate(PAGE, 64));
        memory.allocate(new Allocate(FIRST + PAGE, 10 << 20));
        List<StridedRange> host = List.of(range(PAGE, 64));
        expectRefusal(
                "differ in their pieces",
                () -> memory.copy(new Copy(1, host, List.of(range(FIRST + PAGE, 63))), _ -> {}));
        expectRefusal(
                "are not all allocated", () -> memory.copy(new Copy(1, host, List.of(range(FIRST, 64))), _ -> {}));
        expectRefusal(
                "pieces or " + Message.LONGEST_STEP + " bytes",
                () -> memory.target(List.of(range(FIRST + PAGE, Message.LONGEST_STEP + 1)), () -> {}));
        StridedRange overlapping = new StridedRange(FIRST + PAGE, 8, new long[] {2}, new long[] {-8});
        expectRefusal("pieces of 8 bytes at distances of -8", () -> memory.target(List.of(overlapping), () -> {}));
        StridedRange far = new StridedRange(FIRST + PAGE, 8, new long[] {4096}, new long[] {Long.MAX_VALUE / 2});
        expectRefusal("reaches beyond all memory", () -> memory.target(List.of(far), () -> {}));
        List<StridedRange> mixed = List.of(range(FIRST + PAGE, 8), range(PAGE, 8));
        expectRefusal("are not all allocated", () -> memory.target(mixed, () -> {}));
        memory.free(new Free(FIRST + PAGE));
        awaitBlocks(0); // nothing of the above holds it
    }

    @Test
    void shouldHaveNoThreadWithoutDevices() throws Exception {
        SessionMemory bare = new SessionMemory("bare", new MemberMemory(1 << 20, 1 << 20), broken::complete);
        bare.allocate(new Allocate(PAGE, 64));
        assertEquals(List.of(), bare.offers());
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("asterism-devices-bare")));
        bare.close();
        bare.finish();
        bare.awaitEnd();
    }
}
