package org.asterism.driver.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecondMemoryTest {
    private static final long PATIENCE_SECONDS = 30;

    private final CopyEngine engine = new CopyEngine("copies-of-the-test", 1, () -> {});
    private final SecondMemory memory = new SecondMemory("ram-1", 1024, engine);
    private final Arena arena = Arena.ofShared();

    @AfterEach
    void close() {
        engine.memoryClosed();
        arena.close();
    }

    @Test
    void shouldHandOutNoMoreThanItsCapacity() {
        MemorySegment most = memory.allocate(1000);
        assertEquals(0, most.address() % 64);
        assertNull(memory.allocate(25));
        MemorySegment rest = memory.allocate(24);
        assertNull(memory.allocate(1));
        memory.free(most);
        assertNotNull(memory.allocate(1000));
        memory.free(rest);
    }

    @Test
    void shouldSayThatThereIsNotEnoughWhenTheMachineHasNotEnough() {
        assertNull(new SecondMemory("ram-1", Long.MAX_VALUE, engine).allocate(Long.MAX_VALUE / 2));
    }

    @Test
    void shouldRefuseWhatItDidNotHandOut() {
        MemorySegment own = memory.allocate(64);
        assertThrows(IllegalArgumentException.class, () -> memory.free(own.asSlice(0, 32)));
        memory.free(own);
        String message = assertThrows(IllegalArgumentException.class, () -> memory.free(own))
                .getMessage();
        assertTrue(message.contains("ram-1"), message);
        assertThrows(IllegalArgumentException.class, () -> memory.allocate(0));
    }

    @Test
    void shouldBeginCopiesWithoutWaitingForThoseUnderWay() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Transfer first = hold(held, go);
        assertTrue(held.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        // The only thread that copies is held: whatever is answered now is answered without waiting for it.
        Transfer second = memory.copyIn(List.of(bytes(8)));
        assertFalse(second.isFinished());
        AtomicInteger told = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(2);
        assertTrue(second.whenFinished(told::incrementAndGet));
        assertTrue(second.whenFinished(ended::countDown));
        assertTrue(memory.copyOut(List.of(bytes(8))).whenFinished(ended::countDown));
        assertEquals(0, told.get());
        go.countDown();
        assertTrue(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(first.isFinished() && second.isFinished());
        assertEquals(1, told.get());
        AtomicReference<Thread> late = new AtomicReference<>();
        assertTrue(second.whenFinished(() -> late.set(Thread.currentThread())));
        assertSame(Thread.currentThread(), late.get());
    }

    @Test
    void shouldTellThatACopyFailedAndGoOn() throws Exception {
        BufferShape shape = new BufferShape(64, 8);
        BufferCopy tooShort = new BufferCopy(
                shape,
                new Buffer(arena.allocate(64)),
                new Buffer(memory.allocate(64).asSlice(0, 32)));
        Transfer failing = memory.copyIn(List.of(tooShort));
        awaitEnd(failing);
        IllegalStateException failure = assertThrows(IllegalStateException.class, failing::isFinished);
        assertTrue(failure.getCause() instanceof IndexOutOfBoundsException, failure.toString());
        assertThrows(IllegalStateException.class, failing::isFinished, "asked again");
        Transfer next = memory.copyIn(List.of(bytes(8)));
        awaitEnd(next);
        assertTrue(next.isFinished());
    }

    @Test
    void shouldCopyRunsOfManyMebibytes() throws Exception {
        BufferCopy copy = bytes((9L << 20) + 5);
        MemorySegment from = copy.from().segment();
        for (long at = 0; at < from.byteSize(); at++) {
            from.set(ValueLayout.JAVA_BYTE, at, (byte) (at ^ at >> 8 ^ at >> 16));
        }
        Transfer transfer = memory.copyOut(List.of(copy));
        awaitEnd(transfer);
        assertTrue(transfer.isFinished());
        assertEquals(-1, from.mismatch(copy.to().segment()));
    }

    @Test
    void shouldOutliveWhoeverIsTold() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        hold(held, go);
        assertTrue(memory.copyIn(List.of(bytes(8))).whenFinished(() -> {
            throw new IllegalStateException("thrown by a test");
        }));
        go.countDown();
        Transfer next = memory.copyIn(List.of(bytes(8)));
        awaitEnd(next);
        assertTrue(next.isFinished());
    }

    @Test
    void shouldReachMemoriesOfItsKindOnly() {
        DeviceMemory peer = new SecondMemory("ram-2", 64, engine);
        DeviceMemory foreign = new ForeignMemory();
        assertTrue(memory.reaches(peer));
        assertFalse(memory.reaches(foreign));
        String message = assertThrows(UnsupportedOperationException.class, () -> memory.copyTo(foreign, List.of()))
                .getMessage();
        assertEquals("ram-1 does not reach foreign", message);
    }

    @Test
    void shouldEndItsThreadWithTheLastMemoryAndStillCopyWhatComesLater() throws Exception {
        CopyEngine own = new CopyEngine("copies-that-end", 2, () -> {});
        SecondMemory first = new SecondMemory("ram-1", 64, own);
        SecondMemory last = new SecondMemory("ram-2", 64, own);
        Thread before = threadThatCopies(last);
        assertTrue(before.isDaemon());
        first.close();
        assertSame(before, threadThatCopies(last), "with one memory left");
        last.close();
        before.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertFalse(before.isAlive());
        Thread after = threadThatCopies(last);
        after.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertFalse(after.isAlive());
    }

    @Test
    void shouldTellWhatWasNotGivenBack() {
        memory.allocate(100);
        String message =
                assertThrows(IllegalStateException.class, memory::close).getMessage();
        assertTrue(message.contains("ram-1") && message.contains("100 bytes in 1 pieces"), message);
    }

    /** Begins copies until one is long enough for its listener to be there before its end. */
    private Thread threadThatCopies(SecondMemory memory) throws InterruptedException {
        AtomicReference<Thread> by = new AtomicReference<>(Thread.currentThread());
        for (long size = 1 << 10; by.get() == Thread.currentThread(); size *= 2) {
            CountDownLatch told = new CountDownLatch(1);
            assertTrue(memory.copyIn(List.of(bytes(size))).whenFinished(() -> {
                by.set(Thread.currentThread());
                told.countDown();
            }));
            assertTrue(told.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return by.get();
    }

    /** Holds the thread that copies until {@code go}. */
    private Transfer hold(CountDownLatch held, CountDownLatch go) throws InterruptedException {
        Thread test = Thread.currentThread();
        for (long size = 1 << 20; ; size *= 2) {
            Transfer transfer = memory.copyIn(List.of(bytes(size)));
            transfer.whenFinished(() -> {
                if (Thread.currentThread() == test) {
                    return; // the copy was quicker: a larger one is tried
                }
                held.countDown();
                try {
                    go.await();
                } catch (InterruptedException stray) {
                    throw new IllegalStateException(stray);
                }
            });
            if (held.await(1, TimeUnit.SECONDS)) {
                return transfer;
            }
        }
    }

    private static void awaitEnd(Transfer transfer) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        assertTrue(transfer.whenFinished(ended::countDown));
        assertTrue(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    private BufferCopy bytes(long number) {
        return new BufferCopy(
                new BufferShape(number, 1), new Buffer(arena.allocate(number)), new Buffer(arena.allocate(number)));
    }

    private static final class ForeignMemory implements DeviceMemory {
        @Override
        public String name() {
            return "foreign";
        }

        @Override
        public long capacity() {
            return 0;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            return null;
        }

        @Override
        public void free(MemorySegment segment) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Transfer copyIn(List<BufferCopy> copies) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Transfer copyOut(List<BufferCopy> copies) {
            throw new AssertionError("not asked for");
        }
    }
}
