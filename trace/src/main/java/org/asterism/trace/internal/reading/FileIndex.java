package org.asterism.trace.internal.reading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.trace.CutOff;
import org.asterism.trace.TraceFormatException;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.internal.format.ChunkHead;
import org.asterism.trace.internal.format.ChunkKind;
import org.asterism.trace.internal.format.End;
import org.asterism.trace.internal.format.FileHead;
import org.asterism.trace.internal.format.OfTree;
import org.asterism.trace.internal.format.Start;

/** Passes once through a file: checks each chunk, and notes definitions and where the records of each thread are. */
final class FileIndex {
    private final FileChannel file;
    private final Map<Integer, List<ChunkPlace>> chunks = new HashMap<>();
    private final Vocabulary vocabulary = new Vocabulary();
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 17);
    private TraceHeader header;
    private End end;
    private long position;
    private long records;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private CutOff cutOff;

    private FileIndex(FileChannel file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws TraceFormatException if it is no recording, or of another version
     * @throws IOException if it cannot be read
     */
    static FileIndex of(Path path, FileChannel file) throws IOException {
        FileIndex index = new FileIndex(file);
        index.readHead(path);
        String reason = index.readChunks();
        if (reason == null && index.end != null && !index.end.reason().isEmpty()) {
            reason = index.end.reason();
        }
        if (reason != null) {
            index.cutOff = new CutOff(index.position, index.lastRecordTime(), reason);
        }
        return index;
    }

    private void readHead(Path path) throws IOException {
        ByteBuffer head = read(0, FileHead.BYTES);
        if (!FileHead.matches(head)) {
            throw new TraceFormatException(path + " is no recording; name a file that a recording was written to");
        }
        int major = FileHead.major(head);
        if (major != FileHead.MAJOR) {
            throw new TraceFormatException(path + " has version " + major + " of the format, and this program reads "
                    + "version " + FileHead.MAJOR + "; read it with the version of Asterism that has written it");
        }
        header = new TraceHeader(major, FileHead.minor(head), Instant.EPOCH, 0, false);
        position = FileHead.BYTES;
    }

    /** Reads all chunks that are whole; returns why it could not go on, or null at the end of the recording. */
    private String readChunks() throws IOException {
        long size = file.size();
        while (end == null) {
            if (position == size) {
                return "the recording has no end; its program has ended early or still runs";
            }
            ByteBuffer bytes = read(position, ChunkHead.BYTES);
            if (bytes.remaining() < ChunkHead.BYTES) {
                return "the last part of the recording is not complete";
            }
            ChunkHead chunk = ChunkHead.read(bytes);
            if (chunk == null) {
                return "the file is damaged";
            }
            int length = ChunkHead.BYTES + chunk.length();
            if (position + length > size) {
                return "the last part of the recording is not complete";
            }
            ByteBuffer whole = read(position, length);
            if (whole.remaining() < length || !chunk.matches(whole)) {
                return "the file is damaged";
            }
            add(chunk, whole.slice(ChunkHead.BYTES, chunk.length()).order(ByteOrder.LITTLE_ENDIAN));
            position += length;
        }
        return null;
    }

    private void add(ChunkHead chunk, ByteBuffer content) {
        switch (ChunkKind.of(chunk.kind())) {
            case START -> {
                TraceHeader start = Start.decode(content, header.major(), header.minor());
                header = start == null ? header : start;
            }
            case DEFINITIONS -> vocabulary.add(content);
            case EVENTS -> {
                chunks.computeIfAbsent(chunk.thread(), _ -> new ArrayList<>())
                        .add(new ChunkPlace(position + ChunkHead.BYTES, chunk.length(), chunk.base()));
                records += chunk.records();
                first = Math.min(first, RecordCursor.firstTime(chunk.base(), content));
                last = Math.max(last, chunk.last());
            }
            case END -> end = End.decode(content);
            case null -> {} // of a later version
        }
    }

    private ByteBuffer read(long from, int length) throws IOException {
        if (buffer.capacity() < length) {
            buffer = ByteBuffer.allocate(length);
        }
        buffer.clear().limit(length);
        while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {
            // The next call reads the rest.
        }
        return buffer.flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    TraceHeader header() {
        return header;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    /** The places of the records of each thread, in their order. */
    Map<Integer, List<ChunkPlace>> chunks() {
        return chunks;
    }

    long records() {
        return records;
    }

    long firstTime() {
        return records == 0 ? header.origin() : first;
    }

    private long lastRecordTime() {
        return records == 0 ? header.origin() : last;
    }

    /** The time of the last event; a tree after the last record counts only if no record can be missing before it. */
    long lastTime() {
        long time = lastRecordTime();
        return cutOff == null
                ? vocabulary.trees.stream().mapToLong(OfTree::time).reduce(time, Math::max)
                : time;
    }

    Optional<CutOff> cutOff() {
        return Optional.ofNullable(cutOff);
    }
}
