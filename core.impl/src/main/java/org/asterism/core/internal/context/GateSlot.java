package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * The slot through which a thread passes a context's gate. A worker has its own for life. Some other threads have one
 * of their own until they end; the rest share a few.
 *
 * <p>It counts the scheduling operations under way from here, and remembers the tasks that were given to the policy
 * through it.
 *
 * <p><b>Memory order.</b> Arriving is a store and a full fence (or a read-modify-write), followed by a volatile read of
 * the gate. A worker shares the fence with its announcement in its
 * {@link org.asterism.core.internal.protocol.WorkerProtocol protocol}. Closing the gate is a volatile store followed by
 * volatile reads of all counts. So either the arriving thread sees the closed gate, or the closing thread sees the
 * count of the arriving thread (Dekker's argument). Leaving releases: a thread that finds the count at zero sees what
 * the operation did. When the thread of a slot for one has ended, the next one takes the slot over; it has seen the
 * end.
 */
public final class GateSlot extends Padded {
    private static final VarHandle INSIDE = FieldHandle.of(MethodHandles.lookup(), "inside", int.class);

    private final boolean shared;
    private final HeldTasks held;
    private int inside;

    /**
     * Number of tasks that its worker has taken out of policies. Written by the thread inside, and read while no thread
     * is inside.
     */
    private long taken;

    /**
     * Whether its worker was removed. Written while the gate is closed and quiet, and read by the thread inside, so
     * never at the same time.
     */
    private boolean removed;

    /** Makes a place for one thread or for several. */
    public GateSlot(boolean shared) {
        this.shared = shared;
        held = new HeldTasks(shared);
    }

    /** {@link #announce}, and the fence after it. */
    void arrive() {
        announce();
        if (!shared) {
            VarHandle.fullFence();
        }
    }

    /** Counts an operation; to be followed by a full fence and a look at the gate. */
    void announce() {
        if (shared) {
            INSIDE.getAndAdd(this, 1);
        } else {
            INSIDE.setOpaque(this, inside + 1);
        }
    }

    void leave() {
        if (shared) {
            INSIDE.getAndAdd(this, -1);
        } else {
            INSIDE.setRelease(this, inside - 1);
        }
    }

    public boolean isInside() {
        return (int) INSIDE.getVolatile(this) != 0;
    }

    boolean isShared() {
        return shared;
    }

    boolean isRemoved() {
        return removed;
    }

    void setRemoved(boolean now) {
        removed = now;
    }

    void oneTaken() {
        taken++;
    }

    /**
     * Returns the number of tasks that were given to policies from here, less those that were taken; while nobody is
     * inside.
     */
    long balance() {
        return held.given() - taken;
    }

    HeldTasks held() {
        return held;
    }
}
