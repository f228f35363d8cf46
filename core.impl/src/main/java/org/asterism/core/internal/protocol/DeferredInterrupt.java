package org.asterism.core.internal.protocol;

import java.util.concurrent.locks.LockSupport;

/**
 * Defers an interrupt of the calling thread during waits that it must not leave unfinished.
 *
 * <p>A pending interrupt would cut each further wait short, so this class clears it, and sets it again at the end. Not
 * thread-safe.
 */
public final class DeferredInterrupt implements AutoCloseable {
    private boolean interrupted;

    /** A wait that an interrupt ends early. */
    public interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits to the end, however often the thread is interrupted. */
    public static void await(Wait wait) {
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            boolean isOver = false;
            while (!isOver) {
                isOver = interrupt.lets(wait);
            }
        }
    }

    /** Waits; false if an interrupt has ended that early. */
    public boolean lets(Wait wait) {
        try {
            wait.run();
            return true;
        } catch (InterruptedException early) {
            interrupted = true;
            return false;
        }
    }

    /** Parks the thread until it is woken, at most for a time; {@link Long#MAX_VALUE} for any time. */
    public void park(Object blocker, long nanos) {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(blocker);
        } else {
            LockSupport.parkNanos(blocker, nanos);
        }
        interrupted |= Thread.interrupted();
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
