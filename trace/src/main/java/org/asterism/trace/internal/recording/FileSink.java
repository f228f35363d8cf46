package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.End;

/** Keeps a recording in a file. One thread at a time. */
final class FileSink implements TraceSink {
    private static final int COPY_BYTES = 1 << 16;

    private final Path path;
    private final TraceOutput output;
    private final long origin;

    /** Where the first chunk, which each file has of its own, ends. */
    private final long begin;

    /** Where the end begins; negative while there is none. */
    private long beforeEnd = -1;

    /**
     * Begins a recording.
     *
     * @param path names the file
     * @param file the file, opened and empty
     * @throws IOException if it cannot be written
     */
    FileSink(Path path, SeekableByteChannel file, TraceHeader header) throws IOException {
        this.path = path;
        output = new TraceOutput(file, header);
        begin = output.bytes();
        origin = header.origin();
    }

    @Override
    public void define(List<Definition> definitions) throws IOException {
        output.define(TraceOutput.encoded(definitions), origin);
    }

    @Override
    public void write(ByteBuffer chunk, long last) throws IOException {
        output.write(chunk);
    }

    @Override
    public long bytes() {
        return output.bytes();
    }

    /** The chunks that follow the first one, up to the end. */
    @Override
    public TraceFiles.Content snapshot() {
        long to = beforeEnd < 0 ? output.bytes() : beforeEnd;
        return target -> copy(to, target);
    }

    private void copy(long to, TraceOutput target) throws IOException {
        try (Source source = new Source(path)) {
            for (long at = begin; at < to; ) {
                ByteBuffer part = source.read(at, (int) Math.min(COPY_BYTES, to - at));
                at += part.remaining();
                target.write(part);
            }
        }
    }

    /** Ends the file after its last whole chunk; if the disk is full, a short end has room where a chunk was begun. */
    @Override
    public void end(End end) throws IOException {
        beforeEnd = output.bytes();
        try (output) {
            output.cutToWholeChunks();
            try {
                output.end(end);
            } catch (IOException full) {
                output.cutToWholeChunks();
                throw full;
            }
        }
    }
}
