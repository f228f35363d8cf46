package org.asterism.trace.internal.reading;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.asterism.trace.internal.format.EventKind;

/**
 * Merges the records of all threads in the order of their times. A thread's records are loaded when their time has
 * come, so threads that have ended, or not begun, take no memory. One thread at a time.
 */
final class Merge {
    private static final Comparator<RecordCursor> ORDER = Comparator.comparingLong(RecordCursor::time)
            .thenComparingInt(Merge::rank)
            .thenComparingInt(RecordCursor::thread);

    private final PriorityQueue<RecordCursor> cursors = new PriorityQueue<>(ORDER);

    Merge(FileChannel file, Map<Integer, List<ChunkPlace>> chunks) {
        chunks.forEach((thread, places) -> cursors.add(new RecordCursor(file, thread, places)));
    }

    /** Cursors that are not at a record yet come first. */
    private static int rank(RecordCursor cursor) {
        EventKind kind = cursor.kind();
        return kind == null ? -1 : kind.ordinal();
    }

    /**
     * Stops at each record.
     *
     * @param reader is called with a cursor at the record
     * @throws IOException if the file cannot be read
     */
    void forEach(Consumer<RecordCursor> reader) throws IOException {
        while (!cursors.isEmpty()) {
            RecordCursor first = cursors.poll();
            boolean isFirst = true;
            while (isFirst) {
                if (first.kind() != null) {
                    reader.accept(first);
                }
                boolean hasMore = first.advance();
                isFirst = hasMore && (cursors.isEmpty() || ORDER.compare(first, cursors.peek()) <= 0);
                if (hasMore && !isFirst) {
                    cursors.add(first);
                }
            }
        }
    }
}
