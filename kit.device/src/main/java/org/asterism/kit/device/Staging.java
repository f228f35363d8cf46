package org.asterism.kit.device;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.asterism.kit.device.CompletionWatch.Event;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * Ring of pinned chunks for copies between a device and pageable memory. Devices reach pinned memory at full speed and
 * without the calling thread, so the host fills or empties one chunk while others are being transferred. Strided copies
 * become dense on the host's side.
 *
 * <p>All methods may wait for the device, so call them from a thread of the driver, one thread at a time. Use one ring
 * for each direction. The chunks are allocated when first needed and kept until {@link #close}.
 */
public final class Staging implements AutoCloseable {
    /** Allocator of chunks. */
    public interface PinnedMemory {
        /**
         * Allocates memory that the device can access by itself.
         *
         * @param bytes size in bytes
         * @return the memory, which the host can access
         */
        MemorySegment allocate(long bytes);

        /**
         * Frees a chunk.
         *
         * @param memory as {@link #allocate} returned it
         */
        void free(MemorySegment memory);
    }

    /** Operation that copies between the device and a chunk. */
    @FunctionalInterface
    public interface Link {
        /**
         * Enqueues a copy on the device.
         *
         * @param chunk chunk with the dense data
         * @param piece the copy: the host's offsets and strides refer to the chunk, the device's are unchanged
         * @return event that happens when the copy has ended
         * @throws Exception if the copy cannot be enqueued
         */
        Event begin(MemorySegment chunk, Rectangle piece) throws Exception;
    }

    /** Copy out of the device. Its last pieces may still be in transfer when the next copy begins. */
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

    /** Chunk with the transfer that currently uses it. */
    private static final class Slot {
        private MemorySegment chunk;
        private Event event;
        private CopyOut out;
        private Rectangle piece;
    }

    private final PinnedMemory memory;
    private final long chunkBytes;
    private final Slot[] ring;
    /** Slot to use next: the one that was used least recently. */
    private int next;

    /**
     * Creates a ring; chunks are allocated later.
     *
     * @param memory allocator of the chunks
     * @param chunkBytes size of a chunk in bytes; more than 0
     * @param chunks number of chunks; from 2, so that one can be filled while another is being transferred
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
     * @param from memory to which the source offsets refer
     * @param rectangles the copies
     * @param link operation that copies a chunk to the device
     * @throws Exception if a piece cannot be enqueued; then the content of the target is undefined
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
     * @param to memory to which the target offsets refer
     * @param rectangles the copies
     * @param link operation that copies from the device to a chunk
     * @param ended called once, within this or a later call of a method of this object: with null when all data are in
     *     main memory, or with the failure
     */
    public void out(MemorySegment to, List<Rectangle> rectangles, Link link, Consumer<Throwable> ended) {
        CopyOut copy = new CopyOut(to, ended);
        copy.left = 1; // for this method, so that the copy cannot end before the last piece was enqueued
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

    /** Waits until all copies have ended. */
    public void drain() {
        for (int count = 0; count < ring.length; count++) {
            end(ring[next]);
            next = (next + 1) % ring.length;
        }
    }

    /** Waits for all copies and frees the chunks. */
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
     * Waits for the transfer of a chunk and empties the chunk. Failures of copies out go to their callback; failures of
     * copies in show in the device's queue.
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
