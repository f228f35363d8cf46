package org.asterism.api.data;

import java.util.Arrays;

/**
 * Location of a child's buffer within a buffer of its parent.
 *
 * @param buffer the number of the parent's buffer, from 0
 * @param start the parent's index at which the child begins, per dimension of the parent's buffer
 * @param startByte the position of the child's beginning in the parent's run, in bytes
 * @param dimensions the parent's dimension for each dimension of the child, outermost first; a dimension left out stays
 *     at its start
 */
public record Slice(int buffer, long[] start, long startByte, int... dimensions) {
    /** Marks a dimension of the parent that the child does not have. */
    private static final long LEFT_OUT = -1;

    /** Copies the arrays. */
    public Slice {
        start = start.clone();
        dimensions = dimensions.clone();
    }

    /**
     * A slice of a buffer that is a single run.
     *
     * @param buffer the number of the parent's buffer, from 0
     * @param startByte the position of the child's beginning, in bytes
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
        // An empty child may begin behind the last run, where a parent with gaps has no memory any more.
        long span = shape.span(strides);
        return new Buffer(parent.segment().asSlice(span == 0 ? 0 : offset, span), strides);
    }

    /** Checks that a child of a shape fits into its parent's buffer. */
    void requireWithin(BufferShape parent, BufferShape child) {
        if (start.length != parent.dimensions() || dimensions.length != child.dimensions()) {
            throw refusal(
                    parent, child, "give a start per dimension of the parent, and a dimension per one of the child");
        }
        if (startByte < 0 || startByte > parent.runBytes() - child.runBytes()) {
            throw refusal(parent, child, "its runs end behind those of the parent");
        }
        if (startByte % child.alignment() != 0 || parent.alignment() % child.alignment() != 0) {
            throw refusal(parent, child, "its runs must begin at multiples of " + child.alignment() + " bytes");
        }
        long[] extent = new long[start.length];
        Arrays.fill(extent, LEFT_OUT);
        for (int dimension = 0; dimension < dimensions.length; dimension++) {
            int kept = dimensions[dimension];
            if (kept < 0 || kept >= start.length || extent[kept] != LEFT_OUT) {
                throw refusal(parent, child, "dimension " + kept + " of the parent is not there or is named twice");
            }
            extent[kept] = child.count(dimension);
        }
        for (int dimension = 0; dimension < start.length; dimension++) {
            long needed = extent[dimension] == LEFT_OUT ? 1 : extent[dimension];
            if (start[dimension] < 0 || start[dimension] > parent.count(dimension) - needed) {
                throw refusal(parent, child, "it ends behind dimension " + dimension + " of the parent");
            }
        }
    }

    private IllegalArgumentException refusal(BufferShape parent, BufferShape child, String why) {
        return new IllegalArgumentException(
                "a child of " + child + " cannot be " + this + " of " + parent + ": " + why);
    }

    /** {@return a copy of where the child begins in each dimension} */
    @Override
    public long[] start() {
        return start.clone();
    }

    /** {@return a copy of the dimensions of the parent that the child keeps} */
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
