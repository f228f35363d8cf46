package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.schedule.AreaBound;
import org.asterism.trace.TraceWorker;

/** Measured times of kernels by codelet, size of the data and architecture, and the bounds that follow from them. */
final class WorkKinds {
    private static final int MOST = 5000;

    private record Key(String codelet, int footprint) {}

    private static final class Kind {
        private final long[] counts;
        private final long[] sums;
        private long least = Long.MAX_VALUE;

        private Kind(int architectures) {
            counts = new long[architectures];
            sums = new long[architectures];
        }
    }

    private final Map<String, Integer> architectures = new LinkedHashMap<>();
    private final int[] workers;
    private final Map<Key, Kind> kinds = new HashMap<>();

    WorkKinds(List<TraceWorker> machine) {
        List<Integer> sizes = new ArrayList<>();
        for (TraceWorker worker : machine) {
            int index = architectures.computeIfAbsent(worker.architecture(), _ -> architectures.size());
            if (index == sizes.size()) {
                sizes.add(0);
            }
            sizes.set(index, sizes.get(index) + 1);
        }
        workers = sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    void executed(LiveTask task, TraceWorker worker, long nanos) {
        Kind kind = kinds.get(key(task));
        if (kind == null) {
            kind = kinds.computeIfAbsent(key(task), _ -> new Kind(workers.length));
        }
        int architecture = architectures.get(worker.architecture());
        kind.counts[architecture]++;
        kind.sums[architecture] += nanos;
        kind.least = Math.min(kind.least, nanos);
    }

    /** Sizes beyond the first thousands share a kind per codelet: their bound is that of the mean. */
    private Key key(LiveTask task) {
        Key key = new Key(task.codelet, task.footprint);
        return kinds.size() < MOST || kinds.containsKey(key) ? key : new Key(task.codelet, 0);
    }

    /** The shortest kernel of a task's kind, on any processor. */
    long least(LiveTask task, long otherwise) {
        Kind kind = kinds.get(key(task));
        return kind == null ? otherwise : Math.min(kind.least, otherwise);
    }

    /** The mean time of a task's kind on a kind of processor. */
    double mean(LiveTask task, TraceWorker worker, long otherwise) {
        Kind kind = kinds.get(key(task));
        int architecture = architectures.get(worker.architecture());
        return kind == null || kind.counts[architecture] == 0
                ? otherwise
                : (double) kind.sums[architecture] / kind.counts[architecture];
    }

    /** The area bound, in nanoseconds: 0 without kernels. */
    double area() {
        if (kinds.isEmpty()) {
            return 0;
        }
        double[][] times = new double[kinds.size()][workers.length];
        long[] tasks = new long[kinds.size()];
        int row = 0;
        for (Kind kind : kinds.values()) {
            for (int at = 0; at < workers.length; at++) {
                times[row][at] =
                        kind.counts[at] == 0 ? Double.POSITIVE_INFINITY : (double) kind.sums[at] / kind.counts[at];
            }
            tasks[row++] = Arrays.stream(kind.counts).sum();
        }
        return AreaBound.of(times, tasks, workers);
    }
}
