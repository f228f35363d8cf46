package org.asterism.report.schedule;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.Task;

/** Executed tasks, grouped into kinds with equal times, with the time of each kind of task on each kind of worker. */
final class WorkKinds {
    private record Key(Codelet codelet, int footprint, double flops) {}

    /** Tasks of one kind. The caller guards their number. */
    static final class Kind {
        private final int number;
        private long tasks;
        private double least = Double.NaN;
        private volatile double[] times; // written last

        private Kind(int number) {
            this.number = number;
        }

        /** Returns the least time of a task, in nanoseconds; NaN if it is unknown. */
        double least() {
            return times == null ? Double.NaN : least;
        }

        void count() {
            tasks++;
        }
    }

    private final Machine machine;
    private final Map<Key, Kind> kinds = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    WorkKinds(Machine machine) {
        this.machine = machine;
    }

    /** Returns the kind of a task. It calls the predictor at most a few times per kind, without a lock. */
    Kind of(Task task) {
        Kind kind = kinds.computeIfAbsent(
                new Key(task.codelet(), task.footprint(), task.flops()), key -> new Kind(numbers.getAndIncrement()));
        // An uncalibrated time may become known soon; the intervals between requests grow.
        if (kind.times == null && Long.bitCount(kind.tasks) <= 1) {
            double[] times = machine.times(task);
            if (times != null) {
                kind.least = Arrays.stream(times).min().orElse(Double.NaN);
                kind.times = times;
            }
        }
        return kind;
    }

    /** Returns the area bound in nanoseconds; NaN if a time is unknown, infinite if a task cannot run. */
    double area() {
        // In the order of their first tasks, so that equal simulations give equal sums to the last bit.
        List<Kind> all = kinds.values().stream()
                .filter(kind -> kind.tasks > 0)
                .sorted(Comparator.comparingInt(kind -> kind.number))
                .toList();
        if (all.stream().anyMatch(kind -> kind.times == null)) {
            return Double.NaN;
        }
        return AreaBound.of(
                all.stream().map(kind -> kind.times).toArray(double[][]::new),
                all.stream().mapToLong(kind -> kind.tasks).toArray(),
                machine.sizes());
    }
}
