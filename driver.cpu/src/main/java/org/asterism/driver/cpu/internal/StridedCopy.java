package org.asterism.driver.cpu.internal;

import java.lang.foreign.MemorySegment;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;

/** Copies one buffer, run by run. Runs that are contiguous on both sides are copied as one. */
final class StridedCopy {
    /** The JVM cannot stop a thread within one copy of memory, and a collection of garbage would wait for it. */
    private static final long PIECE = 4L << 20;

    private final long[] counts;
    private final long[] fromStrides;
    private final long[] toStrides;
    private final MemorySegment from;
    private final MemorySegment to;
    /** Number of dimensions that remain when dimensions without gaps are merged. */
    private final int dimensions;

    private final long runBytes;

    private StridedCopy(BufferCopy copy) {
        BufferShape shape = copy.shape();
        counts = shape.counts();
        fromStrides = copy.from().strides();
        toStrides = copy.to().strides();
        from = copy.from().segment();
        to = copy.to().segment();
        int left = counts.length;
        long run = shape.runBytes();
        while (left > 0 && (counts[left - 1] == 1 || fromStrides[left - 1] == run && toStrides[left - 1] == run)) {
            left--;
            run = Math.multiplyExact(run, counts[left]);
        }
        dimensions = left;
        runBytes = run;
    }

    /**
     * Copies a buffer.
     *
     * @throws IndexOutOfBoundsException if a segment is too short for the shape
     * @throws IllegalStateException if the arena of a segment is closed
     */
    static void run(BufferCopy copy) {
        new StridedCopy(copy).copy(0, 0, 0);
    }

    private void copy(int dimension, long fromOffset, long toOffset) {
        if (dimension == dimensions) {
            copyRun(fromOffset, toOffset);
            return;
        }
        for (long index = 0; index < counts[dimension]; index++) {
            copy(dimension + 1, fromOffset + index * fromStrides[dimension], toOffset + index * toStrides[dimension]);
        }
    }

    private void copyRun(long fromOffset, long toOffset) {
        for (long done = 0; done < runBytes; done += PIECE) {
            MemorySegment.copy(from, fromOffset + done, to, toOffset + done, Math.min(PIECE, runBytes - done));
        }
    }
}
