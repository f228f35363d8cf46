package org.asterism.trace.export;

import java.io.IOException;
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

/** Recording that cannot be read to its end. */
final class Damaged implements Trace {
    @Override
    public void forEach(Consumer<? super TraceEvent> reader) throws IOException {
        Sample.trace().events().stream().limit(10).forEach(reader);
        throw new IOException("damaged");
    }

    @Override
    public TraceHeader header() {
        return new TraceHeader(1, 0, Instant.EPOCH, Sample.ORIGIN, false);
    }

    @Override
    public List<TraceWorker> workers() {
        return List.of();
    }

    @Override
    public List<TraceNode> nodes() {
        return List.of();
    }

    @Override
    public List<TraceThread> threads() {
        return List.of();
    }

    @Override
    public List<TraceHandle> handles() {
        return List.of();
    }

    @Override
    public long firstTime() {
        return Sample.ORIGIN;
    }

    @Override
    public long lastTime() {
        return Sample.ORIGIN;
    }

    @Override
    public long records() {
        return 0;
    }

    @Override
    public Optional<CutOff> cutOff() {
        return Optional.empty();
    }
}
