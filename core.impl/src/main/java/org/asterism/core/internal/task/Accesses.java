package org.asterism.core.internal.task;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BiPredicate;
import org.asterism.api.Access;
import org.asterism.core.internal.data.Handle;

/**
 * The data of a task in the order of their ids, each piece once, with the task's access mode. Immutable.
 *
 * <p>A task with few handles, each of which it names once, needs only a number instead of this object; see
 * {@link #walk}.
 */
final class Accesses {
    /** Result of {@link #walk} for a task that needs an object. */
    static final long NONE = -1;

    /** Number of bits that a position takes in a number. */
    private static final int BITS = 4;

    /**
     * Of so many handles the positions fit into a number; the highest position stands for no handle, as in
     * {@link #NONE}.
     */
    private static final int FEW = Long.SIZE / BITS - 1;

    private final Handle[] handles;
    private final Access[] modes;
    private final int size;

    private Accesses(Handle[] handles, Access[] modes, int size) {
        this.handles = handles;
        this.modes = modes;
        this.size = size;
    }

    /**
     * The accesses of a task.
     *
     * @throws IllegalArgumentException if it names a handle twice with modes that do not go together
     */
    static Accesses of(Job job) {
        int count = job.dataCount();
        Handle[] handles = new Handle[count];
        Access[] modes = new Access[count];
        int size = 0;
        Integer[] byId = new Integer[count];
        Arrays.setAll(byId, index -> index);
        Arrays.sort(byId, Comparator.comparingLong(index -> job.data(index).id()));
        for (int index : byId) {
            Handle handle = job.data(index);
            Access mode = job.mode(index);
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
    Accesses filtered(BiPredicate<Handle, Access> condition) {
        Handle[] kept = new Handle[size];
        Access[] keptModes = new Access[size];
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

    Access mode(int index) {
        return modes[index];
    }

    // A walk over the accesses of a task, by a number or, if there is none, by an object.

    /**
     * Packs the positions of a task's handles in the order of their ids into a number, the first one in the lowest
     * bits. A number and not an object, because each task with several handles needs it.
     *
     * @return {@link #NONE} if there are too many, or the task names one of them twice: then it takes the object that
     *     {@link #of} makes
     */
    static long walk(Job job) {
        int count = job.dataCount();
        if (count > FEW) {
            return NONE;
        }
        long walk = 0;
        for (int index = 1; index < count; index++) {
            long id = job.data(index).id();
            int place = index;
            while (place > 0 && id < job.data(position(walk, place - 1)).id()) {
                place--;
            }
            if (place > 0 && id == job.data(position(walk, place - 1)).id()) {
                return NONE;
            }
            long before = walk & (1L << BITS * place) - 1;
            walk = before | (long) index << BITS * place | (walk - before) << BITS;
        }
        return walk;
    }

    private static int position(long walk, int step) {
        return (int) (walk >>> BITS * step) & (1 << BITS) - 1;
    }

    static int size(Job job, long walk, Accesses many) {
        return walk == NONE ? many.size : job.dataCount();
    }

    static Handle handle(Job job, long walk, Accesses many, int step) {
        return walk == NONE ? many.handles[step] : job.data(position(walk, step));
    }

    static AccessOrder order(Job job, long walk, Accesses many, int step) {
        return AccessOrder.of(handle(job, walk, many, step));
    }

    static void lock(Job job, long walk, Accesses many) {
        for (int step = 0; step < size(job, walk, many); step++) {
            order(job, walk, many, step).lock();
        }
    }

    static void unlock(Job job, long walk, Accesses many) {
        for (int step = 0; step < size(job, walk, many); step++) {
            order(job, walk, many, step).unlock();
        }
    }

    static Access mode(Job job, long walk, Accesses many, int step) {
        return walk == NONE ? many.modes[step] : job.mode(position(walk, step));
    }

    /** Returns the mode with which a task uses a handle that it may name several times; null if it does not name it. */
    static Access modeOf(Job job, Handle handle) {
        Access mode = null;
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.data(index) == handle) {
                mode = mode == null ? job.mode(index) : both(job, handle, mode, job.mode(index));
            }
        }
        return mode;
    }

    private static Access both(Job job, Handle handle, Access one, Access other) {
        try {
            return one.and(other);
        } catch (IllegalArgumentException apart) {
            throw new IllegalArgumentException(
                    job + " names " + handle.name() + " twice: " + apart.getMessage(), apart);
        }
    }
}
