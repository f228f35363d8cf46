package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The structure of a sparse matrix that is stored row by row: the entries of each row, and their columns. Kernels on a
 * child of a matrix may change values only, because neighbours share row pointers.
 */
public sealed interface CompressedRowsView extends DataView permits CsrView, BcsrView {
    /**
     * The column of each entry.
     *
     * @return ints, one per entry
     */
    MemorySegment columnIndices();

    /**
     * Returns the beginning of each row, and the end of the last one.
     *
     * @return ints, one more than there are rows; the first is {@link #firstEntry}
     */
    MemorySegment rowPointers();

    /**
     * Returns the first number of the row pointers: 0 in a separate matrix, more in a child that has some rows of its
     * parent.
     *
     * @return the number of the first entry in the row pointers
     */
    long firstEntry();

    @Override
    default MemorySegment buffer(int number) {
        return switch (number) {
            case 0 -> segment();
            case CompressedRows.COLUMN_INDICES -> columnIndices();
            case CompressedRows.ROW_POINTERS -> rowPointers();
            default ->
                throw new IndexOutOfBoundsException("buffer " + number
                        + " of a matrix in compressed rows: there are 0 for the values, 1 for the columns and "
                        + "2 for the rows");
        };
    }

    /**
     * The first entry of a row.
     *
     * @param row from 0
     * @return counted from 0
     */
    default long rowBegin(long row) {
        return rowPointers().getAtIndex(ValueLayout.JAVA_INT, row) - firstEntry();
    }

    /**
     * The entry behind the last one of a row.
     *
     * @param row from 0
     * @return counted from 0
     */
    default long rowEnd(long row) {
        return rowPointers().getAtIndex(ValueLayout.JAVA_INT, row + 1) - firstEntry();
    }

    /**
     * Says where a row begins, and thereby where the one before ends.
     *
     * @param row from 0; the number of rows to say where the last one ends
     * @param entry counted from 0
     * @throws ArithmeticException if it is more than an int can hold
     */
    default void setRowBegin(long row, long entry) {
        rowPointers().setAtIndex(ValueLayout.JAVA_INT, row, Math.toIntExact(entry + firstEntry()));
    }

    /**
     * The column that an entry stands in.
     *
     * @param entry from 0
     * @return from 0
     */
    default int column(long entry) {
        return columnIndices().getAtIndex(ValueLayout.JAVA_INT, entry);
    }

    /**
     * Says which column an entry stands in.
     *
     * @param entry from 0
     * @param column from 0
     */
    default void setColumn(long entry, int column) {
        columnIndices().setAtIndex(ValueLayout.JAVA_INT, entry, column);
    }
}
