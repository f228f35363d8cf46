package org.asterism.api.data;

import java.lang.foreign.MemorySegment;

/**
 * A sparse matrix in compressed rows. Its product with a vector:
 *
 * <pre>{@code
 * for (long i = 0; i < a.rows(); i++) {
 *     double sum = 0;
 *     for (long k = a.rowBegin(i); k < a.rowEnd(i); k++) {
 *         sum += a.getDouble(k) * x.getDouble(a.column(k));
 *     }
 *     y.setDouble(i, sum);
 * }
 * }</pre>
 *
 * @param segment the values of the entries, row after row
 * @param element the type of the values
 * @param rows the number of rows
 * @param columns the number of columns
 * @param nonZeros the number of entries
 * @param columnIndices the column of each entry, as ints
 * @param rowPointers the beginning of each row, and the end of the last one, as ints counted from {@code firstEntry}
 * @param firstEntry the number that the first entry has in the row pointers
 */
public record CsrView(
        MemorySegment segment,
        ElementType element,
        long rows,
        long columns,
        long nonZeros,
        MemorySegment columnIndices,
        MemorySegment rowPointers,
        long firstEntry)
        implements CompressedRowsView, IndexedView {}
