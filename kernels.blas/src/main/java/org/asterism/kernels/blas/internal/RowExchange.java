package org.asterism.kernels.blas.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongUnaryOperator;
import org.asterism.api.data.MatrixView;

/** Exchanges rows of a matrix, one strip of columns after the other, so that the rows of a strip stay in the cache. */
final class RowExchange {
    private static final int STRIP = 4096;

    private static final ThreadLocal<byte[]> OF_THREAD = ThreadLocal.withInitial(() -> new byte[STRIP]);

    private RowExchange() {}

    /**
     * Exchanges each row of a range, in their order, with another.
     *
     * @param from first row
     * @param to behind the last row
     * @param other says with which row a row is exchanged
     * @throws IllegalArgumentException if the matrix has no such row
     */
    static void apply(MatrixView a, long from, long to, LongUnaryOperator other) {
        byte[] kept = OF_THREAD.get();
        long width = a.columns() * a.element().bytes();
        long stride = a.leadingDimension() * a.element().bytes();
        for (long at = 0; at < width; at += STRIP) {
            int bytes = (int) Math.min(STRIP, width - at);
            for (long row = from; row < to; row++) {
                long second = other.applyAsLong(row);
                if (second < 0 || second >= a.rows() || row >= a.rows()) {
                    throw new IllegalArgumentException("row " + (row + 1) + " cannot be exchanged with row "
                            + (second + 1) + " of a matrix of " + a.rows() + " rows: pivots count rows from 1");
                }
                if (second != row) {
                    exchange(a.segment(), row * stride + at, second * stride + at, bytes, kept);
                }
            }
        }
    }

    private static void exchange(MemorySegment segment, long first, long second, int bytes, byte[] kept) {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, first, kept, 0, bytes);
        MemorySegment.copy(segment, second, segment, first, bytes);
        MemorySegment.copy(kept, 0, segment, ValueLayout.JAVA_BYTE, second, bytes);
    }
}
