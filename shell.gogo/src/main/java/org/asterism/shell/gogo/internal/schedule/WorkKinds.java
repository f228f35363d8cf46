package org.asterism.shell.gogo.internal.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Codelet;
import org.asterism.api.Task;

/** The tasks that were executed, by kinds that take the same time, and how long each kind takes on each kind of worker. */
final class WorkKinds {
    private record Key(Codelet codelet, int footprint, double flops) {}

    /** Tasks of one kind. Its number is guarded by whoever counts. */
    static final class Kind {
        private long tasks;
        private volatile double[] times;

        /** The least time of a task, in nanoseconds; NaN if that is not known. */
        double least() {
            double[] known = times;
            return known == null ? Double.NaN : Arrays.stream(known).min().orElse(Double.NaN);
        }

        void count() {
            tasks++;
        }
    }

    private final Machine machine;
    private final Map<Key, Kind> kinds = new ConcurrentHashMap<>();

    WorkKinds(Machine machine) {
        this.machine = machine;
    }

    /** The kind of a task. Asks the predictor at most a few times per kind, and under no lock. */
    Kind of(Task task) {
        Kind kind = kinds.computeIfAbsent(new Key(task.codelet(), task.footprint(), task.flops()), key -> new Kind());
        // What is not calibrated now may be soon; asked ever more rarely.
        if (kind.times == null && Long.bitCount(kind.tasks) <= 1) {
            kind.times = machine.times(task);
        }
        return kind;
    }

    /** The area bound in nanoseconds; NaN if a time is not known, infinite if a task cannot run. */
    double area() {
        List<Kind> all = kinds.values().stream().filter(kind -> kind.tasks > 0).toList();
        if (all.stream().anyMatch(kind -> kind.times == null)) {
            return Double.NaN;
        }
        return AreaBound.of(
                all.stream().map(kind -> kind.times).toArray(double[][]::new),
                all.stream().mapToLong(kind -> kind.tasks).toArray(),
                machine.sizes());
    }
}
