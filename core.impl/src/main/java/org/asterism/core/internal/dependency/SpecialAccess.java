package org.asterism.core.internal.dependency;

import org.asterism.api.AccessMode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;

/**
 * Accesses that need more than a place in the order, or none: commuting ones, all on arbitrated data, and those that give up
 * the order of submission. All with the locks of the task's data.
 */
final class SpecialAccess {
    private SpecialAccess() {}

    /** Whether one of a task's accesses is such. */
    static boolean isOne(Job job, int index) {
        AccessMode mode = job.mode(index);
        AccessOrder order = job.data(index);
        return mode != AccessMode.R && mode != AccessMode.W && mode != AccessMode.RW
                || !order.isPlain()
                || isSaidUnordered(job, job.data(index));
    }

    private static boolean isSaidUnordered(Job job, Handle handle) {
        Particulars said = job.particulars();
        return said != null && said.isUnordered(handle);
    }

    /** Throws what there is to throw before the task has any place. */
    static void check(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            Handle handle = job.data(index);
            AccessOrder order = handle;
            AccessMode mode;
            try {
                mode = DataOrder.modeOf(job, handle);
            } catch (IllegalArgumentException apart) {
                throw new IllegalArgumentException(
                        job + " names " + handle.name() + " twice: " + apart.getMessage(), apart);
            }
            if (mode != AccessMode.SCRATCH && isSaidUnordered(job, handle) && !order.isArbitrated()) {
                throw new IllegalStateException(job + " gives up its order on " + handle.name()
                        + ", on which tasks do not take turns: call arbitrated() on it before you submit tasks on it");
            }
        }
    }

    /** Takes a task's place in the order of one of its data, or does without. */
    static void place(Job job, Handle handle, AccessMode mode) {
        if (mode == AccessMode.SCRATCH) {
            return; // each worker has memory of its own to work in
        }
        AccessOrder order = handle;
        if (order.isUnordered() || isSaidUnordered(job, handle)) {
            order.terms().addUnordered(job);
        } else {
            DataOrder.place(job, order, mode);
        }
        if (TurnSet.isPart(order, mode)) {
            order.terms(); // where the turns are
            job.markTakesTurns();
        }
    }
}
