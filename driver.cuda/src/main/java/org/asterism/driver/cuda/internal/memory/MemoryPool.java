package org.asterism.driver.cuda.internal.memory;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Allocates a device's memory.
 *
 * <p>The driver's own functions for that are slow and wait for the device. So memory is taken in chunks, and pieces of
 * them are handed out: the smallest free one that is large enough, cut to size. Freed pieces merge with their
 * neighbours. A request larger than a chunk gets its own chunk. Unused chunks are given back when memory runs short.
 *
 * <p>Any thread may use it. A thread that frees memory, or takes free memory, does not wait for the driver. Threads
 * that need more ask the driver at the same time, and may each take a chunk where one would have been enough. If the
 * driver refuses, the thread waits for free pieces of the chunks that the other threads get.
 */
public final class MemoryPool implements AutoCloseable {
    /** The source of chunks. */
    public interface Source {
        /**
         * Takes memory of the device.
         *
         * @param bytes the size
         * @return its address; 0 if there is not enough
         */
        long take(long bytes);

        /**
         * Gives memory back.
         *
         * @param address as {@link #take} returned it
         */
        void giveBack(long address);
    }

    /** All addresses are a multiple of this number, like those of the driver's own functions. */
    public static final long ALIGNMENT = 256;

    private static final long LARGEST_CHUNK = 64L << 20;
    private static final long SMALLEST_CHUNK = 256L << 10;
    /**
     * Into how many chunks the memory is cut: what one piece that stays can keep from others is so much of it at most.
     */
    private static final int CHUNKS = 32;

    /** In place of an address: to be tried again. */
    private static final long OTHERS_WERE_ASKING = -1;

    private static final Comparator<Piece> BY_SIZE =
            Comparator.<Piece>comparingLong(piece -> piece.bytes).thenComparingLong(piece -> piece.address);

    /** A part of a chunk. */
    private static final class Piece {
        private final long chunk;
        private final long chunkBytes;
        private final long address;
        private long bytes;
        /** Requested number of bytes; 0 for a free piece. */
        private long asked;

        Piece(long chunk, long chunkBytes, long address, long bytes) {
            this.chunk = chunk;
            this.chunkBytes = chunkBytes;
            this.address = address;
            this.bytes = bytes;
        }

        boolean isWholeChunk() {
            return bytes == chunkBytes;
        }
    }

    private final Source source;
    private final long capacity;
    private final long chunkBytes;
    private final long mostTaken;
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private final TreeSet<Piece> free = new TreeSet<>(BY_SIZE);
    private long used;
    private long taken;
    /** Number of threads that request more from the source; they do not hold the lock. */
    private int growing;

    /**
     * Makes a pool that has taken nothing yet.
     *
     * @param source the source of chunks
     * @param capacity the greatest number of bytes that are handed out
     */
    public MemoryPool(Source source, long capacity) {
        this.source = source;
        this.capacity = capacity;
        this.chunkBytes = Math.clamp(capacity / CHUNKS / ALIGNMENT * ALIGNMENT, SMALLEST_CHUNK, LARGEST_CHUNK);
        // What lies idle between pieces must not keep the last of them from being handed out.
        long idle = capacity / 8 + 2 * chunkBytes;
        this.mostTaken = capacity > Long.MAX_VALUE - idle ? Long.MAX_VALUE : capacity + idle;
    }

    /**
     * Hands out memory.
     *
     * @param bytes the size; more than 0
     * @return its address; 0 if there is not enough
     */
    public long allocate(long bytes) {
        long size = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
        long address = tryToAllocate(bytes, size);
        while (address == OTHERS_WERE_ASKING) {
            address = tryToAllocate(bytes, size);
        }
        return address;
    }

    private long tryToAllocate(long bytes, long size) {
        synchronized (this) {
            if (bytes > capacity - used) {
                return 0;
            }
            Piece piece = smallest(size);
            if (piece != null) {
                return handOut(piece, bytes, size);
            }
            growing++;
        }
        Piece chunk;
        try {
            chunk = grow(size);
        } catch (RuntimeException | Error thrown) {
            endGrowth();
            throw thrown;
        }
        return chunk == null ? handOutLeft(bytes, size) : handOutFirst(chunk, bytes, size);
    }

    private synchronized void endGrowth() {
        growing--;
        notifyAll();
    }

    /** Others may have been handed out the last of what there is while a chunk was taken. */
    private synchronized long handOutFirst(Piece chunk, long bytes, long size) {
        pieces.put(chunk.address, chunk);
        endGrowth();
        if (bytes > capacity - used) {
            free.add(chunk);
            return 0;
        }
        return handOut(chunk, bytes, size);
    }

    /**
     * The source has no more, but those who were asking it too may have taken more than they need; or they were
     * refused, and what was set aside for them is there again. The last of them waits for nobody, and does not try
     * again.
     */
    private synchronized long handOutLeft(long bytes, long size) {
        endGrowth();
        boolean othersAreAsking = growing > 0;
        boolean interrupted = false;
        Piece piece = smallest(size);
        while (piece == null && growing > 0) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true; // the source will answer the others
            }
            piece = smallest(size);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (piece == null) {
            return othersAreAsking ? OTHERS_WERE_ASKING : 0;
        }
        if (bytes > capacity - used) {
            free.add(piece);
            return 0;
        }
        return handOut(piece, bytes, size);
    }

    private Piece smallest(long size) {
        Piece piece = free.ceiling(new Piece(0, 0, 0, size));
        if (piece != null) {
            free.remove(piece);
        }
        return piece;
    }

    private long handOut(Piece piece, long bytes, long size) {
        cut(piece, size);
        piece.asked = bytes;
        used += bytes;
        return piece.address;
    }

    /** Asks the source, and so without the lock of what is handed out. */
    private Piece grow(long size) {
        Piece piece = size < chunkBytes ? chunk(chunkBytes) : null;
        if (piece == null) {
            piece = chunk(size);
        }
        if (piece == null && giveBackUnused() > 0) {
            piece = chunk(size);
        }
        return piece;
    }

    private Piece chunk(long size) {
        synchronized (this) {
            if (size > mostTaken - taken) {
                return null;
            }
            taken += size;
        }
        long address = 0;
        try {
            address = source.take(size);
        } finally {
            if (address == 0) {
                takenLess(size);
            }
        }
        return address == 0 ? null : new Piece(address, size, address, size);
    }

    private synchronized void takenLess(long size) {
        taken -= size;
    }

    private void cut(Piece piece, long size) {
        if (piece.bytes == size) {
            return;
        }
        Piece rest = new Piece(piece.chunk, piece.chunkBytes, piece.address + size, piece.bytes - size);
        piece.bytes = size;
        pieces.put(rest.address, rest);
        free.add(rest);
    }

    /**
     * Takes memory back.
     *
     * @param address as {@link #allocate} returned it
     * @param bytes as it was asked for
     * @return false if nothing of this size is in use there
     */
    public synchronized boolean free(long address, long bytes) {
        Piece piece = pieces.get(address);
        if (piece == null || piece.asked == 0 || piece.asked != bytes) {
            return false;
        }
        used -= bytes;
        piece.asked = 0;
        join(
                piece,
                pieces.higherEntry(address) == null
                        ? null
                        : pieces.higherEntry(address).getValue());
        Piece before = pieces.lowerEntry(address) == null
                ? null
                : pieces.lowerEntry(address).getValue();
        Piece whole = before != null && before.asked == 0 && before.chunk == piece.chunk ? before : piece;
        if (whole == before) {
            free.remove(before);
            before.bytes += piece.bytes;
            pieces.remove(address);
        }
        free.add(whole);
        return true;
    }

    private void join(Piece piece, Piece next) {
        if (next != null && next.asked == 0 && next.chunk == piece.chunk) {
            free.remove(next);
            pieces.remove(next.address);
            piece.bytes += next.bytes;
        }
    }

    /** Gives chunks back in which nothing is used; how many bytes these were. */
    private long giveBackUnused() {
        List<Piece> unused = takeOutUnused();
        long bytes = 0;
        for (Piece piece : unused) {
            source.giveBack(piece.address);
            takenLess(piece.bytes);
            bytes += piece.bytes;
        }
        return bytes;
    }

    private synchronized List<Piece> takeOutUnused() {
        List<Piece> unused = free.stream().filter(Piece::isWholeChunk).toList();
        for (Piece piece : unused) {
            free.remove(piece);
            pieces.remove(piece.address);
        }
        return unused;
    }

    /**
     * Returns the number of bytes that are handed out.
     *
     * @return bytes, as they were asked for
     */
    public synchronized long used() {
        return used;
    }

    /**
     * Returns the number of bytes that were taken from the source.
     *
     * @return bytes
     */
    public synchronized long taken() {
        return taken;
    }

    /** Gives all chunks back, also those in which something is used. */
    @Override
    public void close() {
        takeOutAll().forEach(source::giveBack);
    }

    private synchronized List<Long> takeOutAll() {
        List<Long> chunks =
                pieces.values().stream().map(piece -> piece.chunk).distinct().toList();
        pieces.clear();
        free.clear();
        taken = 0;
        used = 0;
        return chunks;
    }
}
