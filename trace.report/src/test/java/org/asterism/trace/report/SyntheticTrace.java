package org.asterism.trace.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.api.TaskState;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;

/**
 * Recording of very many tasks on many workers, whose events are made while they are read. Each worker runs a chain of
 * tasks, and has a pause after each hundredth one.
 *
 * @param tasks the number of tasks
 * @param count the number of workers
 */
record SyntheticTrace(int tasks, int count) implements Trace {
    private static final long PERIOD = 100_000;
    private static final int CODELETS = 12;
    private static final TraceThread MAIN = new TraceThread(1, "main");

    /** Writes the report of a recording: its arguments are the tasks, the workers and the file. */
    public static void main(String... arguments) throws IOException {
        Trace trace = new SyntheticTrace(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        Path file = Path.of(arguments[2]);
        long begin = System.nanoTime();
        new TraceReport("synthetic", trace).write(file).forEach(System.out::println);
        System.out.printf("%d ms, %d bytes%n", (System.nanoTime() - begin) / 1_000_000, Files.size(file));
    }

    @Override
    public void forEach(Consumer<? super TraceEvent> reader) {
        List<TraceWorker> workers = workers();
        for (int round = 0; (long) round * count < tasks; round++) {
            long time = 1000 + PERIOD * round + round / 100 * PERIOD * 20;
            int size = Math.min(count, tasks - round * count);
            for (int at = 0; at < size; at++) {
                task((long) round * count + at + 1, time, workers.get(at), reader);
            }
            for (int at = 0; at < size; at++) {
                end((long) round * count + at + 1, time, workers.get(at), reader);
            }
        }
    }

    private void task(long task, long time, TraceWorker worker, Consumer<? super TraceEvent> reader) {
        String codelet = "work" + task / 1000 % CODELETS;
        reader.accept(new TraceEvent.Submitted(time, MAIN, task, codelet, "main", 0, 1, 1, List.of()));
        reader.accept(new TraceEvent.Ready(time, MAIN, task));
        reader.accept(new TraceEvent.Pushed(time, MAIN, task));
        reader.accept(new TraceEvent.Popped(time, MAIN, task, worker, Optional.of("eager")));
        reader.accept(new TraceEvent.Launched(time, MAIN, task, worker));
    }

    private void end(long task, long time, TraceWorker worker, Consumer<? super TraceEvent> reader) {
        long end = time + PERIOD * (50 + task / count * 7919 % 41) / 100;
        reader.accept(new TraceEvent.Executed(end, MAIN, task, worker, time + 100, end));
        if (task + count <= tasks) {
            reader.accept(new TraceEvent.Dependency(end, MAIN, task, task + count));
        }
        reader.accept(new TraceEvent.Completed(end, MAIN, task, TaskState.DONE));
    }

    @Override
    public TraceHeader header() {
        return new TraceHeader(1, 0, Instant.EPOCH, 0, false);
    }

    @Override
    public List<TraceWorker> workers() {
        return IntStream.range(0, count)
                .mapToObj(id -> new TraceWorker(id, "cpu-" + id, "cpu", 0))
                .toList();
    }

    @Override
    public List<TraceNode> nodes() {
        return List.of(new TraceNode(0, "main", 1L << 34));
    }

    @Override
    public List<TraceThread> threads() {
        return List.of(MAIN);
    }

    @Override
    public List<TraceHandle> handles() {
        return List.of();
    }

    @Override
    public long firstTime() {
        return 1000;
    }

    @Override
    public long lastTime() {
        int rounds = tasks / count;
        return 1000 + PERIOD * rounds + rounds / 100 * PERIOD * 20;
    }

    @Override
    public long records() {
        return 8L * tasks;
    }

    @Override
    public Optional<CutOff> cutOff() {
        return Optional.empty();
    }
}
