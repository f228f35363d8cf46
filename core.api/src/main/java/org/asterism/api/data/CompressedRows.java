package org.asterism.api.data;

import java.util.List;

/**
 * The structure of a sparse matrix that is stored row by row. A copy's first buffer has the values of the entries, the
 * second the column of each, the third the beginning of each row.
 *
 * @param kind of the matrix, for people
 * @param rows of entries
 * @param columns of entries
 * @param entries the number of stored entries
 * @param firstEntry the number of the first entry in the row pointers
 */
record CompressedRows(String kind, long rows, long columns, long entries, long firstEntry) {
    static final int COLUMN_INDICES = 1;
    static final int ROW_POINTERS = 2;

    static CompressedRows of(CsrLayout matrix) {
        return new CompressedRows("csr", matrix.rows(), matrix.columns(), matrix.nonZeros(), matrix.firstEntry());
    }

    static CompressedRows of(BcsrLayout matrix) {
        return new CompressedRows(
                "bcsr", matrix.blockRows(), matrix.blockColumns(), matrix.blocks(), matrix.firstEntry());
    }

    /** Checks the sizes: ints must be able to count entries and columns. */
    CompressedRows {
        Sizes.check(kind, ElementType.INT, rows);
        Sizes.check(kind, ElementType.INT, rows + 1);
        Sizes.checkIndices(kind, "columns", columns);
        Sizes.checkIndices(kind, "entries", entries);
        Sizes.checkIndices(kind, "entries before its first", firstEntry);
        Sizes.checkIndices(kind, "entries, counted from " + firstEntry, firstEntry + entries);
    }

    List<BufferShape> buffers(BufferShape values) {
        return List.of(values, ints(entries), ints(rows + 1));
    }

    /** The shape of a buffer of ints. */
    static BufferShape ints(long number) {
        long bytes = ElementType.INT.bytes();
        return new BufferShape(number * bytes, bytes);
    }

    /** Returns the location of a child that begins with a row and an entry. */
    static List<Slice> slices(Slice values, long row, long entry) {
        long bytes = ElementType.INT.bytes();
        return List.of(values, Slice.ofRun(COLUMN_INDICES, entry * bytes), Slice.ofRun(ROW_POINTERS, row * bytes));
    }
}
