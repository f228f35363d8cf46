package org.asterism.trace.internal.reading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.asterism.trace.internal.format.EventKind;
import org.asterism.trace.internal.format.Head;

/**
 * Position in the records of one thread. It has one chunk in memory, from the first record of the thread on to the
 * last. One thread at a time.
 */
final class RecordCursor {
    private final FileChannel file;
    private final int thread;
    private final List<ChunkPlace> places;
    private int place;
    private LongBuffer words = LongBuffer.allocate(0);
    private int next;

    private EventKind kind;
    private long time;
    private int small;
    private int at;
    private int length;

    RecordCursor(FileChannel file, int thread, List<ChunkPlace> places) {
        this.file = file;
        this.thread = thread;
        this.places = places;
        time = places.getFirst().base(); // not after the first record, so the cursor is opened in time
    }

    /** The time of the first record of a chunk. */
    static long firstTime(long base, ByteBuffer content) {
        if (content.remaining() < Long.BYTES) {
            return base;
        }
        long head = content.getLong(0);
        return Head.kind(head) == EventKind.TIME.code() && content.remaining() >= 2 * Long.BYTES
                ? content.getLong(Long.BYTES)
                : base + Head.delta(head);
    }

    /**
     * Goes to the next record that this version knows.
     *
     * @return false if there is none
     * @throws IOException if the file cannot be read
     */
    boolean advance() throws IOException {
        do {
            while (next >= words.limit()) {
                if (!load()) {
                    return false;
                }
            }
            readHead();
        } while (kind == null || kind == EventKind.TIME);
        return true;
    }

    private boolean load() throws IOException {
        if (place == places.size()) {
            words = LongBuffer.allocate(0);
            return false;
        }
        ChunkPlace from = places.get(place++);
        ByteBuffer bytes = ByteBuffer.allocate(from.length()).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && file.read(bytes, from.offset() + bytes.position()) >= 0) {
            // The next call reads the rest.
        }
        words = bytes.flip().asLongBuffer();
        time = Math.max(time, from.base());
        next = 0;
        return true;
    }

    /** Reads a head; the rest of a chunk without a record that fits is skipped. */
    private void readHead() {
        long head = words.get(next);
        int written = Head.words(head);
        int size = written == 0 && next + 1 < words.limit() ? (int) words.get(next + 1) : written;
        int before = written == 0 ? 2 : 1;
        if (size < before || size > words.limit() - next) {
            kind = null;
            next = words.limit();
            return;
        }
        kind = EventKind.of(Head.kind(head));
        time += Head.delta(head);
        if (kind == EventKind.TIME && size > before) {
            time = Math.max(time, words.get(next + before));
        }
        small = Head.small(head);
        at = next + before;
        length = size - before;
        next += size;
    }

    int thread() {
        return thread;
    }

    EventKind kind() {
        return kind;
    }

    long time() {
        return time;
    }

    int small() {
        return small;
    }

    /** The number of words after the head. */
    int length() {
        return length;
    }

    /** A word after the head; 0 for one that an incomplete record lacks. */
    long word(int index) {
        return index < length ? words.get(at + index) : 0;
    }
}
