package org.asterism.kit.device;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.asterism.kit.device.CompletionWatch.Event;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * Copies between a device and pageable memory, through a ring of pinned chunks. Devices reach pinned memory at full
 * speed and without the calling thread, so one chunk is filled or emptied while others are on their way. Strided copies
 * are made dense on the host's side of the ring.
 *
 * <p>All methods may wait for the device, so they belong on a thread of the driver; one thread at a time. Use one ring
 * for each direction. The chunks are allocated when first needed and kept until {@link #close}.
 */
public final class Staging implements AutoCloseable {
    /** The source of chunks. */
    public interface PinnedMemory {
        /**
         * Takes memory that the device reaches by itself.
         *
         * @param bytes how much
         * @return the memory, which the host can touch
         */
        MemorySegment allocate(long bytes);

        /**
         * Gives it back.
         *
         * @param memory as {@link #allocate} returned it
         */
        void free(MemorySegment memory);
    }

    /** The device's copies to or from a chunk. */
    @FunctionalInterface
    public interface Link {
        /**
         * Puts a copy into the device's queue.
         *
         * @param chunk the host's side, dense
         * @param piece what to copy: offsets and strides of the host's side are those in the chunk, the others as they
         *     were given
         * @return happens when it has ended
         * @throws Exception if it cannot be begun
         */
        Event begin(MemorySegment chunk, Rectangle piece) throws Exception;
    }

    /** A copy out of the device, whose last pieces may still be under way when others are begun. */
    private static final class CopyOut {
        private final MemorySegment to;
        private final Consumer<Throwable> ended;
        private int left;
        private Throwable failure;

        CopyOut(MemorySegment to, Consumer<Throwable> ended) {
            this.to = to;
            this.ended = ended;
        }

        void pieceEnded(Throwable thrown) {
            if (failure == null) {
                failure = thrown;
            }
            if (--left == 0) {
                ended.accept(failure);
            }
        }
    }

    /** A chunk, and the transfer that uses it now. */
    private static final class Slot {
        private MemorySegment chunk;
        private Event event;
        private CopyOut out;
        private Rectangle piece;
    }

    private final PinnedMemory memory;
    private final long chunkBytes;
    private final Slot[] ring;
    /** Which slot is used next; the one whose use is the longest ago. */
    private int next;

    /**
     * Makes a ring without memory.
     *
     * @param memory where its chunks come from
     * @param chunkBytes how large each is; more than 0
     * @param chunks how many there are; from 2, so that one can be filled while another is on its way
     */
    public Staging(PinnedMemory memory, long chunkBytes, int chunks) {
        if (chunkBytes < 1 || chunks < 2) {
            throw new IllegalArgumentException(
                    chunks + " chunks of " + chunkBytes + " bytes: give 2 or more, of 1 byte or more");
        }
        this.memory = Objects.requireNonNull(memory, "memory");
        this.chunkBytes = chunkBytes;
        ring = new Slot[chunks];
        for (int index = 0; index < chunks; index++) {
            ring[index] = new Slot();
        }
    }

    /**
     * Copies from main memory to the device. When this returns, the source has been read, and the last pieces are in
     * the device's queue.
     *
     * @param from where the rectangles' sources begin
     * @param rectangles what to copy
     * @param link copies a chunk to the device
     * @throws Exception if a piece cannot be begun; then the target's content is undefined
     */
    public void in(MemorySegment from, List<Rectangle> rectangles, Link link) throws Exception {
        for (Rectangle rectangle : rectangles) {
            for (Rectangle piece : rectangle.pieces(chunkBytes)) {
                Slot slot = take();
                copyLines(piece.toDense(), from, slot.chunk);
                slot.event = link.begin(slot.chunk, piece.fromDense());
            }
        }
    }

    /**
     * Copies from the device to main memory. When this returns, all pieces are in the device's queue; the last ones
     * reach main memory during further calls of {@link #out} or {@link #drain}.
     *
     * @param to where the rectangles' targets begin
     * @param rectangles what to copy
     * @param link copies from the device to a chunk
     * @param ended is given null when all has reached main memory, or what went wrong; called once, within this or a
     *     later call of a method of this object
     */
    public void out(MemorySegment to, List<Rectangle> rectangles, Link link, Consumer<Throwable> ended) {
        CopyOut copy = new CopyOut(to, ended);
        copy.left = 1; // for this method, so that the copy does not end before the last piece was begun
        try {
            for (Rectangle rectangle : rectangles) {
                for (Rectangle piece : rectangle.pieces(chunkBytes)) {
                    Slot slot = take();
                    slot.event = link.begin(slot.chunk, piece.toDense());
                    slot.out = copy;
                    slot.piece = piece;
                    copy.left++;
                }
            }
            copy.pieceEnded(null);
        } catch (Exception | Error thrown) {
            copy.pieceEnded(thrown);
        }
    }

    /** Waits until all copies that were begun have ended. */
    public void drain() {
        for (int count = 0; count < ring.length; count++) {
            end(ring[next]);
            next = (next + 1) % ring.length;
        }
    }

    /** Waits for all copies and gives the chunks back. */
    @Override
    public void close() {
        drain();
        for (Slot slot : ring) {
            if (slot.chunk != null) {
                memory.free(slot.chunk);
                slot.chunk = null;
            }
        }
    }

    private Slot take() {
        Slot slot = ring[next];
        next = (next + 1) % ring.length;
        end(slot);
        if (slot.chunk == null) {
            slot.chunk = memory.allocate(chunkBytes);
        }
        return slot;
    }

    /**
     * Waits for a chunk, and empties it. Who copied to the device asks its queue for failures; who copied from it is
     * told here.
     */
    private static void end(Slot slot) {
        if (slot.event == null) {
            return;
        }
        Throwable failure = null;
        try {
            slot.event.await();
            if (slot.out != null) {
                copyLines(slot.piece.fromDense(), slot.chunk, slot.out.to);
            }
        } catch (Exception | Error thrown) {
            failure = thrown;
        }
        CopyOut out = slot.out;
        slot.event = null;
        slot.out = null;
        slot.piece = null;
        if (out != null) {
            out.pieceEnded(failure);
        }
    }

    private static void copyLines(Rectangle copy, MemorySegment from, MemorySegment to) {
        boolean dense = copy.fromPitch() == copy.width() && copy.toPitch() == copy.width();
        long lines = dense ? 1 : copy.height();
        long bytes = dense ? copy.width() * copy.height() : copy.width();
        for (long z = 0; z < copy.depth(); z++) {
            for (long y = 0; y < lines; y++) {
                MemorySegment.copy(
                        from,
                        copy.fromOffset() + z * copy.fromSlice() + y * copy.fromPitch(),
                        to,
                        copy.toOffset() + z * copy.toSlice() + y * copy.toPitch(),
                        bytes);
            }
        }
    }
}
