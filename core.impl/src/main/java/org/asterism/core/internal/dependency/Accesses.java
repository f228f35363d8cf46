package org.asterism.core.internal.dependency;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BiPredicate;
import org.asterism.api.AccessMode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * The data of a task in the order of their ids, each piece once, with the task's mode of access to it. Of a task with few
 * handles the next one is found by a look at all of them, which needs no object; see {@link #ofMany}. Immutable.
 */
final class Accesses {
    /** With more handles than this a look at all of them for each takes longer than sorting them. */
    private static final int FEW = 16;

    private final Handle[] handles;
    private final AccessMode[] modes;
    private final int size;

    private Accesses(Handle[] handles, AccessMode[] modes, int size) {
        this.handles = handles;
        this.modes = modes;
        this.size = size;
    }

    /** The accesses of a task with many handles; null if it has few. */
    static Accesses ofMany(Job job) {
        return job.dataCount() <= FEW ? null : of(job);
    }

    /**
     * The accesses of a task.
     *
     * @throws IllegalArgumentException if it names a handle twice with modes that do not go together
     */
    static Accesses of(Job job) {
        int count = job.dataCount();
        Handle[] handles = new Handle[count];
        AccessMode[] modes = new AccessMode[count];
        int size = 0;
        if (count <= FEW) {
            for (int at = first(job, null); at >= 0; at = next(job, null, at)) {
                handles[size] = job.data(at);
                modes[size++] = modeOf(job, job.data(at));
            }
            return new Accesses(handles, modes, size);
        }
        Integer[] byId = new Integer[count];
        Arrays.setAll(byId, index -> index);
        Arrays.sort(byId, Comparator.comparingLong(index -> job.data(index).id()));
        for (int index : byId) {
            Handle handle = job.data(index);
            AccessMode mode = job.mode(index);
            if (size > 0 && handles[size - 1] == handle) {
                modes[size - 1] = both(job, handle, modes[size - 1], mode);
            } else {
                handles[size] = handle;
                modes[size++] = mode;
            }
        }
        return new Accesses(handles, modes, size);
    }

    /** The accesses that satisfy a condition. */
    Accesses filtered(BiPredicate<Handle, AccessMode> condition) {
        Handle[] kept = new Handle[size];
        AccessMode[] keptModes = new AccessMode[size];
        int count = 0;
        for (int index = 0; index < size; index++) {
            if (condition.test(handles[index], modes[index])) {
                kept[count] = handles[index];
                keptModes[count++] = modes[index];
            }
        }
        return new Accesses(kept, keptModes, count);
    }

    int size() {
        return size;
    }

    Handle handle(int index) {
        return handles[index];
    }

    AccessMode mode(int index) {
        return modes[index];
    }

    // A walk over the accesses of a task, whether it has many or few. A position is -1 behind the last one.

    static int first(Job job, Accesses many) {
        return many == null ? first(job, Long.MIN_VALUE) : 0;
    }

    static int next(Job job, Accesses many, int position) {
        if (many == null) {
            return first(job, job.data(position).id());
        }
        return position + 1 < many.size ? position + 1 : -1;
    }

    static Handle handle(Job job, Accesses many, int position) {
        return many == null ? job.data(position) : many.handles[position];
    }

    static AccessMode mode(Job job, Accesses many, int position) {
        return many == null ? modeOf(job, job.data(position)) : many.modes[position];
    }

    /** The first position of the handle with the least id above a given one, or -1. */
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

    /** What a task does with a handle that it may name several times; null if it does not name it. */
    static AccessMode modeOf(Job job, Handle handle) {
        AccessMode mode = null;
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.data(index) == handle) {
                mode = mode == null ? job.mode(index) : both(job, handle, mode, job.mode(index));
            }
        }
        return mode;
    }

    private static AccessMode both(Job job, Handle handle, AccessMode one, AccessMode other) {
        try {
            return one.and(other);
        } catch (IllegalArgumentException apart) {
            throw new IllegalArgumentException(
                    job + " names " + handle.name() + " twice: " + apart.getMessage(), apart);
        }
    }
}
