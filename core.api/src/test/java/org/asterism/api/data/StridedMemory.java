package org.asterism.api.data;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.random.RandomGenerator;

/** Copies of data, with gaps between runs where chance wills it. */
final class StridedMemory {
    private StridedMemory() {}

    static List<Buffer> dense(Layout layout) {
        return layout.buffers().stream()
                .map(shape -> buffer(shape, shape.denseStrides()))
                .toList();
    }

    static List<Buffer> withGaps(Layout layout, RandomGenerator random) {
        return layout.buffers().stream()
                .map(shape -> buffer(shape, strides(shape, random)))
                .toList();
    }

    private static long[] strides(BufferShape shape, RandomGenerator random) {
        long[] strides = new long[shape.dimensions()];
        long extent = shape.runBytes();
        for (int dimension = strides.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = extent + random.nextInt(3) * shape.alignment();
            extent = strides[dimension] * Math.max(1, shape.count(dimension));
        }
        return strides;
    }

    private static Buffer buffer(BufferShape shape, long[] strides) {
        return new Buffer(Arena.ofAuto().allocate(shape.span(strides), shape.alignment()), strides);
    }
}
