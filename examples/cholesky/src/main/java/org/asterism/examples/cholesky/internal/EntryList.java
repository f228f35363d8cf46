package org.asterism.examples.cholesky.internal;

import java.util.Arrays;

/** The entries of one triangle in the order of the file, each with its line number. */
final class EntryList {
    /** Greatest size of arrays that every virtual machine supports. */
    static final int MOST = Integer.MAX_VALUE - 8;

    private int[] rows = new int[1024];
    private int[] columns = new int[1024];
    private double[] values = new double[1024];
    private long[] lines = new long[1024];
    private int size;

    /** Adds the entry at (row, column), both from 0. */
    void add(int row, int column, double value, long line) {
        if (size == rows.length) {
            int larger = (int) Math.min(MOST, size * 2L);
            rows = Arrays.copyOf(rows, larger);
            columns = Arrays.copyOf(columns, larger);
            values = Arrays.copyOf(values, larger);
            lines = Arrays.copyOf(lines, larger);
        }
        rows[size] = row;
        columns[size] = column;
        values[size] = value;
        lines[size++] = line;
    }

    /** Sorts by row, then by column; entries of the same place stay in the order in which they were added. */
    Sorted sorted(int order) {
        int[] byColumn = countingSort(null, columns, order);
        int[] places = countingSort(byColumn, rows, order);
        int[] starts = new int[order + 1];
        for (int at = 0; at < size; at++) {
            starts[rows[at] + 1]++;
        }
        for (int row = 0; row < order; row++) {
            starts[row + 1] += starts[row];
        }
        int[] sortedColumns = new int[size];
        double[] sortedValues = new double[size];
        long[] sortedLines = new long[size];
        for (int at = 0; at < size; at++) {
            sortedColumns[at] = columns[places[at]];
            sortedValues[at] = values[places[at]];
            sortedLines[at] = lines[places[at]];
        }
        return new Sorted(starts, sortedColumns, sortedValues, sortedLines);
    }

    private int[] countingSort(int[] sequence, int[] keys, int order) {
        int[] next = new int[order + 1];
        for (int at = 0; at < size; at++) {
            next[keys[at] + 1]++;
        }
        for (int key = 0; key < order; key++) {
            next[key + 1] += next[key];
        }
        int[] places = new int[size];
        for (int at = 0; at < size; at++) {
            int entry = sequence == null ? at : sequence[at];
            places[next[keys[entry]]++] = entry;
        }
        return places;
    }

    /**
     * Entries row after row.
     *
     * @param starts the beginning of each row in the other arrays
     * @param columns the entries' columns
     * @param values their values
     * @param lines their lines in the file
     */
    record Sorted(int[] starts, int[] columns, double[] values, long[] lines) {}
}
