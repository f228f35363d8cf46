package org.asterism.profile.internal;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.asterism.profile.CodeletProfile;

/** The times of kernels, by codelet and architecture. Any thread. */
final class Codelets {
    private static final int MOST = 1000;
    private static final String OTHERS = "others";
    private static final double QUARTER = 0.25;
    private static final double HALF = 0.5;
    private static final double THREE_QUARTERS = 0.75;
    private static final double P99 = 0.99;

    private record Key(String codelet, String architecture) {}

    private final ConcurrentMap<Key, Histogram> histograms = new ConcurrentHashMap<>();

    void executed(String codelet, String architecture, long nanos) {
        Key key = new Key(codelet, architecture);
        Histogram histogram = histograms.get(key);
        if (histogram == null) {
            Key bounded = histograms.size() < MOST ? key : new Key(OTHERS, architecture);
            histogram = histograms.computeIfAbsent(bounded, _ -> new Histogram());
        }
        synchronized (histogram) {
            histogram.add(nanos);
        }
    }

    List<CodeletProfile> profiles() {
        return histograms.entrySet().stream()
                .map(entry -> profile(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(CodeletProfile::codelet).thenComparing(CodeletProfile::architecture))
                .toList();
    }

    private static CodeletProfile profile(Key key, Histogram histogram) {
        synchronized (histogram) {
            return new CodeletProfile(
                    key.codelet(),
                    key.architecture(),
                    histogram.count(),
                    histogram.mean(),
                    histogram.deviation(),
                    histogram.least(),
                    histogram.most(),
                    histogram.quantile(QUARTER),
                    histogram.quantile(HALF),
                    histogram.quantile(THREE_QUARTERS),
                    histogram.quantile(P99));
        }
    }

    void reset() {
        histograms.clear();
    }
}
