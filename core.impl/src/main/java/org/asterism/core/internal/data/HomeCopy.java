package org.asterism.core.internal.data;

import java.lang.foreign.MemorySegment;

/**
 * Data that live on the heap and are worked on in native memory: copied in when they are registered, and back at the end.
 * Rows may lie apart at home; in native memory they follow each other.
 */
final class HomeCopy {
    private final MemorySegment home;
    private final NativeMemory.Block block;
    private final long rows;
    private final long rowBytes;
    private final long homeStride;

    HomeCopy(MemorySegment home, NativeMemory.Block block, long rows, long rowBytes, long homeStride) {
        this.home = home;
        this.block = block;
        this.rows = rows;
        this.rowBytes = rowBytes;
        this.homeStride = homeStride;
        for (long row = 0; row < rows; row++) {
            MemorySegment.copy(home, row * homeStride, block.segment(), row * rowBytes, rowBytes);
        }
    }

    /** Copies the data back if they are valid, and frees the native memory. */
    void finish(boolean valid) {
        if (valid) {
            for (long row = 0; row < rows; row++) {
                MemorySegment.copy(block.segment(), row * rowBytes, home, row * homeStride, rowBytes);
            }
        }
        block.free();
    }
}
