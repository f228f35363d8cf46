package org.example.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.DataView;

/**
 * A copy of a band matrix, for kernels.
 *
 * @param segment memory that begins with the first row
 * @param rows the number of rows, and of columns
 * @param lower the number of diagonals below the main one
 * @param upper the number of diagonals above the main one
 * @param stride the number of doubles from one row to the next
 */
record BandView(MemorySegment segment, long rows, long lower, long upper, long stride) implements DataView {
    /** The first column of a row that lies within the band. */
    long firstColumn(long row) {
        return Math.max(0, row - lower);
    }

    /** The last column of a row that lies within the band. */
    long lastColumn(long row) {
        return Math.min(rows - 1, row + upper);
    }

    double get(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index(row, column));
    }

    void set(long row, long column, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index(row, column), value);
    }

    private long index(long row, long column) {
        if (row < 0 || row >= rows || column < firstColumn(row) || column > lastColumn(row)) {
            throw new IndexOutOfBoundsException("element (" + row + ", " + column + ") lies outside of the band of "
                    + rows + " rows with " + lower + " diagonals below and " + upper + " above the main one");
        }
        return row * stride + column - row + lower;
    }
}
