package org.asterism.api.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A layout whose elements form an array, seen with any number of dimensions. Cutting works the same way in all of them.
 *
 * @param kind vector, matrix, block or tensor
 * @param element the type of the elements
 * @param sizes the number of elements in each dimension, outermost first
 */
record DenseArray(DenseKind kind, ElementType element, long... sizes) {
    /** Sees a layout as an array, for a filter that can cut nothing else. */
    static DenseArray of(Layout layout, Filter filter) {
        return switch (layout) {
            case VectorLayout vector -> new DenseArray(DenseKind.VECTOR, vector.element(), vector.length());
            case MatrixLayout matrix ->
                new DenseArray(DenseKind.MATRIX, matrix.element(), matrix.rows(), matrix.columns());
            case BlockLayout block ->
                new DenseArray(DenseKind.BLOCK, block.element(), block.planes(), block.rows(), block.columns());
            case TensorLayout tensor -> new DenseArray(DenseKind.TENSOR, tensor.element(), tensor.sizes());
            default ->
                throw new IllegalArgumentException(
                        filter + " cannot cut a " + layout.kind() + ": give a vector, matrix, block or tensor");
        };
    }

    int dimensions() {
        return sizes.length;
    }

    /** Checks that a dimension can be cut into a number of parts. */
    void requireParts(Filter filter, int dimension, int parts, long halo) {
        long most = halo > sizes[dimension] / 2 ? 0 : sizes[dimension] - 2 * halo;
        if (parts > most) {
            String ofWhat = halo == 0 ? "" : " besides a halo of " + halo + " at both ends";
            throw refusal(
                    filter,
                    "dimension " + dimension + " has " + sizes[dimension] + " elements, so "
                            + (most < 1 ? "no parts are" : "at most " + most + " parts are") + " possible" + ofWhat);
        }
    }

    /** A filter's refusal, which names the data and says what is allowed. */
    IllegalArgumentException refusal(Filter filter, String why) {
        return new IllegalArgumentException(filter + " cannot cut a " + this + ": " + why);
    }

    /** All combinations of one piece per dimension, the outermost dimension changing slowest. */
    List<Part> grid(List<List<Chunk>> pieces) {
        long number = 1;
        for (List<Chunk> chunks : pieces) {
            number = Math.multiplyExact(number, chunks.size());
        }
        List<Part> parts = new ArrayList<>(Math.toIntExact(number));
        for (long index = 0; index < number; index++) {
            long[] start = new long[sizes.length];
            long[] size = new long[sizes.length];
            long rest = index;
            for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
                List<Chunk> chunks = pieces.get(dimension);
                Chunk chunk = chunks.get((int) (rest % chunks.size()));
                rest /= chunks.size();
                start[dimension] = chunk.start();
                size[dimension] = chunk.size();
            }
            int[] all = IntStream.range(0, sizes.length).toArray();
            parts.add(part(kind.layout(element, size), start, all));
        }
        return parts;
    }

    /** The whole of a dimension, as its only piece. */
    List<Chunk> whole(int dimension) {
        return List.of(new Chunk(0, sizes[dimension]));
    }

    /**
     * Makes a child.
     *
     * @param layout its layout
     * @param start its first index in each dimension of this array
     * @param kept the dimensions of this array that it has; the innermost, which is no dimension of runs, may be among
     *     them
     */
    Part part(Layout layout, long[] start, int... kept) {
        int innermost = sizes.length - 1;
        long[] startRun = Arrays.copyOf(start, innermost);
        int[] runDimensions =
                IntStream.of(kept).filter(dimension -> dimension != innermost).toArray();
        return new Part(layout, List.of(new Slice(0, startRun, start[innermost] * element.bytes(), runDimensions)));
    }

    @Override
    public String toString() {
        return kind + " of " + Sizes.text(sizes) + " " + element;
    }
}
