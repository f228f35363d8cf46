package org.asterism.core.internal.links;

import java.util.Arrays;

/**
 * Measures the speed of a link.
 *
 * <p>The latency is the median of copies of a single byte. The bandwidth comes from the median of large copies. The
 * first copies of each size are not counted: they meet untouched memory and drivers that are not yet warm.
 */
final class Stopwatch {
    /** As StarPU's, and far more than caches hold. */
    private static final long LARGE = 32L << 20;

    private static final int LARGE_COPIES = 7;
    private static final int SMALL_COPIES = 21;
    private static final int NOT_COUNTED = 2;

    /** No memory is faster than a terabyte in 10 ms; a copy that seems to be has told nothing. */
    private static final double FASTEST = 1e-5;

    private final Trials trials;

    Stopwatch(Trials trials) {
        this.trials = trials;
    }

    /** Measures a link; null if that cannot be done now. */
    Speed measure(int from, int to) throws Exception {
        Trials.Outcome large = trials.copy(from, to, LARGE, LARGE_COPIES);
        Trials.Outcome small = large == null ? null : trials.copy(from, to, 1, SMALL_COPIES);
        if (small == null) {
            return null;
        }
        double latency = median(small.nanos());
        double bytes = (median(large.nanos()) - latency) / Math.max(1, large.bytes() - 1);
        return new Speed(latency, Math.max(FASTEST, bytes));
    }

    private static double median(long[] nanos) {
        long[] sorted = Arrays.copyOfRange(nanos, Math.min(NOT_COUNTED, nanos.length - 1), nanos.length);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }
}
