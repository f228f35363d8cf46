package org.asterism.kit.policy.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * Tasks that were placed with a worker without its queue's lock, until a holder of the lock puts them in order: a stack
 * (Treiber's) on cache lines of its own. Each task knows how many are below it, so one compare-and-set both adds it and
 * counts it. In a queue that is sorted by priority, the stack also keeps an upper bound of their priorities. So the
 * worker can take its first task without putting these in order.
 *
 * <p><b>Threads.</b> Any thread adds and counts. Only the holder of the queue's lock takes them.
 */
final class Incoming {
    private static final VarHandle NEWEST;
    private static final VarHandle URGENT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEWEST = lookup.findVarHandle(Word.class, "newest", Placed.class);
            URGENT = lookup.findVarHandle(Incoming.class, "urgent", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private abstract static class Word extends Padded {
        Placed newest;
    }

    private static final class PaddedWord extends Word {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final Word word = new PaddedWord();
    private final boolean isSorted;

    /** In a sorted queue, and after each addition has ended, not less than the highest of their priorities. */
    private int urgent = Integer.MIN_VALUE;

    Incoming(boolean isSorted) {
        this.isSorted = isSorted;
    }

    void add(Placed placed) {
        push(placed);
        if (isSorted) {
            raiseUrgent(placed.priority);
        }
    }

    private void push(Placed placed) {
        Placed below;
        do {
            below = (Placed) NEWEST.getAcquire(word);
            placed.next = below;
            placed.height = below == null ? 1 : below.height + 1;
        } while (!NEWEST.compareAndSet(word, below, placed));
    }

    private void raiseUrgent(int priority) {
        int known = (int) URGENT.getVolatile(this);
        while (priority > known && !URGENT.compareAndSet(this, known, priority)) {
            known = (int) URGENT.getVolatile(this);
        }
    }

    /** Whether one of them may come before a task of this priority; by the holder of the lock. */
    boolean mayPrecede(int priority) {
        return urgent > priority;
    }

    /**
     * Forgets the bound of their priorities. The holder of the lock calls this before it takes them, so that a later
     * addition raises the bound again.
     */
    void forgetUrgent() {
        URGENT.setVolatile(this, Integer.MIN_VALUE);
    }

    /** Adds what {@link #takeAll} returned, or its rest, behind those that have come since; null is nothing. */
    void addAll(Placed oldest) {
        Placed placed = oldest;
        while (placed != null) {
            Placed next = placed.next;
            push(placed);
            placed = next;
        }
        if (oldest != null) {
            URGENT.setVolatile(this, Integer.MAX_VALUE);
        }
    }

    /**
     * Whether there are none. The access is volatile: of a thread that adds a task and one that calls this, at least
     * one sees what the other has written before.
     */
    boolean isEmpty() {
        return NEWEST.getVolatile(word) == null;
    }

    int size() {
        Placed newest = (Placed) NEWEST.getAcquire(word);
        return newest == null ? 0 : newest.height;
    }

    /** Takes all. Returns the oldest, from which {@link Placed#next} leads to the others in their order. */
    Placed takeAll() {
        Placed placed = (Placed) NEWEST.getAndSet(word, null);
        Placed oldest = null;
        while (placed != null) {
            Placed below = placed.next;
            placed.next = oldest;
            oldest = placed;
            placed = below;
        }
        return oldest;
    }
}
