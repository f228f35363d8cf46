package org.asterism.core.internal.dependency;

import org.asterism.api.AccessMode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/** The data that a task takes its turn on, in the order of their ids, and what it does with each. Immutable. */
final class TurnSet {
    private final Handle[] handles;
    private final AccessMode[] modes;

    private TurnSet(Handle[] handles, AccessMode[] modes) {
        this.handles = handles;
        this.modes = modes;
    }

    /** The set of a task; for whoever owns the task, since a task lets go of its data at its end. */
    static TurnSet of(Job job) {
        int count = 0;
        for (int index = next(job, Long.MIN_VALUE);
                index >= 0;
                index = next(job, job.data(index).id())) {
            count++;
        }
        Handle[] handles = new Handle[count];
        AccessMode[] modes = new AccessMode[count];
        int place = 0;
        for (int index = next(job, Long.MIN_VALUE);
                index >= 0;
                index = next(job, job.data(index).id())) {
            handles[place] = job.data(index);
            modes[place++] = DataOrder.modeOf(job, job.data(index));
        }
        return new TurnSet(handles, modes);
    }

    private static int next(Job job, long above) {
        int index = DataOrder.first(job, above);
        while (index >= 0 && !isPart(job.data(index), DataOrder.modeOf(job, job.data(index)))) {
            index = DataOrder.first(job, job.data(index).id());
        }
        return index;
    }

    /** Whether a task takes its turn on data; the same answer from its submission to its end. */
    static boolean isPart(AccessOrder order, AccessMode mode) {
        return mode == AccessMode.COMMUTE || mode != AccessMode.SCRATCH && order.isArbitrated();
    }

    void lock() {
        for (Handle handle : handles) {
            handle.lock();
        }
    }

    void unlock() {
        for (Handle handle : handles) {
            handle.unlock();
        }
    }

    int size() {
        return handles.length;
    }

    Handle handle(int index) {
        return handles[index];
    }

    Turns turns(int index) {
        return turns(handles[index]);
    }

    static Turns turns(AccessOrder order) {
        return order.turns();
    }

    // With all of them locked.

    /** The first of the data on which a task cannot have its turn now, or null; a task that does not wait yet comes last. */
    Handle firstTaken(Waiter waiter) {
        for (int index = 0; index < handles.length; index++) {
            if (isTaken(index, waiter)) {
                return handles[index];
            }
        }
        return null;
    }

    /** Whether a task cannot have its turn now on one of them. */
    boolean isTaken(Handle handle, Waiter waiter) {
        for (int index = 0; index < handles.length; index++) {
            if (handles[index] == handle) {
                return isTaken(index, waiter);
            }
        }
        return false;
    }

    private boolean isTaken(int index, Waiter waiter) {
        Turns turns = turns(index);
        Waiter first = turns.first();
        boolean somebodyWaitsLonger = first != null && (waiter == null || first.compareTo(waiter) < 0);
        return somebodyWaitsLonger || !turns.admits(modes[index]);
    }

    void takeAll() {
        for (int index = 0; index < handles.length; index++) {
            turns(index).take(modes[index]);
        }
    }
}
