package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Clock;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Transfer;
import org.junit.jupiter.api.Test;

/**
 * Contract of the memories of a driver's compute units; see {@link DeviceMemory}. It applies in addition to
 * {@link DriverContract}, and needs the hardware.
 *
 * <p>All calls come from one thread at a time, while the units run. The tests access the memories only by copies, so
 * the host need not be able to access them.
 */
public abstract class DeviceMemoryContract {
    /** Number of attempts to hold a transfer. */
    private static final int ROUNDS_OF_HOLDING = 5;

    private static final int CASES = 200;
    private static final int MOST_DIMENSIONS = 5;
    private static final int TRANSFERS = 200;
    private static final long LARGE = 96L << 20;
    private static final int MOST_LARGE = (12 << 20) + 12345;

    private Clock clock;

    /** Called by subclasses. */
    protected DeviceMemoryContract() {}

    /**
     * Returns the driver under test.
     *
     * @return driver that can be opened
     */
    protected abstract Driver driver();

    /**
     * Returns the driver's properties from the runtime.
     *
     * @return properties; by default none
     */
    protected Map<String, String> properties() {
        return Map.of();
    }

    /**
     * Returns the clock of the runtimes that open the driver.
     *
     * @return clock; by default the system's. A driver in virtual time must override this with {@link VirtualEvents}
     */
    protected Clock clock() {
        return Clock.system();
    }

    /**
     * Returns the timeout of each step.
     *
     * @return timeout; by default thirty seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @Test
    void shouldGiveEachMemoryANameAndASizeAndUnitsTheSameAtEveryCall() {
        List<ComputeUnit> units = open();
        whileRunning(units, memories -> {
            Set<String> names = new HashSet<>();
            for (DeviceMemory memory : memories) {
                assertFalse(memory.name().isBlank(), "a memory's name is blank");
                assertTrue(names.add(memory.name()), "two memories of one runtime are named " + memory.name());
                assertTrue(memory.capacity() > 0, "memory " + memory.name() + " has no capacity");
            }
            for (ComputeUnit unit : units) {
                assertSame(unit.memory().orElse(null), unit.memory().orElse(null), "memory of " + unit.name());
            }
        });
    }

    @Test
    void shouldHandOutMemoryThatBelongsToNobodyElse() {
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                List<MemorySegment> taken = new ArrayList<>();
                for (long bytes = 1; bytes <= Math.min(1 << 16, memory.capacity() / 4); bytes = 2 * bytes + 1) {
                    MemorySegment piece = memory.allocate(bytes);
                    assertNotNull(piece, bytes + " bytes of a quarter of memory " + memory.name());
                    assertEquals(bytes, piece.byteSize(), "size of what was asked for");
                    assertEquals(0, piece.address() % Area.WIDEST_ELEMENT, "address of memory must suit every element");
                    for (MemorySegment other : taken) {
                        assertTrue(
                                piece.address() + piece.byteSize() <= other.address()
                                        || other.address() + other.byteSize() <= piece.address(),
                                () -> "memory " + memory.name() + " has handed out the same bytes twice");
                    }
                    taken.add(piece);
                }
                taken.forEach(memory::free);
            }
        });
    }

    @Test
    void shouldKeepToItsCapacityAndTakeMemoryBack() {
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                if (memory.capacity() == Long.MAX_VALUE) {
                    continue;
                }
                assertNull(memory.allocate(memory.capacity() + 1), "more than all of memory " + memory.name());
                assertNull(memory.allocate(Long.MAX_VALUE), "all that can be asked for of memory " + memory.name());
                for (int round = 0; round < 4; round++) {
                    MemorySegment half = memory.allocate(memory.capacity() / 2 + 1);
                    assertNotNull(half, "half of memory " + memory.name() + " in round " + round);
                    assertNull(
                            memory.allocate(memory.capacity() / 2 + 1),
                            "the other half, and a byte more, of memory " + memory.name());
                    memory.free(half);
                }
            }
        });
    }

    @Test
    void shouldCopyInWhateverTheStrides() {
        Random random = new Random(Seed.take("shouldCopyInWhateverTheStrides"));
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                copyRandomly(random, null, memory);
            }
        });
    }

    @Test
    void shouldCopyOutWhateverTheStrides() {
        Random random = new Random(Seed.take("shouldCopyOutWhateverTheStrides"));
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                copyRandomly(random, memory, null);
            }
        });
    }

    @Test
    void shouldCopyToEveryMemoryThatItReaches() {
        Random random = new Random(Seed.take("shouldCopyToEveryMemoryThatItReaches"));
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                for (DeviceMemory peer : memories) {
                    if (peer != memory && memory.reaches(peer)) {
                        copyRandomly(random, memory, peer);
                    }
                }
            }
        });
    }

    @Test
    void shouldSayWhereAPartMayBegin() {
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                long alignment = memory.viewAlignment();
                assertEquals(
                        1,
                        Long.bitCount(alignment),
                        () -> "view alignment of " + memory.name() + " is " + alignment + ", which is no power of two");
                assertEquals(alignment, memory.viewAlignment(), "view alignment of " + memory.name() + ", asked again");
            }
        });
    }

    /** Copies more than fits into a staging area, in both directions at the same time. */
    @Test
    void shouldCopyLargePiecesInAndOutAtOnce() {
        Random random = new Random(Seed.take("shouldCopyLargePiecesInAndOutAtOnce"));
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                int bytes = (int) Math.min(MOST_LARGE, memory.capacity() / 4 - 1);
                byte[] out = content(random, bytes);
                byte[] in = content(random, bytes);
                try (Arena arena = Arena.ofShared()) {
                    Area first = area(arena, memory, out);
                    Area second = new Area(memory, take(memory, bytes));
                    Area result = new Area(null, arena.allocate(bytes, Area.WIDEST_ELEMENT));
                    Transfer leaving = memory.copyOut(List.of(first.to(result)));
                    Transfer coming = memory.copyIn(List.of(Area.host(arena, in).to(second)));
                    await(leaving);
                    await(coming);
                    assertArrayEquals(out, read(result), "what left memory " + memory.name());
                    assertArrayEquals(in, read(second), "what came to memory " + memory.name());
                    first.free();
                    second.free();
                }
            }
        });
    }

    @Test
    void shouldCopyAllBuffersOfATransfer() {
        Random random = new Random(Seed.take("shouldCopyAllBuffersOfATransfer"));
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                try (Arena arena = Arena.ofShared()) {
                    List<Area> sources = new ArrayList<>();
                    List<Area> targets = new ArrayList<>();
                    List<BufferCopy> copies = new ArrayList<>();
                    List<byte[]> contents = new ArrayList<>();
                    for (int bytes = 1; bytes < 1000; bytes *= 3) {
                        contents.add(content(random, bytes));
                        sources.add(Area.host(arena, contents.getLast()));
                        targets.add(new Area(memory, take(memory, bytes)));
                        copies.add(sources.getLast().to(targets.getLast()));
                    }
                    await(memory.copyIn(copies));
                    await(memory.copyIn(List.of()));
                    for (int buffer = 0; buffer < contents.size(); buffer++) {
                        assertArrayEquals(contents.get(buffer), read(targets.get(buffer)), "buffer " + buffer);
                    }
                    targets.forEach(Area::free);
                }
            }
        });
    }

    @Test
    void shouldKeepManyTransfersApart() {
        Random random = new Random(Seed.take("shouldKeepManyTransfersApart"));
        whileRunning(open(), memories -> {
            try (Arena arena = Arena.ofShared()) {
                List<Area> targets = new ArrayList<>();
                List<byte[]> contents = new ArrayList<>();
                List<Transfer> transfers = new ArrayList<>();
                for (int number = 0; number < TRANSFERS; number++) {
                    DeviceMemory memory = memories.get(number % memories.size());
                    contents.add(content(random, 1 + random.nextInt(1000)));
                    Area source = Area.host(arena, contents.getLast());
                    targets.add(new Area(memory, take(memory, contents.getLast().length)));
                    transfers.add(memory.copyIn(List.of(source.to(targets.getLast()))));
                }
                for (Transfer transfer : transfers) {
                    await(transfer);
                }
                for (int number = 0; number < TRANSFERS; number++) {
                    assertArrayEquals(contents.get(number), read(targets.get(number)), "transfer " + number);
                }
                targets.forEach(Area::free);
            }
        });
    }

    @Test
    void shouldTellTheEndOfATransferExactlyOnce() {
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                try (Arena arena = Arena.ofShared()) {
                    Area target = new Area(memory, take(memory, 64));
                    AtomicInteger[] told = new AtomicInteger[TRANSFERS];
                    AtomicInteger early = new AtomicInteger();
                    boolean[] promised = new boolean[TRANSFERS];
                    Transfer last = Transfer.FINISHED;
                    for (int number = 0; number < TRANSFERS; number++) {
                        AtomicInteger count = new AtomicInteger();
                        told[number] = count;
                        Transfer transfer = memory.copyIn(
                                List.of(Area.host(arena, new byte[64]).to(target)));
                        promised[number] = transfer.whenFinished(() -> {
                            count.incrementAndGet();
                            if (!TransferWatch.isFinished(transfer)) {
                                early.incrementAndGet();
                            }
                        });
                        last = transfer;
                        if (number % 2 == 0) {
                            await(transfer);
                        }
                    }
                    await(last);
                    for (int number = 0; number < TRANSFERS; number++) {
                        AtomicInteger count = told[number];
                        if (promised[number]) {
                            new TransferWatch(patience(), clockInUse())
                                    .awaitThat(
                                            () -> count.get() > 0, "the end of transfer " + number + " was not told");
                        }
                    }
                    // A duplicate notification would arrive by then, or by the end of a further transfer.
                    await(memory.copyIn(List.of(Area.host(arena, new byte[64]).to(target))));
                    for (int number = 0; number < TRANSFERS; number++) {
                        assertEquals(
                                promised[number] ? 1 : 0,
                                told[number].get(),
                                "how often the end was told of " + number);
                    }
                    assertEquals(0, early.get(), "transfers whose end was told before isFinished said so");
                    AtomicInteger late = new AtomicInteger();
                    if (last.whenFinished(late::incrementAndGet)) {
                        assertEquals(1, late.get(), "who comes late must be told at once");
                    }
                    target.free();
                }
            }
        });
    }

    /** A listener may occupy the driver's thread. No other thread may have to wait for it. */
    @Test
    void shouldNotBlockWhoBeginsATransferOrAsksForIt() {
        whileRunning(open(), memories -> {
            for (DeviceMemory memory : memories) {
                boolean held = false;
                for (int round = 0; round < ROUNDS_OF_HOLDING && !held; round++) {
                    held = beginBesideAHeldTransfer(memory);
                }
            }
        });
    }

    /**
     * Begins and polls other transfers while one cannot end. Returns false if that one ended before it could be held,
     * on a busy machine.
     */
    private boolean beginBesideAHeldTransfer(DeviceMemory memory) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        TransferWatch watch = new TransferWatch(patience(), clockInUse());
        Thread caller = Thread.currentThread();
        AtomicBoolean late = new AtomicBoolean();
        try (Arena arena = Arena.ofShared()) {
            long size = Math.min(1 << 20, memory.capacity() / 4);
            Area large = new Area(memory, take(memory, size));
            Area small = new Area(memory, take(memory, 8));
            Area source = new Area(null, arena.allocate(size));
            // Long enough to register the listener before the end.
            Transfer held = memory.copyIn(Collections.nCopies((int) Math.ceilDiv(LARGE, size), source.to(large)));
            held.whenFinished(() -> {
                if (Thread.currentThread() != caller) {
                    watch.hold(go);
                } else {
                    late.set(true);
                }
            });
            TransferWatch.isFinished(held);
            Transfer next = memory.copyIn(List.of(Area.host(arena, new byte[8]).to(small)));
            next.whenFinished(() -> {});
            TransferWatch.isFinished(next);
            go.countDown();
            await(held);
            await(next);
            large.free();
            small.free();
        } finally {
            go.countDown();
        }
        return !late.get();
    }

    /** This happens when a driver is removed: the memory is closed in the callback of its last copy to main memory. */
    @Test
    void shouldEndWithinTheWordThatACopyHasEnded() {
        List<ComputeUnit> units = open();
        Set<DeviceMemory> memories = new LinkedHashSet<>();
        units.forEach(unit -> unit.memory().ifPresent(memories::add));
        List<Area> sources = new ArrayList<>();
        new UnitLife(patience()).of(units, () -> {
            for (DeviceMemory memory : memories) {
                sources.add(new Area(memory, take(memory, Math.min(1 << 20, memory.capacity() / 4))));
            }
        });
        TransferWatch watch = new TransferWatch(patience(), clockInUse());
        for (Area source : sources) {
            DeviceMemory memory = source.memory();
            long bytes = source.segment().byteSize();
            try (Arena arena = Arena.ofShared()) {
                Area target = new Area(null, arena.allocate(bytes, Area.WIDEST_ELEMENT));
                Transfer leaving = memory.copyOut(List.of(source.to(target)));
                AtomicInteger ended = new AtomicInteger();
                Runnable end = () -> {
                    if (TransferWatch.isFinished(leaving)) {
                        source.free();
                        memory.close();
                        ended.incrementAndGet();
                    }
                };
                if (!leaving.whenFinished(end)) {
                    await(leaving);
                    end.run();
                }
                watch.awaitThat(
                        () -> ended.get() == 1,
                        "memory " + memory.name() + " did not end when who was told of a copy's end ended it");
            }
        }
    }

    @Test
    void shouldCopyAgainAfterItsUnitsStopped() {
        Random random = new Random(Seed.take("shouldCopyAgainAfterItsUnitsStopped"));
        Driver driver = driver();
        for (int round = 0; round < 3; round++) {
            whileRunning(driver.open(request()), memories -> copyRandomly(random, null, memories.getFirst()));
        }
    }

    /**
     * Copies with gaps from one place to another, and checks the bytes between the runs as well. Null stands for main
     * memory.
     */
    private void copyRandomly(Random random, DeviceMemory from, DeviceMemory to) throws Exception {
        for (int number = 0; number < CASES; number++) {
            CopyCase example = CopyCase.random(random, number % (MOST_DIMENSIONS + 1));
            byte[] before = content(random, example.toBytes());
            byte[] source = content(random, example.fromBytes());
            try (Arena arena = Arena.ofShared()) {
                Area fromArea = area(arena, from, source);
                Area toArea = area(arena, to, before);
                List<BufferCopy> copies = List.of(example.between(fromArea.segment(), toArea.segment()));
                await(from == null ? to.copyIn(copies) : to == null ? from.copyOut(copies) : from.copyTo(to, copies));
                assertArrayEquals(
                        example.result(source, before),
                        read(toArea),
                        () -> example.shape() + " from strides " + Arrays.toString(example.fromStrides())
                                + " to strides " + Arrays.toString(example.toStrides()));
                assertArrayEquals(source, read(fromArea), "the source of a copy was changed");
                fromArea.free();
                toArea.free();
            }
        }
    }

    private Area area(Arena arena, DeviceMemory memory, byte[] content) throws Exception {
        Area host = Area.host(arena, content);
        if (memory == null) {
            return host;
        }
        Area area = new Area(memory, take(memory, content.length));
        await(memory.copyIn(List.of(host.to(area))));
        return area;
    }

    private byte[] read(Area area) throws Exception {
        if (area.memory() == null) {
            return area.segment().toArray(ValueLayout.JAVA_BYTE);
        }
        try (Arena arena = Arena.ofShared()) {
            Area host = new Area(null, arena.allocate(area.segment().byteSize(), Area.WIDEST_ELEMENT));
            await(area.memory().copyOut(List.of(area.to(host))));
            return host.segment().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static MemorySegment take(DeviceMemory memory, long bytes) {
        MemorySegment segment = memory.allocate(bytes);
        assertNotNull(
                segment,
                () -> "memory " + memory.name() + " must have " + bytes
                        + " bytes for these tests: have it opened with some MiB at least");
        return segment;
    }

    private static byte[] content(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    private void await(Transfer transfer) {
        new TransferWatch(patience(), clockInUse()).awaitEnd(transfer);
        assertTrue(TransferWatch.isFinished(transfer), "a transfer that had ended is under way again");
    }

    private Clock clockInUse() {
        if (clock == null) {
            clock = clock();
        }
        return clock;
    }

    private DriverRequest request() {
        return new DriverRequest(OptionalInt.empty(), clockInUse(), properties());
    }

    private List<ComputeUnit> open() {
        return driver().open(request());
    }

    private interface MemoryUse {
        void of(List<DeviceMemory> memories) throws Exception;
    }

    private void whileRunning(List<ComputeUnit> units, MemoryUse use) {
        Set<DeviceMemory> memories = new LinkedHashSet<>();
        units.forEach(unit -> unit.memory().ifPresent(memories::add));
        assertFalse(memories.isEmpty(), "no unit has a memory of its own; should properties() ask for that?");
        new UnitLife(patience()).of(units, () -> use.of(List.copyOf(memories)));
        // The units have stopped. After a failure the memories stay open, because closing one with a hanging transfer
        // would block.
        memories.forEach(DeviceMemory::close);
    }
}
