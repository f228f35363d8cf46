package org.asterism.kit.remote;

import java.util.function.LongConsumer;

/**
 * Pieces of equal length in a member's memory, in the order in which they are sent.
 *
 * @param address of the first piece
 * @param run the length of each, in bytes
 * @param counts the number of pieces in each dimension, the outermost first; empty for one piece
 * @param strides the distance of neighbours in each dimension, in bytes
 */
public record StridedRange(long address, long run, long[] counts, long[] strides) {
    /** More pieces than this are sent as several messages. */
    public static final int MOST_PIECES = 4096;

    /** Pieces in more dimensions are sent as several ranges. */
    public static final int MOST_DIMENSIONS = 16;

    /** Checks the lengths. */
    public StridedRange {
        if (run <= 0 || counts.length != strides.length || counts.length > MOST_DIMENSIONS) {
            throw new MalformedMessageException("a range of pieces of " + run + " bytes in " + counts.length
                    + " dimensions with " + strides.length + " strides");
        }
        long pieces = 1;
        for (long count : counts) {
            if (count < 1 || count > MOST_PIECES || pieces * count > MOST_PIECES) {
                throw new MalformedMessageException(
                        "a range of more than " + MOST_PIECES + " pieces, or of none in a dimension");
            }
            pieces *= count;
        }
    }

    /**
     * Returns the number of bytes in all pieces.
     *
     * @return from 1
     * @throws ArithmeticException if there are more than a {@code long} holds
     */
    public long bytes() {
        long bytes = run;
        for (long count : counts) {
            bytes = Math.multiplyExact(bytes, count);
        }
        return bytes;
    }

    /**
     * Visits the pieces.
     *
     * @param visitor gets the address of each
     */
    public void forEach(LongConsumer visitor) {
        visit(0, address, visitor);
    }

    private void visit(int dimension, long from, LongConsumer visitor) {
        if (dimension == counts.length) {
            visitor.accept(from);
            return;
        }
        for (long index = 0; index < counts[dimension]; index++) {
            visit(dimension + 1, from + index * strides[dimension], visitor);
        }
    }
}
