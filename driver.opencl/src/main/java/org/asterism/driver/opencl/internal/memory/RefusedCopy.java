package org.asterism.driver.opencl.internal.memory;

import org.asterism.driver.opencl.internal.queue.PendingCommands;
import org.asterism.spi.driver.Transfer;

/** A copy of which the device has begun one part and refused another. It fails when the first part has ended. */
record RefusedCopy(PendingCommands begun, RuntimeException failure) implements Transfer {
    @Override
    public boolean isFinished() {
        if (!begun.isFinished()) {
            return false;
        }
        throw failure;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        return begun.whenFinished(wake);
    }
}
