package org.asterism.examples.contexts.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerMove;
import org.asterism.api.observation.RuntimeObserver;

/**
 * Record of a run: the tasks of each side that every worker has run, and the moves of workers. Times are in nanoseconds
 * since the beginning of the run.
 */
final class Timeline implements RuntimeObserver {
    /** A task that was run. */
    record Bar(int worker, Side side, long begin, long end) {}

    /** A worker that was moved. */
    record Change(int worker, String name, String from, String to, long time) {}

    private final Map<String, Side> sides;
    private final long origin;
    private final ConcurrentLinkedQueue<Bar> bars = new ConcurrentLinkedQueue<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Long> phaseEnds = new ArrayList<>();

    /**
     * Begins one.
     *
     * @param origin the current time of the clock
     */
    Timeline(long origin) {
        this.origin = origin;
        sides = Map.of(Side.LEFT.text(), Side.LEFT, Side.RIGHT.text(), Side.RIGHT);
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        Side side = sides.get(task.context().name());
        if (side != null) {
            bars.add(new Bar(worker.id(), side, begin - origin, end - origin));
        }
    }

    /** Takes note that a phase has ended. */
    void phaseEnded(long now) {
        phaseEnds.add(now - origin);
    }

    /** Takes over the moves since the beginning. */
    void moved(List<WorkerMove> moves) {
        for (WorkerMove move : moves) {
            if (move.nanoTime() >= origin) {
                changes.add(new Change(
                        move.worker().id(),
                        move.worker().name(),
                        move.from().orElse(""),
                        move.to().orElse(""),
                        move.nanoTime() - origin));
            }
        }
    }

    /** By their beginning. */
    List<Bar> bars() {
        return bars.stream().sorted(Comparator.comparingLong(Bar::begin)).toList();
    }

    /** By time. */
    List<Change> changes() {
        return changes;
    }

    List<Long> phaseEnds() {
        return phaseEnds;
    }

    /** Returns the duration of a phase: the median, or the lesser one of two. */
    long phase() {
        List<Long> lengths = new ArrayList<>();
        long begin = 0;
        for (long end : phaseEnds) {
            lengths.add(end - begin);
            begin = end;
        }
        return lengths.stream()
                .sorted()
                .skip((lengths.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the duration of all phases. */
    long makespan() {
        return phaseEnds.getLast();
    }
}
