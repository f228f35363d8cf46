package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * One buffer of one copy of a piece of data, with the location of its runs.
 *
 * @param segment memory that begins with the first run
 * @param strides bytes from one index to the next, per dimension of the {@link BufferShape}
 */
public record Buffer(MemorySegment segment, long... strides) {
    /** Copies the strides. */
    public Buffer {
        strides = strides.clone();
    }

    /**
     * A buffer whose runs follow each other without gaps.
     *
     * @param segment begins with the first run
     * @param shape the shape of the buffer
     * @return the buffer
     */
    public static Buffer dense(MemorySegment segment, BufferShape shape) {
        return new Buffer(segment, shape.denseStrides());
    }

    /**
     * A copy of the strides.
     *
     * @return bytes from one index to the next, per dimension
     */
    @Override
    public long[] strides() {
        return strides.clone();
    }

    /**
     * One stride.
     *
     * @param dimension from 0, the outermost
     * @return bytes
     */
    public long stride(int dimension) {
        return strides[dimension];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Buffer buffer
                && segment.equals(buffer.segment)
                && Arrays.equals(strides, buffer.strides);
    }

    @Override
    public int hashCode() {
        return segment.hashCode() * 31 + Arrays.hashCode(strides);
    }
}
