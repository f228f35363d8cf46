package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * An array of any number of dimensions. An element is reached by its {@link #index}:
 *
 * <pre>{@code
 * x.setDouble(x.index(t, k, i, j), 2 * x.getDouble(x.index(t, k, i, j)));
 * }</pre>
 *
 * @param segment the elements' memory
 * @param element the type of the elements
 * @param sizes the number of elements in each dimension, outermost first
 * @param strides the number of elements between two neighbours in each dimension; 1 in the innermost
 */
public record TensorView(MemorySegment segment, ElementType element, long[] sizes, long[] strides)
        implements IndexedView {
    /** Copies the arrays. */
    public TensorView {
        sizes = sizes.clone();
        strides = strides.clone();
    }

    /**
     * Returns the number of dimensions.
     *
     * @return 1 or more
     */
    public int dimensions() {
        return sizes.length;
    }

    /**
     * Returns the number of elements in a dimension.
     *
     * @param dimension from 0, the outermost
     * @return 0 or more
     */
    public long size(int dimension) {
        return sizes[dimension];
    }

    /**
     * Returns the distance of two neighbours in a dimension.
     *
     * @param dimension from 0, the outermost
     * @return elements
     */
    public long stride(int dimension) {
        return strides[dimension];
    }

    /**
     * Returns the index of an element.
     *
     * @param position one index per dimension, outermost first, each from 0
     * @return the index for the accessors of single elements
     * @throws IndexOutOfBoundsException if there is no such element
     * @throws IllegalArgumentException if the position has not one index per dimension
     */
    public long index(long... position) {
        requireIndices(position.length, sizes.length);
        return indexOf(position);
    }

    /**
     * Returns the elements along the innermost dimension, for inner loops: the JIT compiler turns loops with simple
     * indices into vector instructions.
     *
     * @param position one index per dimension but the innermost, outermost first, each from 0
     * @return the row's memory
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalArgumentException if the position has not one index per outer dimension
     */
    public MemorySegment row(long... position) {
        requireIndices(position.length, sizes.length - 1);
        return segment.asSlice(indexOf(position) * element.bytes(), sizes[sizes.length - 1] * element.bytes());
    }

    private long indexOf(long[] position) {
        long index = 0;
        for (int dimension = 0; dimension < position.length; dimension++) {
            index += Objects.checkIndex(position[dimension], sizes[dimension]) * strides[dimension];
        }
        return index;
    }

    private void requireIndices(int given, int wanted) {
        if (given != wanted) {
            throw new IllegalArgumentException(
                    given + " indices in a tensor of " + Sizes.text(sizes) + ": give " + wanted);
        }
    }

    /** {@return a copy of the number of elements in each dimension} */
    @Override
    public long[] sizes() {
        return sizes.clone();
    }

    /** {@return a copy of the distances between neighbours in each dimension, in elements} */
    @Override
    public long[] strides() {
        return strides.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TensorView view
                && segment.equals(view.segment)
                && element == view.element
                && Arrays.equals(sizes, view.sizes)
                && Arrays.equals(strides, view.strides);
    }

    @Override
    public int hashCode() {
        return Objects.hash(segment, element, Arrays.hashCode(sizes), Arrays.hashCode(strides));
    }

    @Override
    public String toString() {
        return "TensorView[segment=" + segment + ", element=" + element + ", sizes=" + Sizes.text(sizes) + ", strides="
                + Arrays.toString(strides) + "]";
    }
}
