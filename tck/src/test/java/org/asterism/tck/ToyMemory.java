package org.asterism.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/** A memory of a mebibyte, which nobody else can touch, with a thread that copies; correct, or with one defect. */
final class ToyMemory implements DeviceMemory {
    enum Wrong {
        NOTHING,
        NAMES_ALL_ALIKE,
        HANDS_OUT_THE_SAME_TWICE,
        FORGETS_ITS_CAPACITY,
        KEEPS_WHAT_IS_GIVEN_BACK,
        COPIES_INTO_GAPS,
        COPIES_ONE_BUFFER,
        ENDS_TOO_EARLY,
        TELLS_TWICE,
        TELLS_NEVER,
        TELLS_TOO_EARLY,
        BLOCKS_WHO_BEGINS,
        BLOCKS_WHO_ASKS,
        ALIGNS_TO_ANYTHING,
        FORGETS_THE_REST,
        IGNORES_THE_FOURTH_DIMENSION,
        FORGETS_ITS_END,
        WAITS_FOR_ITSELF
    }

    private volatile Thread copier;

    private static final long CAPACITY = 1 << 20;
    private static final long STAGED = 1 << 16;

    /** All addresses there are: slices tell where they are, and refuse to be read and written. */
    private static final MemorySegment UNTOUCHABLE = untouchable();

    @SuppressWarnings("restricted")
    private static MemorySegment untouchable() {
        try (Arena closed = Arena.ofShared()) {
            return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, closed, null);
        }
    }

    /** The same memory for who may touch it. */
    @SuppressWarnings("restricted")
    static MemorySegment touchable(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    private static MemorySegment touchable(MemorySegment segment) {
        boolean isOurs = segment.scope().equals(UNTOUCHABLE.scope());
        return isOurs ? touchable(segment.address(), segment.byteSize()) : segment;
    }

    private final String name;
    private final Wrong wrong;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment all = arena.allocate(2 * CAPACITY, 64);
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    private List<BufferCopy> late = List.of();
    private long taken;
    private long next;

    private final TreeSet<Long> begins = new TreeSet<>();
    private final Supplier<Optional<RuntimeException>> trouble;

    ToyMemory(String name, Wrong wrong) {
        this(name, wrong, Optional::empty);
    }

    /** A memory whose copies throw something, if there is something to throw. */
    ToyMemory(String name, Wrong wrong, Supplier<Optional<RuntimeException>> trouble) {
        this.name = name;
        this.wrong = wrong;
        this.trouble = trouble;
    }

    /** Where what was handed out last, at or before an address, begins. */
    synchronized long beginOf(long address) {
        return begins.floor(address);
    }

    @Override
    public void close() {
        if (Thread.currentThread() == copier && wrong != Wrong.WAITS_FOR_ITSELF) {
            thread.shutdown();
            return; // What ends a word of its own leaves the memory to the garbage collector.
        }
        thread.close();
        arena.close();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long capacity() {
        return CAPACITY;
    }

    /** Goes round; whoever holds memory for long may find it handed out again, but no test does. */
    @Override
    public synchronized MemorySegment allocate(long bytes) {
        if (bytes > CAPACITY - taken && wrong != Wrong.FORGETS_ITS_CAPACITY) {
            return null;
        }
        if (next + bytes > all.byteSize() || wrong == Wrong.HANDS_OUT_THE_SAME_TWICE) {
            next = 0;
        }
        MemorySegment segment = UNTOUCHABLE.asSlice(all.address() + next, bytes);
        next = next + bytes + 63 & -64;
        taken += bytes;
        begins.add(segment.address());
        return segment;
    }

    @Override
    public synchronized void free(MemorySegment memory) {
        if (wrong != Wrong.KEEPS_WHAT_IS_GIVEN_BACK) {
            taken -= memory.byteSize();
        }
    }

    @Override
    public long viewAlignment() {
        return wrong == Wrong.ALIGNS_TO_ANYTHING ? 48 : 1;
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return begin(copies);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return begin(copies);
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return peer instanceof ToyMemory;
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        return begin(copies);
    }

    private Transfer begin(List<BufferCopy> copies) {
        if (wrong == Wrong.BLOCKS_WHO_BEGINS) {
            CompletableFuture.runAsync(() -> {}, thread).join();
        }
        List<BufferCopy> now = inTime(copies);
        return new ToyTransfer(CompletableFuture.runAsync(() -> copy(now), thread));
    }

    /**
     * What is copied for a transfer; one that ends too early copies what was begun before, so that nobody is fast
     * enough to hide it.
     */
    private synchronized List<BufferCopy> inTime(List<BufferCopy> copies) {
        if (wrong != Wrong.ENDS_TOO_EARLY) {
            return copies;
        }
        List<BufferCopy> earlier = late.stream().filter(ToyMemory::isThere).toList();
        late = copies;
        return earlier;
    }

    private static boolean isThere(BufferCopy copy) {
        return Stream.of(copy.from(), copy.to())
                .map(buffer -> buffer.segment().scope())
                .allMatch(scope -> scope.isAlive() || scope.equals(UNTOUCHABLE.scope()));
    }

    private void copy(List<BufferCopy> copies) {
        copier = Thread.currentThread();
        copies.stream()
                .limit(wrong == Wrong.COPIES_ONE_BUFFER ? 1 : Long.MAX_VALUE)
                .forEach(copy -> copy(copy, 0, 0, 0));
    }

    private void copy(BufferCopy copy, int dimension, long fromOffset, long toOffset) {
        BufferShape shape = copy.shape();
        Buffer from = copy.from();
        Buffer to = copy.to();
        if (wrong == Wrong.COPIES_INTO_GAPS && dimension == 0) {
            MemorySegment.copy(
                    touchable(from.segment()),
                    0,
                    touchable(to.segment()),
                    0,
                    Math.min(from.segment().byteSize(), to.segment().byteSize()));
        } else if (dimension == shape.dimensions() || dimension == 3 && wrong == Wrong.IGNORES_THE_FOURTH_DIMENSION) {
            long bytes = wrong == Wrong.FORGETS_THE_REST ? Math.min(STAGED, shape.runBytes()) : shape.runBytes();
            MemorySegment.copy(touchable(from.segment()), fromOffset, touchable(to.segment()), toOffset, bytes);
        } else {
            for (long index = 0; index < shape.count(dimension); index++) {
                copy(
                        copy,
                        dimension + 1,
                        fromOffset + index * from.stride(dimension),
                        toOffset + index * to.stride(dimension));
            }
        }
    }

    private final class ToyTransfer implements Transfer {
        private final CompletableFuture<Void> end;
        private int asked;

        ToyTransfer(CompletableFuture<Void> end) {
            this.end = end;
        }

        @Override
        public boolean isFinished() {
            if (trouble.get().isPresent()) {
                throw trouble.get().get();
            }
            if (wrong == Wrong.BLOCKS_WHO_ASKS) {
                CompletableFuture.runAsync(() -> {}, thread).join();
            }
            if (end.isDone() && wrong == Wrong.FORGETS_ITS_END && asked++ > 0) {
                return false;
            }
            return wrong == Wrong.ENDS_TOO_EARLY || end.isDone();
        }

        @Override
        public boolean whenFinished(Runnable wake) {
            switch (wrong) {
                case TELLS_NEVER -> {}
                case TELLS_TOO_EARLY -> wake.run();
                case TELLS_TWICE -> end.thenRun(wake).thenRun(wake);
                // Always in the copying thread: a short copy may have ended before its end is asked for.
                case WAITS_FOR_ITSELF -> end.thenRunAsync(wake, thread);
                default -> end.thenRun(wake);
            }
            return true;
        }
    }
}
