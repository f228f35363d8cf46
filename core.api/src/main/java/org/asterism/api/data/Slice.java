package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Where a child's buffer lies within a buffer of its parent.
 *
 * @param buffer which buffer of the parent, from 0
 * @param start the parent's index at which the child begins, per dimension of the parent's buffer
 * @param startByte where in the parent's run the child begins, in bytes
 * @param dimensions which of the parent's dimensions each dimension of the child is, outermost first; a dimension left out
 *     stays at its start
 */
public record Slice(int buffer, long[] start, long startByte, int... dimensions) {
    /** Copies the arrays. */
    public Slice {
        start = start.clone();
        dimensions = dimensions.clone();
    }

    /**
     * A slice of a buffer that is a single run.
     *
     * @param buffer which buffer of the parent, from 0
     * @param startByte where the child begins, in bytes
     * @return the slice
     */
    public static Slice ofRun(int buffer, long startByte) {
        return new Slice(buffer, new long[0], startByte);
    }

    Buffer within(Buffer parent, BufferShape shape) {
        long offset = startByte;
        for (int dimension = 0; dimension < start.length; dimension++) {
            offset += start[dimension] * parent.stride(dimension);
        }
        long[] strides = new long[dimensions.length];
        for (int dimension = 0; dimension < dimensions.length; dimension++) {
            strides[dimension] = parent.stride(dimensions[dimension]);
        }
        MemorySegment segment = parent.segment().asSlice(offset, shape.span(strides));
        return new Buffer(segment, strides);
    }

    @Override
    public long[] start() {
        return start.clone();
    }

    @Override
    public int[] dimensions() {
        return dimensions.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slice slice
                && buffer == slice.buffer
                && startByte == slice.startByte
                && Arrays.equals(start, slice.start)
                && Arrays.equals(dimensions, slice.dimensions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(start) * 31 + Long.hashCode(startByte) + buffer;
    }

    @Override
    public String toString() {
        return "buffer " + buffer + " from " + Arrays.toString(start) + " + " + startByte + " bytes";
    }
}
