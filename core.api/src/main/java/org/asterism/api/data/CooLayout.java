package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A sparse matrix as a list of entries, in any order: the value of each, an int for its row, and an int for its column.
 *
 * @param element the type of the values
 * @param rows the number of rows; at most what an int can hold
 * @param columns the number of columns; at most what an int can hold
 * @param nonZeros the number of entries
 */
public record CooLayout(ElementType element, long rows, long columns, long nonZeros) implements Layout {
    /** Checks the sizes. */
    public CooLayout {
        Objects.requireNonNull(element, "element");
        Sizes.checkIndices("coo", "rows", rows);
        Sizes.checkIndices("coo", "columns", columns);
        Sizes.check("coo", element, nonZeros);
        Sizes.check("coo", ElementType.INT, nonZeros);
    }

    @Override
    public String kind() {
        return "coo";
    }

    @Override
    public List<BufferShape> buffers() {
        BufferShape indices = CompressedRows.ints(nonZeros);
        return List.of(new BufferShape(nonZeros * element.bytes(), element.bytes()), indices, indices);
    }

    @Override
    public CooView view(List<Buffer> buffers) {
        return new CooView(
                buffers.getFirst().segment(),
                element,
                rows,
                columns,
                nonZeros,
                buffers.get(1).segment(),
                buffers.get(2).segment());
    }
}
