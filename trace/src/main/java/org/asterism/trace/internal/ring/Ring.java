package org.asterism.trace.internal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;

/**
 * Ring of words between one writer and one reader. The writer reserves room, puts words and publishes them; the reader
 * sees published words only.
 *
 * <p>Memory order: the writer's release of {@code tail} comes after its words, so a reader that acquires {@code tail}
 * sees them. The reader's release of {@code head} comes after its copies, so a writer that acquires {@code head} may
 * overwrite the words.
 *
 * <p><b>Threads.</b> One writer and one reader at a time. If either changes, the threads need another order between
 * them, such as a lock.
 */
public final class Ring {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(WriterEnd.class, "tail", long.class);
            HEAD = lookup.findVarHandle(ReaderEnd.class, "head", long.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    /** What the writer changes. */
    private static final class WriterEnd extends org.asterism.spi.concurrent.Padded {
        /** Where the next word goes. */
        long next;

        /** Up to here the writer needs not look at the reader. */
        long limit;

        /** Up to here words are published. */
        long tail;
    }

    /** What the reader changes. */
    private static final class ReaderEnd extends org.asterism.spi.concurrent.Padded {
        /** Up to here words were read. */
        long head;
    }

    private final long[] words;
    private final int mask;
    private final Runnable filling;
    private final WriterEnd writer = new WriterEnd();
    private final ReaderEnd reader = new ReaderEnd();

    /**
     * Makes an empty ring.
     *
     * @param capacity the number of words, a power of two
     * @param filling is called by the writer when the ring is half full, and again while it fills further
     */
    public Ring(int capacity, Runnable filling) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity of a ring is " + capacity + ": give a power of two");
        }
        words = new long[capacity];
        mask = capacity - 1;
        this.filling = filling;
        writer.limit = capacity / 2;
    }

    /** The number of words that it holds. */
    public int capacity() {
        return words.length;
    }

    // The writer.

    /** Whether there is room for some words. */
    public boolean hasRoom(int count) {
        return writer.next + count <= writer.limit || hasRoomNow(count);
    }

    private boolean hasRoomNow(int count) {
        long end = writer.next + count;
        long read = (long) HEAD.getAcquire(reader);
        long full = read + words.length;
        if (end > full) {
            writer.limit = writer.next; // so that the next call looks again
            filling.run();
            return false;
        }
        long half = read + words.length / 2;
        if (end <= half) {
            writer.limit = half;
        } else {
            writer.limit = Math.min(full, end + words.length / 8);
            filling.run();
        }
        return true;
    }

    /** Puts a word into reserved room. */
    public void put(long word) {
        long[] array = words;
        array[(int) writer.next++ & array.length - 1] = word;
    }

    /** Puts two words and publishes them; returns false if there is no room. */
    public boolean publish(long first, long second) {
        WriterEnd end = writer;
        long next = end.next;
        if (next + 2 > end.limit && !hasRoomNow(2)) {
            return false;
        }
        long[] array = words;
        array[(int) next & array.length - 1] = first;
        array[(int) (next + 1) & array.length - 1] = second;
        end.next = next + 2;
        TAIL.setRelease(end, next + 2);
        return true;
    }

    /** Shows the reader all words that were put. */
    public void publish() {
        TAIL.setRelease(writer, writer.next);
    }

    // The reader.

    /** The number of words that can be read. */
    public int readable() {
        return (int) ((long) TAIL.getAcquire(writer) - reader.head);
    }

    /** A readable word. */
    public long peek(int offset) {
        return words[(int) (reader.head + offset) & mask];
    }

    /** Moves readable words to a buffer. */
    public void read(int count, LongBuffer target) {
        int from = (int) reader.head & mask;
        int first = Math.min(count, words.length - from);
        target.put(words, from, first).put(words, 0, count - first);
        HEAD.setRelease(reader, reader.head + count);
    }
}
