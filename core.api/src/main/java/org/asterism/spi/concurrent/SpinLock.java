package org.asterism.spi.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for critical sections of a few instructions that neither block nor call foreign code.
 *
 * <p>A thread that finds the lock taken spins at first. It soon yields its core, because the lock's holder may be
 * waiting for one. Finally it sleeps for short times. Parking at once, as the JDK's locks do, would cost a hundred
 * times the duration of such a section.
 *
 * <p>Not reentrant, not fair. Any thread may lock; the thread that locked must unlock.
 *
 * <p><b>Memory order.</b> Locking acquires, unlocking releases: the next holder sees what a holder wrote.
 */
public class SpinLock {
    private static final VarHandle HELD;
    private static final int SPINS = 64;
    private static final int YIELDS = 64;
    private static final long NAP_NANOS = 50_000;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private int held;

    /** Makes an unlocked lock. */
    public SpinLock() {}

    /** Takes the lock, waiting while another thread has it. */
    public final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended();
        }
    }

    /**
     * Takes the lock if it is free.
     *
     * @return whether the calling thread has it now
     */
    public final boolean tryLock() {
        return (int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** Gives the lock back. */
    public final void unlock() {
        HELD.setRelease(this, 0);
    }

    private void lockContended() {
        for (int tries = 0; !tryLock(); tries++) {
            pause(tries);
        }
    }

    /**
     * Backs off as {@link #lock} does while another thread holds the lock: for locks that are fields of other objects.
     *
     * @param tries how often the caller has tried in vain before; 0 or more
     */
    public static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
