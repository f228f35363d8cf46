package org.asterism.trace.report.internal.analysis;

/**
 * Time from the first submission to the end of the last kernel, divided into columns.
 *
 * @param from the begin, in nanoseconds
 * @param to the end, later than the begin
 * @param count the number of columns
 */
record Columns(long from, long to, int count) {
    /** The column of a time; the first or the last one for times outside. */
    int at(long time) {
        double share = (double) (time - from) / (to - from);
        return (int) Math.clamp((long) (share * count), 0, count - 1L);
    }

    /** The time at which a column begins. */
    long begin(int column) {
        return from + Math.round((double) (to - from) * column / count);
    }

    /** How long a column is, in nanoseconds. */
    double width() {
        return (double) (to - from) / count;
    }
}
