package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A sparse matrix as a list of entries, in any order.
 *
 * @param segment the values of the entries
 * @param element what the values are
 * @param rows the number of rows
 * @param columns the number of columns
 * @param nonZeros the number of entries
 * @param rowIndices the row of each entry, as ints
 * @param columnIndices the column of each entry, as ints
 */
public record CooView(
        MemorySegment segment,
        ElementType element,
        long rows,
        long columns,
        long nonZeros,
        MemorySegment rowIndices,
        MemorySegment columnIndices)
        implements IndexedView {
    /**
     * The row that an entry stands in.
     *
     * @param entry from 0
     * @return from 0
     */
    public int row(long entry) {
        return rowIndices.getAtIndex(ValueLayout.JAVA_INT, entry);
    }

    /**
     * The column that an entry stands in.
     *
     * @param entry from 0
     * @return from 0
     */
    public int column(long entry) {
        return columnIndices.getAtIndex(ValueLayout.JAVA_INT, entry);
    }

    /**
     * Says where an entry stands.
     *
     * @param entry from 0
     * @param row from 0
     * @param column from 0
     */
    public void place(long entry, int row, int column) {
        rowIndices.setAtIndex(ValueLayout.JAVA_INT, entry, row);
        columnIndices.setAtIndex(ValueLayout.JAVA_INT, entry, column);
    }
}
