package org.asterism.trace.report.internal.analysis;

import java.util.Arrays;

/**
 * The Gantt chart at one resolution: for each worker and column the codelet that ran longest, and how much of the
 * column kernels filled.
 */
public final class TileLevel {
    private static final int FULL = 255;

    private final Columns columns;
    private final byte[] cells;
    private final int[] open;
    private final long[][] sums;

    TileLevel(Columns columns, int workers, int codelets) {
        this.columns = columns;
        cells = new byte[2 * workers * columns.count()];
        open = new int[workers];
        sums = new long[workers][codelets];
    }

    void add(int worker, int codelet, long begin, long end) {
        int last = columns.at(Math.max(begin, end - 1));
        for (int column = columns.at(begin); column <= last; column++) {
            long from = Math.max(begin, columns.begin(column));
            long nanos = Math.min(end, columns.begin(column + 1)) - from;
            if (column < open[worker]) {
                fill(2 * (worker * columns.count() + column) + 1, nanos); // kernels of a device may overlap
            } else {
                if (column > open[worker]) {
                    close(worker);
                    open[worker] = column;
                }
                sums[worker][codelet] += Math.max(0, nanos);
            }
        }
    }

    private void close(int worker) {
        long[] sum = sums[worker];
        int busiest = 0;
        long all = 0;
        for (int codelet = 0; codelet < sum.length; codelet++) {
            busiest = sum[codelet] > sum[busiest] ? codelet : busiest;
            all += sum[codelet];
        }
        if (all > 0) {
            int cell = 2 * (worker * columns.count() + open[worker]);
            cells[cell] = (byte) (busiest + 1);
            fill(cell + 1, all);
            Arrays.fill(sum, 0);
        }
    }

    private void fill(int cell, long nanos) {
        long more = Math.round(FULL * Math.max(0, nanos) / columns.width());
        cells[cell] = (byte) Math.min(FULL, (cells[cell] & FULL) + Math.max(1, more));
    }

    /** The number of columns. */
    public int columns() {
        return columns.count();
    }

    /**
     * Returns the cells, at the end.
     *
     * @return by worker and column, two bytes each: the number of the codelet from 1, or 0 for none; and the share of
     *     the time, up to 255
     */
    public byte[] cells() {
        for (int worker = 0; worker < open.length; worker++) {
            close(worker);
        }
        return cells;
    }
}
