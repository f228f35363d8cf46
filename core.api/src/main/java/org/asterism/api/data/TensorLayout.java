package org.asterism.api.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An array of any number of dimensions. Elements that are neighbours in the innermost dimension are neighbours in
 * memory.
 *
 * @param element the type of its elements
 * @param sizes the number of elements in each dimension, outermost first; at least one dimension
 */
public record TensorLayout(ElementType element, long... sizes) implements Layout {
    /** Copies and checks the sizes. */
    public TensorLayout {
        Objects.requireNonNull(element, "element");
        sizes = sizes.clone();
        if (sizes.length == 0) {
            throw new IllegalArgumentException("a tensor without dimensions: give at least one size");
        }
        Sizes.check("tensor", element, sizes);
    }

    /**
     * Returns a copy of the sizes.
     *
     * @return the number of elements in each dimension, outermost first
     */
    @Override
    public long[] sizes() {
        return sizes.clone();
    }

    @Override
    public String kind() {
        return "tensor";
    }

    @Override
    public List<BufferShape> buffers() {
        int innermost = sizes.length - 1;
        return List.of(
                new BufferShape(sizes[innermost] * element.bytes(), element.bytes(), Arrays.copyOf(sizes, innermost)));
    }

    @Override
    public TensorView view(List<Buffer> buffers) {
        Buffer buffer = buffers.getFirst();
        long[] strides = new long[sizes.length];
        for (int dimension = 0; dimension < sizes.length - 1; dimension++) {
            strides[dimension] = buffer.stride(dimension) / element.bytes();
        }
        strides[sizes.length - 1] = 1;
        return new TensorView(buffer.segment(), element, sizes, strides);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TensorLayout layout && element == layout.element && Arrays.equals(sizes, layout.sizes);
    }

    @Override
    public int hashCode() {
        return element.hashCode() * 31 + Arrays.hashCode(sizes);
    }

    @Override
    public String toString() {
        return "TensorLayout[element=" + element + ", sizes=" + Sizes.text(sizes) + "]";
    }
}
