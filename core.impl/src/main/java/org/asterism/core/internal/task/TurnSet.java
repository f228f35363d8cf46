package org.asterism.core.internal.task;

import org.asterism.api.Access;
import org.asterism.core.internal.data.Handle;

/** The data on which a task takes its turn, in the order of their ids, with the task's mode on each. Immutable. */
final class TurnSet {
    private final Accesses accesses;

    private TurnSet(Accesses accesses) {
        this.accesses = accesses;
    }

    /** The set of a task; for the thread that owns the task, since a task lets go of its data at its end. */
    static TurnSet of(Job job) {
        return new TurnSet(Accesses.of(job).filtered((handle, mode) -> isPart(AccessOrder.of(handle), mode)));
    }

    /** Whether a task takes its turn on data; the same answer from its submission to its end. */
    static boolean isPart(AccessOrder order, Access mode) {
        return mode == Access.COMMUTE || mode != Access.SCRATCH && order.isArbitrated();
    }

    void lock() {
        for (int index = 0; index < size(); index++) {
            AccessOrder.of(handle(index)).lock();
        }
    }

    void unlock() {
        for (int index = 0; index < size(); index++) {
            AccessOrder.of(handle(index)).unlock();
        }
    }

    int size() {
        return accesses.size();
    }

    Handle handle(int index) {
        return accesses.handle(index);
    }

    Turns turns(int index) {
        return turns(handle(index));
    }

    static Turns turns(Handle handle) {
        return AccessOrder.of(handle).turns();
    }

    /** The mode of one of them; null of other data. */
    Access mode(Handle wanted) {
        for (int index = 0; index < size(); index++) {
            if (handle(index) == wanted) {
                return accesses.mode(index);
            }
        }
        return null;
    }

    // With all of them locked.

    /**
     * The first of the data on which a task cannot have its turn now, or null; a task that does not wait yet comes
     * last.
     */
    Handle firstTaken(Waiter waiter) {
        for (int index = 0; index < size(); index++) {
            if (isTaken(index, waiter)) {
                return accesses.handle(index);
            }
        }
        return null;
    }

    /** Whether a task cannot have its turn now on one of them. */
    boolean isTaken(Handle handle, Waiter waiter) {
        for (int index = 0; index < size(); index++) {
            if (handle(index) == handle) {
                return isTaken(index, waiter);
            }
        }
        return false;
    }

    private boolean isTaken(int index, Waiter waiter) {
        Turns turns = turns(index);
        Waiter first = turns.first();
        boolean somebodyWaitsLonger = first != null && (waiter == null || first.compareTo(waiter) < 0);
        return somebodyWaitsLonger || !turns.admits(accesses.mode(index));
    }

    void takeAll() {
        for (int index = 0; index < size(); index++) {
            turns(index).take(accesses.mode(index));
        }
    }
}
