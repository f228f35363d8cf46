package org.asterism.trace.report.internal.analysis;

/** Course of an amount that is spread evenly over periods, such as the bytes of copies: its sum in each column. */
final class FlowCurve {
    private final Columns columns;
    private final double[] sums;

    FlowCurve(Columns columns) {
        this.columns = columns;
        sums = new double[columns.count()];
    }

    void add(long begin, long end, double amount) {
        int first = columns.at(begin);
        int last = columns.at(end);
        if (first == last || end <= begin) {
            sums[first] += amount;
            return;
        }
        double rate = amount / (end - begin);
        for (int column = first; column <= last; column++) {
            long from = Math.max(begin, columns.begin(column));
            long to = column == last ? end : Math.min(end, columns.begin(column + 1));
            sums[column] += rate * Math.max(0, to - from);
        }
    }

    /** The sums, each divided by the length of a column in nanoseconds and multiplied by a factor. */
    float[] rates(double factor) {
        float[] rates = new float[sums.length];
        for (int column = 0; column < sums.length; column++) {
            rates[column] = (float) (sums[column] / columns.width() * factor);
        }
        return rates;
    }
}
