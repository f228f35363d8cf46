package org.asterism.driver.sim.internal.unit;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.Transfer;

/** A copy that ends at the time that the machine determines. Its bytes, if there are any, are copied then. */
final class SimulatedTransfer implements Transfer {
    private List<BufferCopy> copies;
    private boolean ended;
    private Runnable wake;

    SimulatedTransfer(List<BufferCopy> copies) {
        this.copies = copies;
    }

    /** Ends the transfer, and notifies its listener. */
    void end() {
        for (BufferCopy copy : copies) {
            copy(copy.shape(), 0, copy.from(), 0, copy.to(), 0);
        }
        copies = List.of();
        ended = true;
        if (wake != null) {
            wake.run();
        }
    }

    private static void copy(BufferShape shape, int dimension, Buffer from, long fromByte, Buffer to, long toByte) {
        if (dimension == shape.dimensions()) {
            MemorySegment.copy(from.segment(), fromByte, to.segment(), toByte, shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            long fromNext = fromByte + index * from.stride(dimension);
            copy(shape, dimension + 1, from, fromNext, to, toByte + index * to.stride(dimension));
        }
    }

    @Override
    public boolean isFinished() {
        return ended;
    }

    @Override
    public boolean whenFinished(Runnable given) {
        if (ended) {
            given.run();
        } else {
            wake = given;
        }
        return true;
    }
}
