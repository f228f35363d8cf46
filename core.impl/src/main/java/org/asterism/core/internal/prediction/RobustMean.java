package org.asterism.core.internal.prediction;

import java.util.Arrays;

/**
 * The mean of those samples that belong together: those that lie within three standard deviations of the median, where the
 * deviation is taken from the median of the distances, or within half the median, whichever is wider. This is Hampel's rule for
 * the rejection of outliers followed by the mean (F. R. Hampel, "The breakdown point of the mean combined with some rejection
 * rules", Technometrics 27, 1985): up to half of the samples may be arbitrarily wrong, and without outliers it is the mean, which
 * a policy that adds up times needs, not the median. The half keeps all samples of a kernel whose times hardly vary.
 *
 * @param mean of the samples that were kept
 * @param spread their standard deviation
 * @param low what lies below is an outlier
 * @param high what lies above is an outlier
 */
record RobustMean(double mean, double spread, double low, double high) {
    /** What makes the median of distances a standard deviation, if times vary as the normal distribution says. */
    private static final double DEVIATION_PER_DISTANCE = 1.4826;

    private static final double DEVIATIONS = 3;
    private static final double SHARE_OF_MEDIAN = 0.5;

    /** Computes it from the first numbers of an array, of which there is at least one; the array is left as it is. */
    static RobustMean of(double[] samples, int count) {
        double median = median(samples, 0, count);
        double[] distances = new double[count];
        for (int index = 0; index < count; index++) {
            distances[index] = Math.abs(samples[index] - median);
        }
        double distance = median(distances, 0, count);
        double reach = Math.max(DEVIATIONS * DEVIATION_PER_DISTANCE * distance, SHARE_OF_MEDIAN * median);
        double low = median - reach;
        double high = median + reach;
        int kept = 0;
        double sum = 0;
        for (int index = 0; index < count; index++) {
            if (samples[index] >= low && samples[index] <= high) {
                kept++;
                sum += samples[index];
            }
        }
        double mean = sum / kept; // half of the samples are nearer than the median of the distances
        double squares = 0;
        for (int index = 0; index < count; index++) {
            if (samples[index] >= low && samples[index] <= high) {
                squares += (samples[index] - mean) * (samples[index] - mean);
            }
        }
        return new RobustMean(mean, Math.sqrt(squares / kept), low, high);
    }

    /** Whether a sample belongs to the others. */
    boolean accepts(double sample) {
        return sample >= low && sample <= high;
    }

    static double median(double[] samples, int from, int to) {
        return quantile(samples, from, to, 0.5);
    }

    /** The number below which a share of the samples lies, between two of them if need be. */
    static double quantile(double[] samples, int from, int to, double share) {
        double[] sorted = Arrays.copyOfRange(samples, from, to);
        Arrays.sort(sorted);
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
