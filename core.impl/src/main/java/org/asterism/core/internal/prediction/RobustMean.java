package org.asterism.core.internal.prediction;

import java.util.Arrays;

/**
 * The mean of the samples without outliers.
 *
 * <p>A sample is kept if its distance from the median is at most three standard deviations, or at most half the median,
 * whichever is more. The standard deviation is estimated from the median of the distances. This is Hampel's rule for
 * the rejection of outliers followed by the mean (F. R. Hampel, "The breakdown point of the mean combined with some
 * rejection rules", Technometrics 27, 1985). Up to half of the samples may be arbitrarily wrong. Without outliers it is
 * the mean and not the median, because a policy that adds up times needs the mean. The bound of half the median keeps
 * all samples of a kernel whose times hardly vary.
 *
 * @param mean of the samples that were kept
 * @param spread their standard deviation
 * @param low samples below are outliers
 * @param high samples above are outliers
 */
record RobustMean(double mean, double spread, double low, double high) {
    /** Factor that turns the median of distances into a standard deviation for normally distributed times. */
    static final double DEVIATION_PER_DISTANCE = 1.4826;

    private static final double HALF = 0.5;
    private static final double DEVIATIONS = 3;
    private static final double SHARE_OF_MEDIAN = 0.5;

    /** Computes it from the first numbers of an array, of which there is at least one; the array is left as it is. */
    static RobustMean of(double[] samples, int count) {
        double[] sorted = Arrays.copyOf(samples, count);
        Arrays.sort(sorted);
        double median = quantileOfSorted(sorted, HALF);
        double distance = medianDistance(sorted, median);
        double reach = Math.max(DEVIATIONS * DEVIATION_PER_DISTANCE * distance, SHARE_OF_MEDIAN * median);
        double low = median - reach;
        double high = median + reach;
        int from = 0;
        int to = count;
        while (sorted[from] < low) {
            from++;
        }
        while (sorted[to - 1] > high) {
            to--;
        }
        double sum = 0;
        for (int index = from; index < to; index++) {
            sum += sorted[index];
        }
        double mean = sum / (to - from); // half of the samples are nearer than the median of the distances
        double squares = 0;
        for (int index = from; index < to; index++) {
            squares += (sorted[index] - mean) * (sorted[index] - mean);
        }
        return new RobustMean(mean, Math.sqrt(squares / (to - from)), low, high);
    }

    /**
     * The median of the distances from the median, which grow to both sides of it: they are merged until the middle.
     */
    private static double medianDistance(double[] sorted, double median) {
        int above = sorted.length / 2;
        int below = above - 1;
        double former = 0;
        double distance = 0;
        for (int number = 0; number <= sorted.length / 2; number++) {
            former = distance;
            double up = above < sorted.length ? Math.abs(sorted[above] - median) : Double.MAX_VALUE;
            double down = below >= 0 ? Math.abs(sorted[below] - median) : Double.MAX_VALUE;
            if (up <= down) {
                distance = up;
                above++;
            } else {
                distance = down;
                below--;
            }
        }
        return sorted.length % 2 == 1 ? distance : HALF * (former + distance);
    }

    /** Whether a sample belongs to the others. */
    boolean accepts(double sample) {
        return sample >= low && sample <= high;
    }

    static double median(double[] samples, int from, int to) {
        return quantile(samples, from, to, HALF);
    }

    /** The number below which a share of the samples lies, between two of them if need be. */
    static double quantile(double[] samples, int from, int to, double share) {
        double[] sorted = Arrays.copyOfRange(samples, from, to);
        Arrays.sort(sorted);
        return quantileOfSorted(sorted, share);
    }

    private static double quantileOfSorted(double[] sorted, double share) {
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
