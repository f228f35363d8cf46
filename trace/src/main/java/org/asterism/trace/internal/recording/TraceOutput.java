package org.asterism.trace.internal.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.internal.format.ChunkHead;
import org.asterism.trace.internal.format.ChunkKind;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.End;
import org.asterism.trace.internal.format.FileHead;
import org.asterism.trace.internal.format.Start;

/** Writes a recording to a file, whole chunks at a time. One thread at a time. */
final class TraceOutput implements Closeable {
    /** A chunk of definitions ends when it has more bytes than this. */
    private static final int DEFINITIONS_BYTES = 1 << 16;

    private final SeekableByteChannel file;

    /** Where the last whole chunk ends. */
    private long bytes;

    /**
     * Begins a file.
     *
     * @param file an empty one, which is closed with this
     * @throws IOException if it cannot be written
     */
    TraceOutput(SeekableByteChannel file, TraceHeader header) throws IOException {
        this.file = file;
        put(FileHead.bytes());
        chunk(ChunkKind.START, Start.encode(header), header.origin());
    }

    private void put(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            file.write(from);
        }
        bytes = file.position();
    }

    private void chunk(ChunkKind kind, byte[] content, long time) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(ChunkHead.BYTES + content.length)
                .put(ChunkHead.BYTES, content)
                .clear();
        ChunkHead.seal(chunk, kind, 0, time, time, 0);
        put(chunk);
    }

    void define(List<byte[]> encoded, long time) throws IOException {
        int from = 0;
        while (from < encoded.size()) {
            int to = from;
            int size = 0;
            while (to < encoded.size() && size < DEFINITIONS_BYTES) {
                size += encoded.get(to++).length;
            }
            ByteBuffer content = ByteBuffer.allocate(size);
            encoded.subList(from, to).forEach(content::put);
            chunk(ChunkKind.DEFINITIONS, content.array(), time);
            from = to;
        }
    }

    static List<byte[]> encoded(List<Definition> definitions) {
        return definitions.stream().map(Definition::encode).toList();
    }

    /** Writes chunks that are whole already. */
    void write(ByteBuffer chunks) throws IOException {
        put(chunks);
    }

    void end(End end) throws IOException {
        chunk(ChunkKind.END, end.encode(), end.time());
    }

    /** Removes the part of a chunk that was not written to its end. */
    void cutToWholeChunks() throws IOException {
        file.truncate(bytes);
        file.position(bytes);
    }

    /** The bytes of all whole chunks. */
    long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
