package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a vector into parts of given lengths.
 *
 * @param name the filter's name, for messages
 * @param lengths the lengths of the parts, in elements
 * @param withRest whether the elements behind these parts form a further part; otherwise such elements are an error
 */
record CutLengths(String name, List<Long> lengths, boolean withRest) implements Filter {
    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        DenseArray vector = DenseArray.of(parent, this);
        int only = Axis.Named.ELEMENT.in(vector, this);
        long length = vector.sizes()[only];
        List<Long> all = new ArrayList<>(lengths);
        long rest = length;
        for (long each : lengths) {
            rest -= Math.min(each, rest + 1);
        }
        if (withRest) {
            all.add(rest);
            if (rest < 1) {
                throw vector.refusal(this, "the first part can have 1 to " + (length - 1) + " elements");
            }
        } else if (rest != 0) {
            throw vector.refusal(this, "the lengths must add up to " + length);
        }
        return vector.grid(List.of(Chunk.ofSizes(all)));
    }

    @Override
    public String toString() {
        return FilterArguments.text(name, lengths);
    }
}
