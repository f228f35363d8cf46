package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

    /** Slots of single threads that are no workers of the context; each is made when a first thread needs it. */
    private final AtomicReferenceArray<OwnSlot> ofThreads;

    private volatile boolean open;

    /** The slot that a thread has for itself; another record takes its place when the thread has ended. */
    private record OwnSlot(WeakReference<Thread> thread, GateSlot slot) {
        /** Whether its thread has ended. A caller that sees this also sees all that the thread did. */
        boolean isAbandoned() {
            Thread owner = thread.get();
            return owner == null || !owner.isAlive();
        }
    }

    Gate() {
        this(Integer.highestOneBit(4 * java.lang.Runtime.getRuntime().availableProcessors()));
    }

    /** Makes a gate with a number of shared slots, and as many at most for single threads; a power of two. */
    Gate(int places) {
        shared = new GateSlot[places];
        ofThreads = new AtomicReferenceArray<>(places);
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

    /** A slot for the calling thread, which is no worker of the context, and for others. */
    GateSlot sharedSlot() {
        return shared[place(Thread.currentThread())];
    }

    private int place(Thread thread) {
        long scattered = thread.threadId() * 0x9E3779B97F4A7C15L;
        return (int) (scattered >>> 40) & (shared.length - 1);
    }

    /**
     * The slot of the calling thread, which is no worker of the context: one of its own, since most programs submit
     * from few threads. Virtual threads, of which there may be millions, and threads whose place another one has, share
     * some.
     */
    GateSlot slotOfThread() {
        Thread thread = Thread.currentThread();
        int place = place(thread);
        OwnSlot own = ofThreads.getAcquire(place);
        return own != null && own.thread.refersTo(thread) ? own.slot : slotAt(place, own, thread);
    }

    private GateSlot slotAt(int place, OwnSlot taken, Thread thread) {
        if (thread.isVirtual() || taken != null && !taken.isAbandoned()) {
            return shared[place];
        }
        synchronized (ofThreads) {
            OwnSlot last = ofThreads.get(place);
            if (last != null && !last.isAbandoned()) {
                return shared[place];
            }
            OwnSlot own = new OwnSlot(new WeakReference<>(thread), last == null ? new GateSlot(false) : last.slot);
            if (last == null) {
                slots.add(own.slot); // first: a thread that closes the gate later must find it
            }
            ofThreads.set(place, own);
            return own.slot;
        }
    }

    /** Forgets tasks that have left, and gives back room that they have taken. */
    void tidy() {
        slots.forEach(slot -> slot.held().tidy());
        for (int place = 0; place < ofThreads.length(); place++) {
            OwnSlot own = ofThreads.getAcquire(place);
            if (own != null && own.slot.held().room() > HeldTasks.LEAST && own.isAbandoned()) {
                giveBackRoom(place);
            }
        }
    }

    private void giveBackRoom(int place) {
        synchronized (ofThreads) { // so that no thread takes over the slot meanwhile
            OwnSlot own = ofThreads.get(place);
            if (own.isAbandoned()) {
                own.slot.held().giveBackRoom();
            }
        }
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
