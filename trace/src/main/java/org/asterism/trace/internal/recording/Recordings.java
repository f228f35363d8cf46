package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.asterism.api.TaskRuntime;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.format.End;
import org.asterism.trace.internal.format.FileHead;

/** Starts recordings, and knows those that run. Any thread may use it. */
public final class Recordings {
    private final RunningRecordings running = new RunningRecordings();

    /**
     * Starts a recording.
     *
     * @throws IOException if its file cannot be written, or is being written by another recording
     */
    public Recording start(TaskRuntime runtime, TraceSettings settings) throws IOException {
        RunningRecordings.Entry entry = running.add(settings.file());
        try {
            return start(runtime, settings, entry);
        } catch (IOException | RuntimeException | Error failed) {
            entry.ended();
            throw failed;
        }
    }

    private static Recording start(TaskRuntime runtime, TraceSettings settings, RunningRecordings.Entry entry)
            throws IOException {
        TraceHeader header = header(runtime);
        TraceSink sink = sink(settings, header);
        try {
            return new ActiveRecording(runtime, settings, header, sink, entry);
        } catch (RuntimeException refused) { // such as by a runtime that is closed
            sink.end(new End(header.origin(), 0, "the runtime could not be observed"));
            throw refused;
        }
    }

    /**
     * Returns the recordings that have not ended.
     *
     * @return a snapshot, the oldest first
     */
    public List<Recording> running() {
        return running.all();
    }

    static TraceHeader header(TaskRuntime runtime) {
        return new TraceHeader(
                FileHead.MAJOR,
                FileHead.MINOR,
                Instant.now(),
                runtime.clock().nanoTime(),
                runtime.simulation().isPresent());
    }

    private static TraceSink sink(TraceSettings settings, TraceHeader header) throws IOException {
        if (settings.keepLast().isPresent() || settings.file().isEmpty()) {
            long keep = settings.keepLast().map(Recordings::nanos).orElse(Long.MAX_VALUE);
            return new MemorySink(keep, settings.memoryBytes(), header.origin());
        }
        Path file = settings.file().get();
        FileChannel opened = TraceFiles.open(file);
        try {
            return new FileSink(file, opened, header);
        } catch (IOException failed) {
            opened.close();
            throw TraceFiles.named(file, failed);
        }
    }

    /** The longest durations are as good as for ever. */
    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? time.toNanos() : Long.MAX_VALUE;
    }
}
