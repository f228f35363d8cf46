package org.asterism.core.internal.task;

import java.util.List;
import java.util.TreeSet;
import org.asterism.api.Access;

/**
 * The turns on one piece of data: the mode of the tasks that have their turn, and the waiting tasks in the order of
 * arrival.
 *
 * <p>Readers have their turn together, and so do contributors to a reduction. Every other task has its turn alone.
 * Guarded by the lock of the data.
 */
final class Turns {
    private final TreeSet<Waiter> waiting = new TreeSet<>();
    private Access held;
    private int holders;

    /** Reason why the data are invalid when the tasks that have their turn have given it back, or null. */
    private Throwable corruption;

    /**
     * Whether the tasks that have their turn let another one have it as well. Nobody joins them while the data are to
     * become invalid: a task that did would read them as if they were valid, and readers that overlap would postpone
     * that for ever.
     */
    boolean admits(Access mode) {
        return holders == 0 || corruption == null && isShared() && held == mode;
    }

    private boolean isShared() {
        return held == Access.R || held == Access.REDUX;
    }

    void take(Access mode) {
        held = mode;
        holders++;
    }

    /** Gives one turn back. Returns why the data are invalid from now on, or null if that stays as it is. */
    Throwable giveBack() {
        if (--holders > 0) {
            return null;
        }
        Throwable left = corruption;
        corruption = null;
        return left;
    }

    /** Notes why the data are invalid once the tasks that have their turn have given it back; false if no task has. */
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

    /** Returns the thread that has waited longest, or null. */
    Waiter first() {
        return waiting.isEmpty() ? null : waiting.first();
    }

    /**
     * Returns the waiting entry of a task, or null. Most tasks are cancelled in the order of their arrival, so this
     * searches from the oldest and makes no copy. So cancelling all tasks takes linear time.
     */
    Waiter waiterOf(Job job) {
        for (Waiter waiter : waiting) {
            if (waiter.job == job) {
                return waiter;
            }
        }
        return null;
    }

    List<Waiter> waiting() {
        return List.copyOf(waiting);
    }
}
