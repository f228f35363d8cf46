package org.asterism.api.data;

import java.util.Arrays;

/**
 * The shape of one buffer of a {@link Layout}: runs of consecutive bytes, arranged in zero or more dimensions. A vector
 * is one run; a matrix of r rows is r runs in one dimension; a tensor of n dimensions has runs in n - 1.
 *
 * @param runBytes the length of each run in bytes
 * @param alignment the address of each run is a multiple of this number of bytes: the size of an element
 * @param counts the number of runs in each dimension, outermost first; empty for a single run
 */
public record BufferShape(long runBytes, long alignment, long... counts) {
    /** Copies the counts and checks that nothing is negative. */
    public BufferShape {
        counts = counts.clone();
        if (runBytes < 0 || Arrays.stream(counts).anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException(
                    "a buffer of " + Arrays.toString(counts) + " runs of " + runBytes + " bytes: sizes are 0 or more");
        }
        if (alignment < 1 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException("alignment " + alignment + ": give a power of two");
        }
    }

    /**
     * Returns a copy of the counts.
     *
     * @return the number of runs in each dimension, outermost first
     */
    @Override
    public long[] counts() {
        return counts.clone();
    }

    /**
     * The number of dimensions in which runs are arranged.
     *
     * @return 0 for a single run
     */
    public int dimensions() {
        return counts.length;
    }

    /**
     * Returns the number of runs in a dimension.
     *
     * @param dimension from 0, the outermost
     * @return 0 or more
     */
    public long count(int dimension) {
        return counts[dimension];
    }

    /**
     * Returns the number of all runs.
     *
     * @return 1 if there are no dimensions
     * @throws ArithmeticException if it is more than a long can hold
     */
    public long runs() {
        long runs = 1;
        for (long count : counts) {
            runs = Math.multiplyExact(runs, count);
        }
        return runs;
    }

    /**
     * Returns the bytes of all runs.
     *
     * @return the size of a copy without gaps
     * @throws ArithmeticException if it is more than a long can hold
     */
    public long bytes() {
        return Math.multiplyExact(runs(), runBytes);
    }

    /**
     * The strides of a copy whose runs follow each other without gaps.
     *
     * @return bytes from one index to the next, per dimension
     */
    public long[] denseStrides() {
        long[] strides = new long[counts.length];
        long stride = runBytes;
        for (int dimension = counts.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride;
            stride = Math.multiplyExact(stride, counts[dimension]);
        }
        return strides;
    }

    /**
     * Returns the extent of a copy with the given strides.
     *
     * @param strides bytes from one index to the next, per dimension
     * @return bytes from the first byte of the first run to behind the last byte of the last one
     * @throws ArithmeticException if it is more than a long can hold
     */
    public long span(long... strides) {
        long span = runBytes;
        for (int dimension = 0; dimension < counts.length; dimension++) {
            if (counts[dimension] == 0) {
                return 0;
            }
            span = Math.addExact(span, Math.multiplyExact(counts[dimension] - 1, strides[dimension]));
        }
        return span;
    }

    /** The same on every machine, as performance models keep it. */
    int mixInto(int footprint) {
        int mixed = Footprint.mix(runBytes >>> Integer.SIZE, Footprint.mix(runBytes, footprint));
        for (long count : counts) {
            mixed = Footprint.mix(count >>> Integer.SIZE, Footprint.mix(count, mixed));
        }
        return mixed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BufferShape shape
                && runBytes == shape.runBytes
                && alignment == shape.alignment
                && Arrays.equals(counts, shape.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts) * 31 + Long.hashCode(runBytes);
    }

    @Override
    public String toString() {
        return Arrays.toString(counts) + " runs of " + runBytes + " bytes";
    }
}
