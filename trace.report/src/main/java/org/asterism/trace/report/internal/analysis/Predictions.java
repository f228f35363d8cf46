package org.asterism.trace.report.internal.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceEvent;

/** Compares the times that policies expected with those that were measured. */
final class Predictions {
    private static final int MOST = 1000;

    private record Key(String codelet, String architecture) {}

    private static final class Sum {
        private long count;
        private double predicted;
        private double measured;
        private double errors;
    }

    private final Map<Key, Sum> sums = new LinkedHashMap<>();

    void executed(LiveTask task, TraceEvent.Executed it) {
        TraceEvent.Decided decided = task.decided;
        double measured = it.end() - it.begin();
        String architecture = it.worker().architecture();
        boolean isComparable = decided != null
                && decided.worker().architecture().equals(architecture)
                && decided.length() > 0
                && Double.isFinite(decided.length())
                && measured > 0;
        Key key = new Key(task.codelet, architecture);
        if (isComparable && (sums.size() < MOST || sums.containsKey(key))) {
            Sum sum = sums.computeIfAbsent(key, _ -> new Sum());
            sum.count++;
            sum.predicted += decided.length();
            sum.measured += measured;
            sum.errors += Math.abs(decided.length() - measured) / measured;
        }
    }

    List<Prediction> all() {
        return sums.entrySet().stream()
                .map(each -> {
                    Sum sum = each.getValue();
                    return new Prediction(
                            each.getKey().codelet(),
                            each.getKey().architecture(),
                            sum.count,
                            sum.predicted / sum.count,
                            sum.measured / sum.count,
                            sum.errors / sum.count);
                })
                .toList();
    }
}
