package org.asterism.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Logarithmic axis: its range of values and its ticks.
 *
 * @param least value at its begin
 * @param most value at its end
 */
record LogAxis(double least, double most) {
    /** Number of decades below which 2 and 5 also have labels. */
    private static final double FEW_DECADES = 2.5;

    /** Maximum number of labels that are readable side by side. */
    private static final int MOST_LABELS = 9;

    /** Margin beside the outermost values, as a fraction of the length. */
    private static final double MARGIN = 0.06;

    /** Minimum ratio of the end to the begin of an axis. */
    private static final double SHORTEST = 10;

    /**
     * Tick of an axis.
     *
     * @param value its value
     * @param labelled whether it has a label and a bold line
     */
    record Tick(double value, boolean labelled) {}

    /** Returns an axis for values between two positive bounds. */
    static LogAxis around(double smallest, double largest) {
        double missing = Math.max(1, SHORTEST / (largest / smallest));
        double low = Math.log10(smallest / Math.sqrt(missing));
        double high = Math.log10(largest * Math.sqrt(missing));
        double margin = MARGIN * (high - low);
        return new LogAxis(Math.pow(10, low - margin), Math.pow(10, high + margin));
    }

    /** Returns the position of a value, from 0 to 1 within the axis. */
    double position(double value) {
        return Math.log(value / least) / Math.log(most / least);
    }

    /** Returns the value at a position. */
    double value(double position) {
        return least * Math.pow(most / least, position);
    }

    /** Returns the ticks, in ascending order. */
    List<Tick> ticks() {
        int first = (int) Math.floor(Math.log10(least));
        int last = (int) Math.ceil(Math.log10(most));
        boolean few = Math.log10(most / least) < FEW_DECADES;
        int step = 1 + (last - first - 1) / MOST_LABELS;
        List<Tick> ticks = new ArrayList<>();
        for (int exponent = first; exponent <= last; exponent++) {
            boolean labelledDecade = Math.floorMod(exponent, step) == 0;
            for (int digit = 1; digit <= 9; digit++) {
                double value = digit * Math.pow(10, exponent);
                if (value >= least && value <= most) {
                    ticks.add(new Tick(value, digit == 1 ? labelledDecade : few && (digit == 2 || digit == 5)));
                }
            }
        }
        return ticks;
    }
}
