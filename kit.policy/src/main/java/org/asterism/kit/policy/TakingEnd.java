package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;
import org.asterism.spi.concurrent.SpinLock;

/**
 * The end of a lane where tasks are taken, and the lock of those who take. A taker writes all of it, so it is kept
 * together: workers that take in turn wait for every cache line that the one before has written.
 */
abstract sealed class TakingEnd extends Padded {
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(TakingEnd.class, "held", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final class Line extends TakingEnd {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private int held;

    // Guarded by the lock. Arrivals explains how other threads read these.
    int index;
    Arrivals.Chunk chunk;
    long taken;

    /** Number of tasks that an ordered lane has sorted; other lanes do not use it. */
    long sorted;

    static TakingEnd of(Arrivals.Chunk first) {
        TakingEnd made = new Line();
        made.chunk = first;
        return made;
    }

    /** Takes the lock, waiting while another thread has it; as {@link SpinLock} does. */
    final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended();
        }
    }

    private void lockContended() {
        for (int tries = 0; !((int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1)); tries++) {
            SpinLock.pause(tries);
        }
    }

    /** Gives the lock back. */
    final void unlock() {
        HELD.setRelease(this, 0);
    }
}
