package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A row of elements without gaps.
 *
 * @param element the type of the elements
 * @param length the number of elements
 */
public record VectorLayout(ElementType element, long length) implements Layout {
    /** Checks the length. */
    public VectorLayout {
        Objects.requireNonNull(element, "element");
        Sizes.check("vector", element, length);
    }

    @Override
    public String kind() {
        return "vector";
    }

    @Override
    public int footprint() {
        return Footprint.of(2, length);
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of(new BufferShape(length * element.bytes(), element.bytes()));
    }

    @Override
    public VectorView view(List<Buffer> buffers) {
        return new VectorView(buffers.getFirst().segment(), element, length);
    }
}
