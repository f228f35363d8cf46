package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.List;
import org.asterism.trace.internal.format.ChunkHead;
import org.asterism.trace.internal.format.ChunkKind;
import org.asterism.trace.internal.format.EventKind;
import org.asterism.trace.internal.format.Head;
import org.asterism.trace.internal.ring.Ring;

/** Moves records from the lanes to a sink. One thread at a time. */
final class Drain {
    /** A chunk ends after the record with which it has this many words. */
    static final int CHUNK_WORDS = 1 << 13;

    private final Lanes lanes;
    private final Definitions definitions;
    private final HandleNumbers handles;
    private final TraceSink sink;
    private final ByteBuffer chunk;
    private final LongBuffer content;

    /** What {@link #take} has found. */
    private int words;

    private int records;
    private long last;
    private long moved;

    Drain(int ringWords, Lanes lanes, Definitions definitions, HandleNumbers handles, TraceSink sink) {
        this.lanes = lanes;
        this.definitions = definitions;
        this.handles = handles;
        this.sink = sink;
        chunk = ByteBuffer.allocateDirect(ChunkHead.BYTES + ringWords * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        content = chunk.slice(ChunkHead.BYTES, ringWords * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer();
    }

    /**
     * Moves all records that are published now.
     *
     * @throws IOException if the sink cannot take them
     */
    void pass() throws IOException {
        handles.removeForgotten(sink::forget); // first: records that need these handles are published already
        List<Lane> all = lanes.all();
        int[] readable = new int[all.size()];
        for (int index = 0; index < readable.length; index++) {
            readable[index] = all.get(index).ring.readable();
        }
        sink.define(definitions.take()); // after the look at the rings: these records may need all of them
        for (int index = 0; index < readable.length; index++) {
            move(all.get(index), readable[index]);
        }
        for (Lane lane : lanes.ended()) {
            if (lane.ring.readable() == 0) {
                reportLoss(lane);
            }
        }
        lanes.removeEnded(sink::forgetThread);
    }

    /** Reports the events of each lane that were lost last. Call it when no thread reports events any more. */
    void reportLosses() throws IOException {
        for (Lane lane : lanes.all()) {
            reportLoss(lane);
        }
    }

    /** The number of records that were moved. */
    long moved() {
        return moved;
    }

    private void reportLoss(Lane lane) throws IOException {
        long missing = lane.lost() - lane.readLost;
        if (missing > 0) {
            lane.readLost += missing;
            content.clear().put(Head.of(EventKind.EVENTS_LOST.code(), 2, 0, 0)).put(missing);
            write(lane, lane.readTime, 2, 1);
        }
    }

    private void move(Lane lane, int readable) throws IOException {
        int left = readable;
        while (left > 0) {
            long base = lane.readTime;
            take(lane, left);
            content.clear();
            lane.ring.read(words, content);
            lane.readTime = last;
            write(lane, base, words, records);
            left -= words;
        }
    }

    /** Finds the records of the next chunk. */
    private void take(Lane lane, int readable) {
        Ring ring = lane.ring;
        words = 0;
        records = 0;
        last = lane.readTime;
        while (words < readable && words < CHUNK_WORDS) {
            long head = ring.peek(words);
            int kind = Head.kind(head);
            last += Head.delta(head);
            if (kind == EventKind.TIME.code()) {
                last = ring.peek(words + 1);
            } else if (kind == EventKind.EVENTS_LOST.code()) {
                lane.readLost += ring.peek(words + 1);
            }
            int length = Head.words(head);
            words += length == 0 ? (int) ring.peek(words + 1) : length;
            records++;
        }
    }

    private void write(Lane lane, long base, int count, int recordCount) throws IOException {
        chunk.clear().limit(ChunkHead.BYTES + count * Long.BYTES);
        ChunkHead.seal(chunk, ChunkKind.EVENTS, lane.number, base, lane.readTime, recordCount);
        sink.write(chunk, lane.readTime);
        moved += recordCount;
    }
}
