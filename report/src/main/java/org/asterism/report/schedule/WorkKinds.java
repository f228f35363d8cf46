package org.asterism.report.schedule;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * The tasks that were executed, by kinds that take the same time, and how long each kind takes on each kind of worker.
 */
final class WorkKinds {
    private record Key(Codelet codelet, int footprint, double flops) {}

    /** Tasks of one kind. Its number is guarded by whoever counts. */
    static final class Kind {
        private final int number;
        private long tasks;
        private double least = Double.NaN;
        private volatile double[] times; // written last

        private Kind(int number) {
            this.number = number;
        }

        /** The least time of a task, in nanoseconds; NaN if that is not known. */
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

    /** The kind of a task. Asks the predictor at most a few times per kind, and under no lock. */
    Kind of(Task task) {
        Kind kind = kinds.computeIfAbsent(
                new Key(task.codelet(), task.footprint(), task.flops()), key -> new Kind(numbers.getAndIncrement()));
        // What is not calibrated now may be soon; asked ever more rarely.
        if (kind.times == null && Long.bitCount(kind.tasks) <= 1) {
            double[] times = machine.times(task);
            if (times != null) {
                kind.least = Arrays.stream(times).min().orElse(Double.NaN);
                kind.times = times;
            }
        }
        return kind;
    }

    /** The area bound in nanoseconds; NaN if a time is not known, infinite if a task cannot run. */
    double area() {
        // In the order in which they came: sums of the same simulation are then the same to the last bit.
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
