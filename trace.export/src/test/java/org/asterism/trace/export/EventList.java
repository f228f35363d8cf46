package org.asterism.trace.export;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;

/** Recording in memory, of events that a test lists in the order of their times. */
public record EventList(
        List<TraceWorker> workers,
        List<TraceNode> nodes,
        List<TraceThread> threads,
        List<TraceHandle> handles,
        List<TraceEvent> events)
        implements Trace {
    @Override
    public TraceHeader header() {
        return new TraceHeader(1, 0, Instant.EPOCH, Sample.ORIGIN, false);
    }

    @Override
    public long firstTime() {
        return events.getFirst().time();
    }

    @Override
    public long lastTime() {
        return events.getLast().time();
    }

    @Override
    public long records() {
        return events.size();
    }

    @Override
    public Optional<CutOff> cutOff() {
        return Optional.empty();
    }

    @Override
    public void forEach(Consumer<? super TraceEvent> reader) {
        events.forEach(reader);
    }
}
