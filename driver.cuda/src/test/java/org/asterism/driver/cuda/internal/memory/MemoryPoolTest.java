package org.asterism.driver.cuda.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class MemoryPoolTest {
    private static final long MIB = 1 << 20;

    /** Memory of a device that has so much. */
    private static class Device implements MemoryPool.Source {
        private final TreeMap<Long, Long> taken = new TreeMap<>();
        private final long bytes;
        private long next = 1L << 40;
        private int calls;

        Device(long bytes) {
            this.bytes = bytes;
        }

        long used() {
            return taken.values().stream().mapToLong(Long::longValue).sum();
        }

        @Override
        public long take(long wanted) {
            calls++;
            if (used() + wanted > bytes) {
                return 0;
            }
            long address = next;
            next += wanted + 512;
            taken.put(address, wanted);
            return address;
        }

        @Override
        public void giveBack(long address) {
            assertTrue(taken.remove(address) != null, "memory was given back that was not taken");
        }
    }

    @Test
    void shouldServeOneForWhomThereIsRoomWhenAnotherIsRefused() throws Exception {
        SlowDevice device = new SlowDevice(50 * MIB);
        MemoryPool pool = new MemoryPool(device, 100 * MIB);
        AtomicLong large = new AtomicLong(-1);
        Thread other = Thread.ofPlatform().start(() -> large.set(pool.allocate(100 * MIB)));
        device.asked.await();
        AtomicLong small = new AtomicLong();
        Thread second = Thread.ofPlatform().start(() -> small.set(pool.allocate(40 * MIB)));
        while (second.getState() != Thread.State.WAITING && second.isAlive()) {
            Thread.onSpinWait();
        }
        device.answered.countDown();
        other.join();
        second.join();
        assertEquals(0, large.get());
        assertNotEquals(0, small.get(), "what was set aside for the other one is there again");
        assertEquals(40 * MIB, pool.used());
    }

    @Test
    void shouldServeThoseWhoGiveBackWhileTheDeviceIsAsked() throws Exception {
        AtomicReference<MemoryPool> asked = new AtomicReference<>();
        AtomicBoolean served = new AtomicBoolean();
        Device device = new Device(1 << 30) {
            @Override
            public long take(long wanted) {
                MemoryPool pool = asked.get();
                if (pool != null) {
                    Thread other = Thread.ofPlatform().start(() -> {
                        long address = pool.allocate(1000);
                        served.set(pool.free(address, 1000));
                    });
                    try {
                        served.set(other.join(Duration.ofSeconds(10)) && served.get());
                    } catch (InterruptedException hurried) {
                        throw new AssertionError(hurried);
                    }
                }
                return super.take(wanted);
            }
        };
        MemoryPool pool = new MemoryPool(device, 1 << 30);
        assertNotEquals(0, pool.allocate(1000));
        asked.set(pool);
        assertNotEquals(0, pool.allocate(256 << 20));
        assertTrue(served.get(), "whoever wants what is there has waited for the device");
    }

    /** A device whose first answer comes when a test says so. */
    private static final class SlowDevice extends Device {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answered = new CountDownLatch(1);

        SlowDevice(long bytes) {
            super(bytes);
        }

        @Override
        public long take(long wanted) {
            long address;
            boolean first;
            synchronized (this) {
                first = asked.getCount() > 0;
                address = super.take(wanted);
                asked.countDown();
            }
            try {
                if (first && !answered.await(10, TimeUnit.SECONDS)) {
                    throw new AssertionError("the test has not let the device answer");
                }
            } catch (InterruptedException hurried) {
                throw new AssertionError(hurried);
            }
            return address;
        }
    }

    @Test
    void shouldServeOneWhoWantsMoreWhileTheDeviceIsAskedForAnother() throws Exception {
        SlowDevice device = new SlowDevice(1 << 30);
        MemoryPool pool = new MemoryPool(device, 1 << 30);
        AtomicLong slow = new AtomicLong();
        Thread other = Thread.ofPlatform().start(() -> slow.set(pool.allocate(100 * MIB)));
        device.asked.await();
        AtomicLong quick = new AtomicLong();
        Thread second = Thread.ofPlatform().start(() -> quick.set(pool.allocate(100 * MIB)));
        boolean served = second.join(Duration.ofSeconds(5));
        device.answered.countDown();
        other.join();
        second.join();
        assertTrue(served, "whoever wants more has waited for what another one asks the device");
        assertNotEquals(0, quick.get());
        assertNotEquals(0, slow.get());
        assertEquals(200 * MIB, pool.used());
    }

    @Test
    void shouldHandOutWhatAnotherLeavesOfTheLastChunk() throws Exception {
        SlowDevice device = new SlowDevice(32 * MIB);
        MemoryPool pool = new MemoryPool(device, 1 << 30);
        Thread other = Thread.ofPlatform().start(() -> pool.allocate(MIB));
        device.asked.await();
        AtomicLong left = new AtomicLong();
        Thread second = Thread.ofPlatform().start(() -> left.set(pool.allocate(MIB)));
        while (second.getState() != Thread.State.WAITING && second.isAlive()) {
            Thread.onSpinWait();
        }
        device.answered.countDown();
        other.join();
        second.join();
        assertNotEquals(0, left.get(), "the device has no more, but the other one has a whole chunk");
        assertEquals(2 * MIB, pool.used());
    }

    @Test
    void shouldTakeOneChunkForManyPieces() {
        Device device = new Device(1 << 30);
        MemoryPool pool = new MemoryPool(device, 1 << 30);
        for (int number = 0; number < 1000; number++) {
            assertNotEquals(0, pool.allocate(1000));
        }
        assertEquals(1, device.calls);
    }

    @Test
    void shouldUsePiecesAgain() {
        Device device = new Device(64 * MIB);
        MemoryPool pool = new MemoryPool(device, 64 * MIB);
        for (int round = 0; round < 100; round++) {
            long first = pool.allocate(MIB);
            long second = pool.allocate(3 * MIB / 2);
            assertTrue(pool.free(first, MIB));
            assertTrue(pool.free(second, 3 * MIB / 2));
        }
        assertTrue(device.calls <= 3, () -> device.calls + " chunks");
        assertEquals(0, pool.used());
    }

    @Test
    void shouldGiveUnusedChunksBackForALargePiece() {
        Device device = new Device(64 * MIB);
        MemoryPool pool = new MemoryPool(device, 64 * MIB);
        List<Long> pieces = new ArrayList<>();
        for (int number = 0; number < 60; number++) {
            pieces.add(pool.allocate(MIB));
        }
        pieces.forEach(piece -> pool.free(piece, MIB));
        assertNotEquals(0, pool.allocate(63 * MIB));
        assertTrue(device.used() <= 64 * MIB);
    }

    @Test
    void shouldHandOutNoMoreThanItsCapacity() {
        Device device = new Device(1 << 30);
        MemoryPool pool = new MemoryPool(device, 1000);
        assertEquals(0, pool.allocate(1001));
        long piece = pool.allocate(1000);
        assertNotEquals(0, piece);
        assertEquals(0, pool.allocate(1));
        assertTrue(pool.free(piece, 1000));
        assertNotEquals(0, pool.allocate(1));
    }

    @Test
    void shouldHaveNothingWhenTheDeviceHasNot() {
        MemoryPool pool = new MemoryPool(new Device(MIB), 1 << 30);
        assertEquals(0, pool.allocate(2 * MIB));
        assertNotEquals(0, pool.allocate(MIB / 2), "a small piece where a whole chunk is too much");
    }

    @Test
    void shouldTakeBackOnlyWhatItHasHandedOut() {
        MemoryPool pool = new MemoryPool(new Device(1 << 30), 1 << 30);
        long piece = pool.allocate(1000);
        assertFalse(pool.free(piece, 999));
        assertFalse(pool.free(piece + 256, 1000));
        assertTrue(pool.free(piece, 1000));
        assertFalse(pool.free(piece, 1000));
    }

    @Test
    void shouldGiveEverythingBackWhenItIsClosed() {
        Device device = new Device(1 << 30);
        MemoryPool pool = new MemoryPool(device, 1 << 30);
        pool.free(pool.allocate(1000), 1000);
        pool.allocate(100 * MIB);
        pool.allocate(5000);
        pool.close();
        assertEquals(0, device.used());
    }

    @Test
    void shouldKeepPiecesApartWhateverIsAskedFor() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Device device = new Device(40 * MIB);
        MemoryPool pool = new MemoryPool(device, 32 * MIB);
        TreeMap<Long, Long> used = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            if (!used.isEmpty() && (random.nextInt(100) < 48 || pool.used() > 28 * MIB)) {
                Map.Entry<Long, Long> one = used.ceilingEntry(1L << 40 | random.nextInt(1 << 28));
                one = one == null ? used.firstEntry() : one;
                used.remove(one.getKey());
                assertTrue(pool.free(one.getKey(), one.getValue()), "seed " + seed);
                continue;
            }
            long bytes = 1 + random.nextInt(1 << random.nextInt(1, 22));
            long address = pool.allocate(bytes);
            if (address == 0) {
                continue;
            }
            assertEquals(0, address % MemoryPool.ALIGNMENT, "seed " + seed);
            Map.Entry<Long, Long> before = used.floorEntry(address);
            Map.Entry<Long, Long> after = used.ceilingEntry(address);
            assertTrue(before == null || before.getKey() + before.getValue() <= address, "seed " + seed);
            assertTrue(after == null || address + bytes <= after.getKey(), "seed " + seed);
            Map.Entry<Long, Long> chunk = device.taken.floorEntry(address);
            assertTrue(address + bytes <= chunk.getKey() + chunk.getValue(), "seed " + seed);
            used.put(address, bytes);
        }
        assertEquals(used.values().stream().mapToLong(Long::longValue).sum(), pool.used());
        used.forEach(pool::free);
        assertNotEquals(0, pool.allocate(32 * MIB), "everything, when nothing is in use; seed " + seed);
    }
}
