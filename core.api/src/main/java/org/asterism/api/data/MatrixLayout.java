package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A matrix, row after row.
 *
 * @param element the type of its elements
 * @param rows the number of rows
 * @param columns the number of columns
 */
public record MatrixLayout(ElementType element, long rows, long columns) implements Layout {
    /** Checks the sizes. */
    public MatrixLayout {
        Objects.requireNonNull(element, "element");
        Sizes.check("matrix", element, rows, columns);
    }

    @Override
    public String kind() {
        return "matrix";
    }

    @Override
    public int footprint() {
        return Footprint.mix(Footprint.mix(columns, (int) rows), 0);
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of(new BufferShape(columns * element.bytes(), element.bytes(), rows));
    }

    @Override
    public MatrixView view(List<Buffer> buffers) {
        Buffer buffer = buffers.getFirst();
        return new MatrixView(buffer.segment(), element, rows, columns, buffer.stride(0) / element.bytes());
    }
}
