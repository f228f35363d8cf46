package org.asterism.api.data;

import java.util.List;

/**
 * Picks one element of an array.
 *
 * @param position one index per dimension, outermost first, each from 0
 */
record PickElement(List<Long> position) implements Filter {
    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        DenseArray array = DenseArray.of(parent, this);
        if (array.dimensions() != position.size()) {
            throw array.refusal(this, "give " + array.dimensions() + " indices, one per dimension");
        }
        long[] start = new long[array.dimensions()];
        for (int dimension = 0; dimension < start.length; dimension++) {
            start[dimension] = position.get(dimension);
            if (start[dimension] >= array.sizes()[dimension]) {
                throw array.refusal(this, "there is no such element; indices are counted from 0");
            }
        }
        return List.of(array.part(new VariableLayout(array.element()), start));
    }

    @Override
    public String toString() {
        return FilterArguments.text("pickElement", position);
    }
}
