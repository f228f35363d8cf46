package org.asterism.core.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * A device's memory of unlimited size whose copies have ended when they are begun, for measuring what the core does for
 * tasks there.
 */
final class InlineMemory implements DeviceMemory {
    @Override
    public String name() {
        return "inline";
    }

    @Override
    public long capacity() {
        return Long.MAX_VALUE;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    @Override
    public void free(MemorySegment memory) {
        // The arena sees to that.
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return copy(copies);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return copy(copies);
    }

    private static Transfer copy(List<BufferCopy> copies) {
        for (BufferCopy copy : copies) {
            copy(copy.shape(), copy.from(), copy.to());
        }
        return Transfer.FINISHED;
    }

    private static void copy(BufferShape shape, Buffer from, Buffer to) {
        if (shape.dimensions() > 0) {
            throw new UnsupportedOperationException("only dense data are copied here, not " + shape);
        }
        MemorySegment.copy(from.segment(), 0, to.segment(), 0, shape.runBytes());
    }
}
