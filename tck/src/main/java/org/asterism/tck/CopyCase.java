package org.asterism.tck;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;

/**
 * Copy with gaps between its runs, different on each side, and its expected result.
 *
 * @param shape shape of the copied buffer
 * @param fromStrides strides of the source
 * @param toStrides strides of the target
 * @param margin bytes before the first run, on both sides
 */
record CopyCase(BufferShape shape, long[] fromStrides, long[] toStrides, long margin) {
    private static final int MOST_RUNS_PER_DIMENSION = 5;
    private static final int FEWER_RUNS_PER_DIMENSION = 3;
    private static final int FEW_DIMENSIONS = 3;
    private static final int MOST_ELEMENTS = 40;
    private static final int LARGEST_GAP = 4;

    /** Returns a random copy with the given number of dimensions; sometimes an empty one. */
    static CopyCase random(RandomGenerator random, int dimensions) {
        int element = 1 << random.nextInt(4);
        long[] counts = new long[dimensions];
        int most = dimensions > FEW_DIMENSIONS ? FEWER_RUNS_PER_DIMENSION : MOST_RUNS_PER_DIMENSION;
        for (int dimension = 0; dimension < dimensions; dimension++) {
            counts[dimension] = random.nextInt(20) == 0 ? 0 : random.nextInt(1, most);
        }
        BufferShape shape = new BufferShape((long) element * random.nextInt(MOST_ELEMENTS), element, counts);
        return new CopyCase(
                shape, strides(random, shape), strides(random, shape), element * random.nextLong(LARGEST_GAP));
    }

    private static long[] strides(RandomGenerator random, BufferShape shape) {
        long[] strides = new long[shape.dimensions()];
        boolean dense = random.nextInt(4) == 0;
        long stride = shape.runBytes();
        for (int dimension = strides.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride + (dense ? 0 : shape.alignment() * random.nextLong(LARGEST_GAP));
            stride = strides[dimension] * Math.max(1, shape.count(dimension));
        }
        return strides;
    }

    /** Returns how many bytes of memory the source needs. */
    int fromBytes() {
        return bytes(fromStrides);
    }

    /** Returns how many bytes of memory the target needs. */
    int toBytes() {
        return bytes(toStrides);
    }

    private int bytes(long[] strides) {
        return Math.toIntExact(Math.max(1, margin + shape.span(strides) + margin));
    }

    /** Returns the copy between two pieces of memory. */
    BufferCopy between(MemorySegment from, MemorySegment to) {
        return new BufferCopy(
                shape,
                new Buffer(from.asSlice(margin, shape.span(fromStrides)), fromStrides),
                new Buffer(to.asSlice(margin, shape.span(toStrides)), toStrides));
    }

    /** Returns the expected content of the target. */
    byte[] result(byte[] from, byte[] to) {
        byte[] result = to.clone();
        copy(from, result, 0, margin, margin);
        return result;
    }

    private void copy(byte[] from, byte[] to, int dimension, long fromOffset, long toOffset) {
        if (dimension == shape.dimensions()) {
            System.arraycopy(from, (int) fromOffset, to, (int) toOffset, (int) shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            copy(
                    from,
                    to,
                    dimension + 1,
                    fromOffset + index * fromStrides[dimension],
                    toOffset + index * toStrides[dimension]);
        }
    }
}
