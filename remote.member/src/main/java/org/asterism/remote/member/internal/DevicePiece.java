package org.asterism.remote.member.internal;

import java.util.Arrays;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.StridedRange;

/**
 * A range of a message that lies in a block of a device.
 *
 * @param block that it lies in
 * @param range as the coordinator has named it
 */
record DevicePiece(DeviceBlock block, StridedRange range) {
    /**
     * Returns the distance from the first byte of a range to the end of the last piece.
     *
     * @throws MalformedMessageException if pieces overlap, or it is too long
     */
    static long span(StridedRange range) {
        try {
            long span = range.run();
            for (int dimension = 0; dimension < range.counts().length; dimension++) {
                long count = range.counts()[dimension];
                long stride = range.strides()[dimension];
                if (count > 1 && stride < range.run()) {
                    throw new MalformedMessageException(
                            "pieces of " + range.run() + " bytes at distances of " + stride);
                }
                span = Math.addExact(span, Math.multiplyExact(count - 1, Math.max(0, stride)));
            }
            return span;
        } catch (ArithmeticException beyond) {
            throw new MalformedMessageException("a range that reaches beyond all memory");
        }
    }

    /** The shape of copies of the range. */
    static BufferShape shape(StridedRange range) {
        return new BufferShape(range.run(), 1, range.counts());
    }

    /** Where it begins in its block. */
    long offset() {
        return range.address() - block.address();
    }

    /** Where its last piece ends in the block. */
    long end() {
        return offset() + span(range);
    }

    /** Whether there are no gaps between its pieces. */
    boolean isDense() {
        return Arrays.equals(range.strides(), shape(range).denseStrides());
    }

    /** The memory, when the block has some. */
    Buffer buffer() {
        return new Buffer(block.segment().asSlice(offset(), span(range)), range.strides());
    }
}
