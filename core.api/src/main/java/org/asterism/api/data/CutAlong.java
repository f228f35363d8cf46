package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts an array along one dimension into parts of nearly the same size.
 *
 * @param name the filter's name, for messages
 * @param axis the dimension
 * @param parts the number of parts
 * @param halo the number of elements that each part reaches into its neighbours
 */
record CutAlong(String name, Axis axis, int parts, long halo) implements Filter {
    CutAlong {
        FilterArguments.requireParts(name, parts);
        FilterArguments.requireHalo(name, halo);
    }

    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        DenseArray array = DenseArray.of(parent, this);
        int cut = axis.in(array, this);
        array.requireParts(this, cut, parts, halo);
        List<List<Chunk>> pieces = new ArrayList<>();
        for (int dimension = 0; dimension < array.dimensions(); dimension++) {
            pieces.add(dimension == cut ? Chunk.cut(array.sizes()[cut], parts, halo) : array.whole(dimension));
        }
        return array.grid(pieces);
    }

    @Override
    public boolean overlaps() {
        return halo > 0 && parts > 1;
    }

    @Override
    public String toString() {
        String dimension = axis instanceof Axis.Numbered numbered ? numbered.dimension() + ", " : "";
        return name + (halo > 0 ? "WithHalo(" : "(") + dimension + parts + (halo > 0 ? ", " + halo : "") + ")";
    }
}
