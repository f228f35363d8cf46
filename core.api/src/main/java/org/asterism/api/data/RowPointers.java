package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Reads the beginnings of the rows of a sparse matrix, to cut it.
 *
 * @param filter the name of the filter that cuts, for messages
 * @param matrix the matrix to cut
 * @param pointers ints of any alignment, as in heap segments
 */
record RowPointers(Filter filter, CompressedRows matrix, MemorySegment pointers) {
    static RowPointers of(Filter filter, CompressedRows matrix, List<Buffer> content) {
        if (content.size() <= CompressedRows.ROW_POINTERS) {
            throw new IllegalArgumentException(
                    filter + " needs the row pointers of a " + matrix.kind() + " matrix: its content must be there");
        }
        return new RowPointers(
                filter, matrix, content.get(CompressedRows.ROW_POINTERS).segment());
    }

    /** The entry that a row begins with, or, behind the last row, how many there are. */
    long begin(long row) {
        long entry = pointers.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, row) - matrix.firstEntry();
        if (entry < 0 || entry > matrix.entries()) {
            throw refusal("row " + row + " begins with entry " + entry + ", there are " + matrix.entries());
        }
        return entry;
    }

    /** Cuts the rows into parts with about the same number of entries, and at least one row each. */
    long[] balancedBounds(int parts) {
        long[] bounds = new long[parts + 1];
        bounds[parts] = matrix.rows();
        for (int part = 1; part < parts; part++) {
            long row = nearest(matrix.entries() * part / parts);
            bounds[part] = Math.clamp(row, bounds[part - 1] + 1, matrix.rows() - (parts - part));
        }
        return bounds;
    }

    /** The row whose beginning lies nearest to an entry. */
    private long nearest(long entry) {
        long low = 0;
        long high = matrix.rows();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (begin(middle) < entry) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && entry - begin(low - 1) < begin(low) - entry ? low - 1 : low;
    }

    IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException(filter + " cannot cut a " + matrix.kind() + " matrix of "
                + Sizes.text(matrix.rows(), matrix.columns()) + " with " + matrix.entries() + " entries: " + why);
    }
}
