package org.asterism.core.internal.dependency;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.asterism.api.AccessMode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * The order that accesses to data impose: on each handle the tasks seem to run one after the other, in the order of their
 * submission, except that readers between two writers may run side by side.
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
            for (int index = 0; index < count; index++) {
                job.data(index).requireOpen();
            }
            for (int index = first(job, Long.MIN_VALUE);
                    index >= 0;
                    index = first(job, job.data(index).id())) {
                place(job, job.data(index), modeOf(job, job.data(index)));
            }
        } finally {
            unlockAll(job, last);
        }
    }

    /**
     * Gives a job that reads the place of one that writes the same data, as if it had been placed just behind that: the writers
     * placed since wait for it as well, and those to come will. The writer has not ended, so none of them has begun.
     *
     * @return false if the data are closed: somebody waits for the writer, and cannot be made to wait for another
     */
    public static boolean readOn(Job writer, Job reader, Handle handle) {
        handle.lock();
        try {
            if (handle.isClosed()) {
                return false;
            }
            Set<Job> behind = Collections.newSetFromMap(new IdentityHashMap<>());
            Successors.forEach(writer, next -> {
                AccessMode mode = modeOf(next, handle);
                if (mode != null && mode.writes()) {
                    behind.add(next);
                } else if (mode != null) {
                    addWriters(next, handle, behind); // who waits for the readers does not wait for the writer itself
                }
            });
            behind.forEach(next -> Successors.addOrder(next, reader));
            if (handle.lastWriter() == writer) {
                handle.addReader(reader);
            }
            return true;
        } finally {
            handle.unlock();
        }
    }

    private static void addWriters(Job reader, Handle handle, Set<Job> writers) {
        Successors.forEach(reader, next -> {
            AccessMode mode = modeOf(next, handle);
            if (mode != null && mode.writes()) {
                writers.add(next);
            }
        });
    }

    /** Has a job without data wait for others to be out of its way; before it is submitted. */
    public static void placeBehind(Job job, Iterable<Job> others) {
        for (Job other : others) {
            Successors.addOrder(job, other);
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

    private static void place(Job job, Handle handle, AccessMode mode) {
        if (!mode.writes()) {
            Job writer = handle.lastWriter();
            if (writer != null) {
                Successors.addOrder(job, writer);
            }
            handle.addReader(job);
            return;
        }
        int readers = handle.readerCount();
        if (readers == 0) {
            Job writer = handle.lastWriter();
            if (writer != null) {
                Successors.addOrder(job, writer);
            }
        } else {
            for (int index = 0; index < readers; index++) {
                Successors.addOrder(job, handle.reader(index));
            }
        }
        handle.setWriter(job);
    }
}
