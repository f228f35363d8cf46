package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.util.Optional;
import org.asterism.api.Clock;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.trace.TraceStatistics;
import org.asterism.trace.internal.format.End;

/**
 * The part of a recording that exists while it runs: the observer, the rings that it fills, and the drain that empties
 * them. A recording drops it at the end, with the references to the runtime and its threads. One thread at a time, but
 * {@link #close}.
 */
final class Capture {
    private final Clock clock;
    private final Names names;
    private final Lanes lanes;
    private final TraceSink sink;
    private final Drain drain;
    private final Observation observation;

    /**
     * Starts to observe.
     *
     * @param ringBytes the size of each ring
     * @param origin the time of the recording's begin
     * @param sink takes the records
     * @param filling runs when a ring is half full
     */
    Capture(TaskRuntime runtime, int ringBytes, long origin, TraceSink sink, Runnable filling) {
        this.sink = sink;
        clock = runtime.clock();
        int words = ringWords(ringBytes);
        Definitions definitions = new Definitions();
        names = new Names(definitions);
        HandleNumbers handles = new HandleNumbers(definitions);
        lanes = new Lanes(words, filling, origin, definitions, names);
        drain = new Drain(words, lanes, definitions, handles, sink);
        EventRecorder recorder = new EventRecorder(runtime, definitions, lanes, names, handles);
        observation = runtime.observe(recorder);
        recorder.begin(runtime);
    }

    private static int ringWords(int bytes) {
        return Integer.highestOneBit((bytes - 1) / Long.BYTES) * 2;
    }

    /** Stops observing. Does nothing the second time. */
    void close() {
        observation.close();
    }

    /** Moves all records that are there now to the sink. */
    void pass() throws IOException {
        drain.pass();
        sink.trim(clock.nanoTime());
    }

    /** Moves the last records, after {@link #close}. */
    void lastPass() throws IOException {
        drain.pass();
        drain.reportLosses();
        sink.trim(clock.nanoTime());
    }

    /** The end of the recording if it ended now. */
    End end(String reason) {
        return new End(clock.nanoTime(), lanes.lost(), reason);
    }

    TraceStatistics statistics(String trouble) {
        return new TraceStatistics(
                drain.moved(),
                lanes.lost(),
                names.unnamed(),
                sink.bytes(),
                lanes.threads(),
                Optional.ofNullable(trouble));
    }
}
