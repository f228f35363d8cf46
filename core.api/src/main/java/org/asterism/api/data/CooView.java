package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A sparse matrix as a list of entries, in any order.
 *
 * @param segment the values of the entries
 * @param element the type of the values
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
    @Override
    public MemorySegment buffer(int number) {
        return switch (number) {
            case 0 -> segment;
            case 1 -> rowIndices;
            case 2 -> columnIndices;
            default ->
                throw new IndexOutOfBoundsException("buffer " + number
                        + " of a list of entries: there are 0 for the values, 1 for the rows and 2 for the columns");
        };
    }

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
