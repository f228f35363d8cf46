package org.asterism.profile.internal;

/**
 * Numbers from 0 in classes whose width grows with the number: eight classes for each power of two. Not for several
 * threads at a time.
 */
final class Histogram {
    private static final int BITS = 3;
    private static final int CLASSES = 1 << BITS;

    private final long[] counts = new long[Long.SIZE * CLASSES];
    private long count;
    private long least = Long.MAX_VALUE;
    private long most;
    private double mean;

    /** The sum of the squares of the distances from the mean. */
    private double squares;

    void add(long value) {
        long number = Math.max(0, value);
        counts[place(number)]++;
        count++;
        least = Math.min(least, number);
        most = Math.max(most, number);
        double distance = number - mean; // Welford's method
        mean += distance / count;
        squares += distance * (number - mean);
    }

    private static int place(long number) {
        if (number < CLASSES) {
            return (int) number;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
        return (exponent - BITS + 1) * CLASSES + (int) (number >>> exponent - BITS & CLASSES - 1);
    }

    /** The middle of a class. */
    private static double middle(int place) {
        if (place < CLASSES) {
            return place;
        }
        int shift = place / CLASSES - 1;
        double lowest = (double) (CLASSES + place % CLASSES) * (1L << shift);
        return lowest + ((1L << shift) - 1) / 2.0;
    }

    long count() {
        return count;
    }

    long least() {
        return count == 0 ? 0 : least;
    }

    long most() {
        return most;
    }

    double mean() {
        return mean;
    }

    double deviation() {
        return count == 0 ? 0 : Math.sqrt(squares / count);
    }

    /** The number below or at which a share of all numbers is, from 0 to 1. */
    double quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long passed = 0;
        for (int place = 0; place < counts.length; place++) {
            passed += counts[place];
            if (passed >= rank) {
                return Math.clamp(middle(place), least(), most);
            }
        }
        return 0;
    }
}
