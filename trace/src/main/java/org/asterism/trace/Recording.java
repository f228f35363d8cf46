package org.asterism.trace;

import java.io.IOException;
import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Recording that was started with {@link Tracing#start}. It runs until it is stopped, or cannot be written any more.
 * Any thread may use it.
 */
@ProviderType
public interface Recording extends AutoCloseable {
    /**
     * Returns the settings that the recording was started with.
     *
     * @return never null
     */
    TraceSettings settings();

    /**
     * Returns whether events are recorded.
     *
     * @return false if the recording was stopped or has ended for lack of room
     */
    boolean isRunning();

    /**
     * Returns the numbers of the recording so far.
     *
     * @return a snapshot
     */
    TraceStatistics statistics();

    /**
     * Writes all events that are kept, up to now, to a file of their own. The recording goes on, also while the file is
     * written.
     *
     * @param file is replaced if it exists, once the new content is complete
     * @throws IOException if the file cannot be written, or is being written by another recording; an older file stays
     *     as it was
     */
    void save(Path file) throws IOException;

    /**
     * Ends the recording and completes its file. Events in memory can still be {@linkplain #save saved}. Does nothing
     * the second time.
     *
     * @throws IOException if the file cannot be completed
     */
    void stop() throws IOException;

    /**
     * {@link #stop Stops} the recording.
     *
     * @throws IOException if the file cannot be completed
     */
    @Override
    default void close() throws IOException {
        stop();
    }
}
