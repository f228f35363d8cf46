package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import org.asterism.kit.device.UntouchableMemory;

/**
 * Made-up addresses for device memory. Memory objects of OpenCL are handles, but the core wants segments that it can
 * slice.
 *
 * <p>So each object gets a range of addresses that no system maps: its number is in the upper bits, the offset within
 * it in the lower ones. Code may ask for sizes and addresses; an access throws an exception.
 */
final class MadeUpAddresses {
    /** Greatest size of a piece: a TiB. */
    static final long MOST_BYTES = 1L << 40;
    /** Number of pieces that there may be at a time. */
    static final int MOST_PIECES = 1 << 21;

    private static final long FIRST = 1L << 62;
    private static final int PIECE_SHIFT = Long.numberOfTrailingZeros(MOST_BYTES);

    private MadeUpAddresses() {}

    /** The segment of a piece of memory. */
    static MemorySegment segment(int piece, long bytes) {
        return UntouchableMemory.at(FIRST + ((long) piece << PIECE_SHIFT), bytes);
    }

    /** Returns the piece of an address; negative if the address is not a made-up one. */
    static int piece(long address) {
        return address < FIRST || address - FIRST >= MOST_BYTES * MOST_PIECES
                ? -1
                : (int) (address - FIRST >>> PIECE_SHIFT);
    }

    /** Returns the offset of an address from the beginning of its piece. */
    static long offset(long address) {
        return address & MOST_BYTES - 1;
    }
}
