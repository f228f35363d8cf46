package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A sparse matrix in compressed rows. The first buffer has the values of the entries row after row. The second has an
 * int for the column of each. The third has an int for the beginning of each row, and one more for the end of the last
 * row.
 *
 * @param element the type of the values
 * @param rows the number of rows
 * @param columns the number of columns; at most what an int can hold
 * @param nonZeros the number of entries; at most what an int can hold
 * @param firstEntry the first number of the row pointers: 0 in a separate matrix, more in a child that has some rows of
 *     its parent, whose row pointers it keeps
 */
public record CsrLayout(ElementType element, long rows, long columns, long nonZeros, long firstEntry)
        implements Layout {
    /** Checks the sizes. */
    public CsrLayout {
        Objects.requireNonNull(element, "element");
        Sizes.check("csr", element, nonZeros);
        new CompressedRows("csr", rows, columns, nonZeros, firstEntry);
    }

    /**
     * A matrix of its own.
     *
     * @param element the type of the values
     * @param rows the number of rows
     * @param columns the number of columns
     * @param nonZeros the number of entries
     */
    public CsrLayout(ElementType element, long rows, long columns, long nonZeros) {
        this(element, rows, columns, nonZeros, 0);
    }

    @Override
    public String kind() {
        return "csr";
    }

    @Override
    public int footprint() {
        return Footprint.of(3, nonZeros);
    }

    @Override
    public List<BufferShape> buffers() {
        return CompressedRows.of(this).buffers(new BufferShape(nonZeros * element.bytes(), element.bytes()));
    }

    @Override
    public CsrView view(List<Buffer> buffers) {
        return new CsrView(
                buffers.getFirst().segment(),
                element,
                rows,
                columns,
                nonZeros,
                buffers.get(CompressedRows.COLUMN_INDICES).segment(),
                buffers.get(CompressedRows.ROW_POINTERS).segment(),
                firstEntry);
    }
}
