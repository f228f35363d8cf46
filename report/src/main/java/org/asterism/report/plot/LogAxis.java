package org.asterism.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis: which values it has room for, and where ticks stand.
 *
 * @param least the value at its begin
 * @param most the value at its end
 */
record LogAxis(double least, double most) {
    /** With fewer decades than this, 2 and 5 have labels too. */
    private static final double FEW_DECADES = 2.5;

    /** More labels than this are hard to read side by side. */
    private static final int MOST_LABELS = 9;

    /** Room beside the outermost values, as a part of the length. */
    private static final double MARGIN = 0.06;

    /** An axis is at least this factor long. */
    private static final double SHORTEST = 10;

    /**
     * A tick.
     *
     * @param value where it stands
     * @param labelled whether it has a label and a strong line
     */
    record Tick(double value, boolean labelled) {}

    /** An axis with room for values, which are more than 0. */
    static LogAxis around(double smallest, double largest) {
        double missing = Math.max(1, SHORTEST / (largest / smallest));
        double low = Math.log10(smallest / Math.sqrt(missing));
        double high = Math.log10(largest * Math.sqrt(missing));
        double margin = MARGIN * (high - low);
        return new LogAxis(Math.pow(10, low - margin), Math.pow(10, high + margin));
    }

    /** Where a value stands, from 0 to 1; beyond that outside of the axis. */
    double position(double value) {
        return Math.log(value / least) / Math.log(most / least);
    }

    /** The value at a position. */
    double value(double position) {
        return least * Math.pow(most / least, position);
    }

    /** The ticks, in ascending order. */
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
