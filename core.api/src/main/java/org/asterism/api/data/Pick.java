package org.asterism.api.data;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Picks positions along one dimension. Each child consists of the elements at one position, and lacks that dimension.
 * The innermost dimension is an exception, because the elements of such a child are not contiguous: it stays, with a
 * size of 1, unless it is the only dimension.
 *
 * @param name the filter's name, for messages
 * @param axis the dimension
 * @param indices the positions, from 0
 * @param kind the kind of the children, or null for the parent's kind with one dimension less
 */
record Pick(String name, Axis axis, List<Long> indices, DenseKind kind) implements Filter {
    Pick {
        if (new HashSet<>(indices).size() < indices.size()) {
            throw new IllegalArgumentException(
                    FilterArguments.text(name, indices) + " picks the same twice: give each index once");
        }
    }

    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        DenseArray array = DenseArray.of(parent, this);
        int picked = axis.in(array, this);
        boolean stays = picked == array.dimensions() - 1 && picked > 0;
        int[] kept = IntStream.range(0, array.dimensions())
                .filter(dimension -> stays || dimension != picked)
                .toArray();
        Layout child = child(array, picked, kept);
        return indices.stream()
                .map(index -> part(array, picked, index, child, kept))
                .toList();
    }

    private Layout child(DenseArray array, int picked, int[] kept) {
        DenseKind wanted =
                kind == null || kind == DenseKind.TENSOR && kept.length == 0 ? natural(array, kept.length) : kind;
        if (!wanted.canHave(kept.length)) {
            throw array.refusal(
                    this,
                    "what is picked along dimension " + picked + " has " + kept.length + " dimensions, a " + wanted
                            + " has not");
        }
        long[] sizes = IntStream.of(kept)
                .mapToLong(dimension -> dimension == picked ? 1 : array.sizes()[dimension])
                .toArray();
        return wanted.layout(array.element(), sizes);
    }

    /** Of a tensor a tensor, of others what has that number of dimensions. */
    private static DenseKind natural(DenseArray array, int dimensions) {
        if (array.kind() == DenseKind.TENSOR && dimensions > 0) {
            return DenseKind.TENSOR;
        }
        return switch (dimensions) {
            case 0 -> DenseKind.VARIABLE;
            case 1 -> DenseKind.VECTOR;
            case 2 -> DenseKind.MATRIX;
            default -> DenseKind.BLOCK;
        };
    }

    private Part part(DenseArray array, int picked, long index, Layout child, int[] kept) {
        if (index >= array.sizes()[picked]) {
            throw array.refusal(
                    this,
                    "dimension " + picked + " has " + array.sizes()[picked] + " elements, counted from 0, and none at "
                            + index);
        }
        long[] start = new long[array.dimensions()];
        start[picked] = index;
        return array.part(child, start, kept);
    }

    @Override
    public String toString() {
        String numbers = FilterArguments.text(name, indices);
        return axis instanceof Axis.Numbered numbered ? numbers + " along dimension " + numbered.dimension() : numbers;
    }
}
