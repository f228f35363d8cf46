package org.asterism.bench.revisions;

import java.util.Arrays;

/**
 * Summary of several ratios of the same two costs, this revision's over the other's. If the ratio is above 1, this
 * revision is the slower one.
 *
 * <p>The interval contains the median of all possible measurements of the ratio, with a confidence of at least 95 %.
 * Its ends are order statistics, as in the sign test, so it assumes nothing about the distribution; see H. A. David and
 * H. N. Nagaraja, Order Statistics, section 7.1.
 *
 * @param median the median
 * @param least the least ratio
 * @param greatest the greatest ratio
 * @param low the lower end of the interval; 0 if there are too few ratios
 * @param high the upper end of the interval; infinite if there are too few ratios
 */
record RatioSummary(double median, double least, double greatest, double low, double high) {
    /** With fewer there is no interval of the confidence. */
    static final int FEWEST = 6;

    /** Smaller differences are neither faster nor slower: the layout of code and data in memory makes as much. */
    static final double NOTICEABLE = 1.02;

    /** Up to this ratio two revisions may be called the same; above it, a comparison fails. */
    static final double TOLERATED = 1.05;

    private static final double DOUBT = 0.05;

    /**
     * Summarises ratios.
     *
     * @param ratios one or more, in any order
     */
    static RatioSummary of(double... ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        int outside = outside(count);
        return new RatioSummary(
                median(sorted),
                sorted[0],
                sorted[count - 1],
                outside < 0 ? 0 : sorted[outside],
                outside < 0 ? Double.POSITIVE_INFINITY : sorted[count - 1 - outside]);
    }

    /** The median of sorted numbers. */
    static double median(double... sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** Returns the number of ratios that lie outside the interval on each side; -1 if all of them are too few. */
    private static int outside(int count) {
        double term = Math.pow(0.5, count); // the probability that k of them are below the median, from k = 0
        double both = 2 * term;
        int outside = -1;
        while (both <= DOUBT) {
            outside++;
            term = term * (count - outside) / (outside + 1);
            both += 2 * term;
        }
        return outside;
    }

    /** Returns the conclusion: the interval decides, not the median. */
    Verdict verdict() {
        if (low > NOTICEABLE) {
            return Verdict.SLOWER;
        }
        if (high < 1 / NOTICEABLE) {
            return Verdict.FASTER;
        }
        return low >= 1 / TOLERATED && high <= TOLERATED ? Verdict.SAME : Verdict.UNCLEAR;
    }

    /** Whether this revision is slower by more than is tolerated, beyond doubt. */
    boolean isIntolerable() {
        return low > TOLERATED;
    }
}
