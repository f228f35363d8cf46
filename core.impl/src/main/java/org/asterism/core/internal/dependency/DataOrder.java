package org.asterism.core.internal.dependency;

import org.asterism.api.AccessMode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * The order that accesses to data impose: on each handle the tasks seem to run one after the other, in the order of their
 * submission, except that readers between two writers may run side by side, commuting tasks in any order, and contributors to a
 * reduction side by side. Memory to work in has no order. See {@link AccessOrder}.
 *
 * <p>All handles of a task are locked, in the order of their ids, while it takes its place behind the others; so tasks that
 * several threads submit on the same data at the same time have one order, the same on each handle.
 */
public final class DataOrder {
    private DataOrder() {}

    /**
     * Takes a task's place in the order of each of its handles.
     *
     * @throws IllegalStateException if a handle is closed; the task has no place then
     * @throws IllegalArgumentException if the task names a handle twice with modes that do not go together; likewise
     */
    public static void declare(Job job) {
        int count = job.dataCount();
        if (count == 0) {
            return;
        }
        if (count == 1) {
            Handle handle = job.data(0);
            handle.lock();
            try {
                handle.requireOpen();
                place(job, handle, job.mode(0));
            } finally {
                handle.unlock();
            }
            return;
        }
        int last = lockAll(job);
        try {
            check(job);
            for (int index = first(job, Long.MIN_VALUE);
                    index >= 0;
                    index = first(job, job.data(index).id())) {
                place(job, job.data(index), modeOf(job, job.data(index)));
            }
        } finally {
            unlockAll(job, last);
        }
    }

    /** Throws what there is to throw before the task has any place. */
    private static void check(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            job.data(index).requireOpen();
            AccessMode mode = job.mode(index);
            if (mode == AccessMode.SCRATCH || mode == AccessMode.REDUX) {
                try {
                    modeOf(job, job.data(index));
                } catch (IllegalArgumentException apart) {
                    throw new IllegalArgumentException(
                            job + " names " + job.data(index).name() + " twice: " + apart.getMessage(), apart);
                }
            }
        }
    }

    private static int lockAll(Job job) {
        int last = -1;
        for (int index = first(job, Long.MIN_VALUE);
                index >= 0;
                index = first(job, job.data(index).id())) {
            job.data(index).lock();
            last = index;
        }
        return last;
    }

    private static void unlockAll(Job job, int last) {
        long end = job.data(last).id();
        for (int index = first(job, Long.MIN_VALUE);
                index >= 0;
                index = first(job, job.data(index).id())) {
            boolean isLast = job.data(index).id() == end;
            job.data(index).unlock();
            if (isLast) {
                return;
            }
        }
    }

    /** The first position of the handle with the least id above a given one, or -1. Tasks have few handles: no sorting. */
    private static int first(Job job, long above) {
        int best = -1;
        long bestId = Long.MAX_VALUE;
        for (int index = 0; index < job.dataCount(); index++) {
            long id = job.data(index).id();
            if (id > above && id < bestId) {
                best = index;
                bestId = id;
            }
        }
        return best;
    }

    /** What a task does with a handle that it may name several times. */
    private static AccessMode modeOf(Job job, Handle handle) {
        AccessMode mode = null;
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.data(index) == handle) {
                mode = mode == null ? job.mode(index) : mode.and(job.mode(index));
            }
        }
        return mode;
    }

    private static void place(Job job, AccessOrder order, AccessMode mode) {
        switch (mode) {
            case W, RW -> order.placeAlone(job);
            case R, COMMUTE, REDUX -> order.placeTogether(job, mode);
            case SCRATCH -> {
                // Each worker has memory of its own to work in.
            }
        }
    }
}
