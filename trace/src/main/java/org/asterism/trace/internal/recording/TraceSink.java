package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.End;

/** Where chunks go: to a file or to memory. One thread at a time. */
interface TraceSink {
    /**
     * Takes definitions, before the records that need them.
     *
     * @throws IOException if they cannot be kept
     */
    void define(List<Definition> definitions) throws IOException;

    /**
     * Takes a chunk of records.
     *
     * @param chunk a whole chunk, which is reused after the call
     * @param last the time of its last record
     * @throws IOException if it cannot be kept
     */
    void write(ByteBuffer chunk, long last) throws IOException;

    /** Learns that no record needs a handle after those that are written before the next {@link #trim}. */
    default void forget(int handle) {}

    /** Learns that a thread has ended, and that all its records are written. */
    default void forgetThread(int thread) {}

    /** Drops records that are too old. Called when all records that are there now are written. */
    default void trim(long now) {}

    /** The number of bytes that the sink keeps now. */
    long bytes();

    /**
     * All that the sink has now, without an end. Any thread may write it later, while the sink takes further chunks.
     */
    TraceFiles.Content snapshot();

    /**
     * Ends the recording.
     *
     * @throws IOException if the end cannot be written
     */
    void end(End end) throws IOException;
}
