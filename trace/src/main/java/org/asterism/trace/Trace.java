package org.asterism.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.trace.internal.reading.FileTrace;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Recording that can be read. The events are read from the file each time, so a recording may be larger than the
 * memory. Any thread may use it, and several at once.
 */
@ProviderType
public interface Trace {
    /**
     * Opens a file. A file of a recording that was interrupted can be read up to its last whole part.
     *
     * @param file the file
     * @return the recording as far as the file has it now
     * @throws TraceFormatException if the file is no recording, or that of a version which this one cannot read
     * @throws IOException if the file cannot be read
     */
    static Trace open(Path file) throws IOException {
        return FileTrace.open(file);
    }

    /**
     * Whether a file begins as recordings do, so that other output should not replace it. It may be damaged.
     *
     * @param file the file
     * @return false also if there is no such file, or it cannot be read
     */
    static boolean isRecording(Path file) {
        return FileTrace.isRecording(file);
    }

    /**
     * Returns the properties of the recording.
     *
     * @return never null
     */
    TraceHeader header();

    /**
     * Returns the workers that the recording knows.
     *
     * @return by id
     */
    List<TraceWorker> workers();

    /**
     * Returns the memory nodes that the recording knows.
     *
     * @return by id
     */
    List<TraceNode> nodes();

    /**
     * Returns the threads that reported events.
     *
     * @return by id
     */
    List<TraceThread> threads();

    /**
     * Returns the handles that tasks and transfers use.
     *
     * @return by id
     */
    List<TraceHandle> handles();

    /**
     * Returns the time of the first event.
     *
     * @return nanoseconds of the runtime's clock; the {@linkplain TraceHeader#origin() origin} if there are no events
     */
    long firstTime();

    /**
     * Returns the time of the last event.
     *
     * @return nanoseconds of the runtime's clock; the {@linkplain TraceHeader#origin() origin} if there are no events
     */
    long lastTime();

    /**
     * Returns the number of records of the recording. It is the number of events, except that the dependencies which
     * one task fulfils count as one, and changed trees do not count.
     *
     * @return 0 or more
     */
    long records();

    /**
     * Returns where the recording breaks off.
     *
     * @return empty if the recording was stopped and is complete up to there
     */
    Optional<CutOff> cutOff();

    /**
     * Reads all events in the order of their times. Events of one thread keep their order. If events of several threads
     * have the same time, those come first that are earlier in the life of a task.
     *
     * @param reader is called with each event, on the calling thread
     * @throws IOException if the file cannot be read
     */
    void forEach(Consumer<? super TraceEvent> reader) throws IOException;
}
