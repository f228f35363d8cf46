package org.asterism.trace.export;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;

/** Recording of very many tasks in a chain, whose events are made while they are read. */
record LongTrace(int tasks) implements Trace {
    private static final int EVENTS_OF_A_TASK = 10;

    /** Exports to nowhere, in a virtual machine with little memory: formats follow the number of tasks. */
    public static void main(String... arguments) throws IOException {
        LongTrace trace = new LongTrace(Integer.parseInt(arguments[0]));
        for (String format : List.of(arguments).subList(1, arguments.length)) {
            long begin = System.nanoTime();
            TraceExport.write(trace, format, Path.of("/dev/null"));
            System.out.printf("%s: %d ms%n", format, (System.nanoTime() - begin) / 1_000_000);
        }
    }

    @Override
    public void forEach(Consumer<? super TraceEvent> reader) {
        reader.accept(new TraceEvent.TreeChanged(Sample.ORIGIN, Sample.MAIN, "main", Optional.of(Sample.TREE)));
        for (int i = 1; i <= tasks; i++) {
            task(i, reader);
        }
    }

    private static void task(long task, Consumer<? super TraceEvent> reader) {
        long time = Sample.ORIGIN + 1000 * task;
        List<TraceAccess> accesses = List.of(new TraceAccess(Sample.TILE, Access.RW));
        reader.accept(new TraceEvent.Submitted(time, Sample.MAIN, task, "work", "main", 0, 1, 1, accesses));
        reader.accept(new TraceEvent.Ready(time, Sample.MAIN, task));
        reader.accept(new TraceEvent.Pushed(time + 10, Sample.MAIN, task));
        reader.accept(new TraceEvent.Stored(time + 10, Sample.MAIN, task, "main", "prio"));
        reader.accept(new TraceEvent.Popped(time + 100, Sample.MAIN, task, Sample.CPU_0, Optional.of("eager")));
        reader.accept(new TraceEvent.Launched(time + 200, Sample.MAIN, task, Sample.CPU_0));
        reader.accept(new TraceEvent.TransferBegan(
                time + 210, Sample.MAIN, Sample.TILE, Sample.RAM, Sample.DEVICE, 10, time + 210));
        reader.accept(new TraceEvent.Transferred(
                time + 300, Sample.MAIN, Sample.TILE, Sample.RAM, Sample.DEVICE, 10, time + 210, time + 300));
        reader.accept(new TraceEvent.Executed(time + 900, Sample.MAIN, task, Sample.CPU_0, time + 210, time + 890));
        reader.accept(new TraceEvent.Completed(time + 950, Sample.MAIN, task, TaskState.DONE));
    }

    @Override
    public TraceHeader header() {
        return new TraceHeader(1, 0, Instant.EPOCH, Sample.ORIGIN, false);
    }

    @Override
    public List<TraceWorker> workers() {
        return List.of(Sample.CPU_0);
    }

    @Override
    public List<TraceNode> nodes() {
        return List.of(Sample.RAM, Sample.DEVICE);
    }

    @Override
    public List<TraceThread> threads() {
        return List.of(Sample.MAIN);
    }

    @Override
    public List<TraceHandle> handles() {
        return List.of(Sample.TILE);
    }

    @Override
    public long firstTime() {
        return Sample.ORIGIN;
    }

    @Override
    public long lastTime() {
        return Sample.ORIGIN + 1000L * (tasks + 1);
    }

    @Override
    public long records() {
        return (long) tasks * EVENTS_OF_A_TASK;
    }

    @Override
    public Optional<CutOff> cutOff() {
        return Optional.empty();
    }
}
