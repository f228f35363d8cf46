package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.protocol.Patience;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerProtocol;

/**
 * The gate in front of a context's policy.
 *
 * <p>Threads pass it for each scheduling operation, with two writes to their own slot. To replace the policy, a thread
 * closes the gate and waits until nobody is inside.
 */
final class Gate {
    /** Result of an attempt to pass a closed gate: there is nothing to leave. */
    static final int CLOSED = -1;

    private static final int SPINS = 1000;
    private static final long NAP_NANOS = 100_000;

    private final List<GateSlot> slots = new CopyOnWriteArrayList<>();
    private final GateSlot[] shared;
    private volatile boolean open;

    Gate() {
        int places = Integer.highestOneBit(4 * java.lang.Runtime.getRuntime().availableProcessors());
        shared = new GateSlot[places];
        for (int place = 0; place < places; place++) {
            shared[place] = new GateSlot(true);
            slots.add(shared[place]);
        }
    }

    /** Adds workers' own places; with the gate closed. */
    void add(Collection<GateSlot> added) {
        added.forEach(slot -> slot.setRemoved(false));
        slots.addAll(added);
    }

    /**
     * Removes workers' places, with the gate closed and quiet; nobody passes from there any more, even if it opens
     * again.
     */
    void remove(Collection<GateSlot> removed) {
        removed.forEach(slot -> slot.setRemoved(true));
        slots.removeAll(new HashSet<>(removed));
    }

    /** The place of a thread that is no worker of the context. */
    GateSlot sharedSlot() {
        long scattered = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
        return shared[(int) (scattered >>> 40) & (shared.length - 1)];
    }

    /** Passes, unless the gate is closed or the place was removed. */
    boolean enter(GateSlot slot) {
        slot.arrive();
        if (admits(slot)) {
            return true;
        }
        slot.leave();
        return false;
    }

    /**
     * Passes, as a worker that pushes or tells something; waits for its lock, if somebody has it.
     *
     * @param worker null for a thread that is none of the runtime's
     * @return to be given to {@link #leave(GateSlot, WorkerProtocol, int)}; {@link #CLOSED} if it is closed or the
     *     place was removed
     */
    int enter(GateSlot slot, WorkerProtocol worker) {
        if (worker == null) {
            return enter(slot) ? 0 : CLOSED;
        }
        int before = worker.announcePush();
        slot.announce();
        VarHandle.fullFence();
        if (!worker.mayPush(before)) {
            slot.leave(); // while it waits, it holds nobody up
            worker.leave(before);
            before = Waits.pushAfterUnlocking(worker);
            slot.arrive();
        }
        if (admits(slot)) {
            return before;
        }
        leave(slot, worker, before);
        return CLOSED;
    }

    void leave(GateSlot slot, WorkerProtocol worker, int before) {
        slot.leave();
        if (worker != null) {
            worker.leave(before);
        }
    }

    /** Whether a thread that has arrived may pass; it leaves in either case. */
    boolean admits(GateSlot slot) {
        return open && !slot.isRemoved();
    }

    boolean isOpen() {
        return open;
    }

    void open() {
        open = true;
    }

    /** Admits no more threads. Threads inside continue. */
    void close() {
        open = false;
    }

    /** Waits until nobody is inside; false if somebody does not come out for ten seconds. */
    boolean awaitQuiet() {
        Patience patience = null;
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            for (GateSlot slot : slots) {
                for (int tries = 0; slot.isInside(); tries++) {
                    if (tries < SPINS) {
                        Thread.onSpinWait();
                        continue;
                    }
                    patience = patience == null ? new Patience() : patience;
                    if (patience.isOver()) {
                        return false;
                    }
                    interrupt.park(this, NAP_NANOS);
                }
            }
            return true;
        }
    }

    List<GateSlot> busySlots() {
        return slots.stream().filter(GateSlot::isInside).toList();
    }

    List<GateSlot> slots() {
        return slots;
    }
}
