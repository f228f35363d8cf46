package org.asterism.core.internal.task;

import java.util.List;
import java.util.TreeSet;
import org.asterism.api.AccessMode;

/**
 * Who has its turn on a piece of data, readers together, contributors to a reduction together, and all others alone; and who
 * waits for it, in the order of arrival. Guarded by the lock of the data.
 */
final class Turns {
    private final TreeSet<Waiter> waiting = new TreeSet<>();
    private AccessMode held;
    private int holders;

    /** Why the data are invalid when those who have their turn have given it back, or null. */
    private Throwable corruption;

    /** Whether a task could have its turn now as far as those are concerned who have it. */
    boolean admits(AccessMode mode) {
        return holders == 0 || held == mode && (mode == AccessMode.R || mode == AccessMode.REDUX);
    }

    void take(AccessMode mode) {
        held = mode;
        holders++;
    }

    /** Gives one turn back; why the data are invalid from now on, null if that stays as it is. */
    Throwable giveBack() {
        if (--holders > 0) {
            return null;
        }
        Throwable left = corruption;
        corruption = null;
        return left;
    }

    /** Notes why the data are invalid once those who have their turn have given it back; false if nobody has. */
    boolean corruptLater(Throwable cause) {
        if (holders == 0) {
            return false;
        }
        corruption = cause;
        return true;
    }

    void add(Waiter waiter) {
        waiting.add(waiter);
    }

    boolean remove(Waiter waiter) {
        return waiting.remove(waiter);
    }

    /** Who has waited longest, or null. */
    Waiter first() {
        return waiting.isEmpty() ? null : waiting.first();
    }

    List<Waiter> waiting() {
        return List.copyOf(waiting);
    }
}
