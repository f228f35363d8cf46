package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts an array along all of its dimensions.
 *
 * @param name the filter's name, for messages
 * @param numbers the number of parts, or their size, per dimension, outermost first
 * @param bySize whether the numbers are sizes
 * @param halo the number of elements that each tile reaches into its neighbours; 0 for tiles by size
 */
record CutTiles(String name, List<Long> numbers, boolean bySize, long halo) implements Filter {
    CutTiles {
        FilterArguments.requireHalo(name, halo);
    }

    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        DenseArray array = DenseArray.of(parent, this);
        if (array.dimensions() != numbers.size()) {
            throw array.refusal(this, "give " + array.dimensions() + " numbers, one per dimension");
        }
        List<List<Chunk>> pieces = new ArrayList<>();
        long tiles = 1;
        for (int dimension = 0; dimension < array.dimensions(); dimension++) {
            tiles *= parts(array, dimension);
            if (tiles > Integer.MAX_VALUE) {
                throw array.refusal(this, "there can be at most " + Integer.MAX_VALUE + " tiles");
            }
            pieces.add(pieces(array.sizes()[dimension], numbers.get(dimension)));
        }
        return array.grid(pieces);
    }

    /** Returns the number of parts of a dimension: at most the greatest int, plus one. */
    private long parts(DenseArray array, int dimension) {
        long number = numbers.get(dimension);
        if (bySize) {
            array.requireParts(this, dimension, 1, 0);
            return Math.min(Integer.MAX_VALUE + 1L, (array.sizes()[dimension] - 1) / number + 1);
        }
        array.requireParts(this, dimension, (int) number, halo);
        return number;
    }

    private List<Chunk> pieces(long size, long number) {
        return bySize ? Chunk.ofSize(size, number) : Chunk.cut(size, (int) number, halo);
    }

    @Override
    public boolean overlaps() {
        return halo > 0 && numbers.stream().anyMatch(parts -> parts > 1);
    }

    @Override
    public String toString() {
        return FilterArguments.text(name, numbers) + (halo > 0 ? " with a halo of " + halo : "");
    }
}
