package org.asterism.core.internal.links;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Measures the speed of a link.
 *
 * <p>The latency is the median of copies of a single byte. The bandwidth comes from the median of large copies. The
 * first copies of each size are not counted: they meet untouched memory and drivers that are not yet warm. A series of
 * copies is repeated as long as it becomes clearly faster, because the code of a process that has just started is
 * compiled meanwhile, on the other side of a link too.
 */
final class Stopwatch {
    /** As StarPU's, and far more than caches hold. */
    private static final long LARGE = 32L << 20;

    private static final int LARGE_COPIES = 7;
    private static final int SMALL_COPIES = 21;
    private static final int NOT_COUNTED = 2;

    /** A series is repeated if it took at most this part of the time of the one before. */
    private static final double CLEARLY_FASTER = 0.9;

    /** No series begins after so long, which a slow link needs for one. */
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    /** No memory is faster than a terabyte in 10 ms; a copy that seems to be has told nothing. */
    private static final double FASTEST = 1e-5;

    private final Trials trials;

    Stopwatch(Trials trials) {
        this.trials = trials;
    }

    /** The median of the times of copies. */
    private record Series(long bytes, double nanos) {}

    /** Measures a link; null if that cannot be done now. */
    Speed measure(int from, int to) throws Exception {
        Series large = settled(from, to, LARGE, LARGE_COPIES);
        Series small = large == null ? null : settled(from, to, 1, SMALL_COPIES);
        if (small == null) {
            return null;
        }
        double bytes = (large.nanos() - small.nanos()) / Math.max(1, large.bytes() - 1);
        return new Speed(small.nanos(), Math.max(FASTEST, bytes));
    }

    /** Returns the faster one of the last two series, of which the second is not clearly faster; or null. */
    private Series settled(int from, int to, long bytes, int copies) throws Exception {
        Series former = new Series(bytes, Double.POSITIVE_INFINITY);
        long spent = 0;
        while (true) {
            Trials.Outcome outcome = trials.copy(from, to, bytes, copies);
            if (outcome == null) {
                return null;
            }
            Series last = new Series(outcome.bytes(), median(outcome.nanos()));
            spent += LongStream.of(outcome.nanos()).sum();
            if (last.nanos() >= CLEARLY_FASTER * former.nanos() || spent > PATIENCE_NANOS) {
                return last.nanos() < former.nanos() ? last : former;
            }
            former = last;
        }
    }

    private static double median(long[] nanos) {
        long[] sorted = Arrays.copyOfRange(nanos, Math.min(NOT_COUNTED, nanos.length - 1), nanos.length);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }
}
