package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A block of three dimensions, plane after plane, each row after row.
 *
 * @param element the type of its elements
 * @param planes the number of planes
 * @param rows the number of rows in each plane
 * @param columns the number of columns in each plane
 */
public record BlockLayout(ElementType element, long planes, long rows, long columns) implements Layout {
    /** Checks the sizes. */
    public BlockLayout {
        Objects.requireNonNull(element, "element");
        Sizes.check("block", element, planes, rows, columns);
    }

    @Override
    public String kind() {
        return "block";
    }

    @Override
    public int footprint() {
        return Footprint.of(1, columns, rows, planes);
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of(new BufferShape(columns * element.bytes(), element.bytes(), planes, rows));
    }

    @Override
    public BlockView view(List<Buffer> buffers) {
        Buffer buffer = buffers.getFirst();
        return new BlockView(
                buffer.segment(),
                element,
                planes,
                rows,
                columns,
                buffer.stride(0) / element.bytes(),
                buffer.stride(1) / element.bytes());
    }
}
