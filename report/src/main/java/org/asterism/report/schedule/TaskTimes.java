package org.asterism.report.schedule;

/**
 * Map from task ids to numbers, as a hash table with linear probing, so that a million entries need only a few arrays.
 * Used by one thread.
 */
final class TaskTimes {
    private static final long EMPTY = 0; // Ids begin with 1.
    private static final double LARGEST_LOAD = 0.6;

    private long[] ids = new long[1024];
    private double[] times = new double[1024];
    private int size;

    int size() {
        return size;
    }

    /** Stores the larger of the given and the present number. */
    void raise(long id, double time) {
        int at = place(id);
        if (ids[at] == id) {
            times[at] = Math.max(times[at], time);
            return;
        }
        ids[at] = id;
        times[at] = time;
        if (++size > ids.length * LARGEST_LOAD) {
            grow();
        }
    }

    /** Returns the number of a task, or 0 if it has none. */
    double get(long id) {
        int at = place(id);
        return ids[at] == id ? times[at] : 0;
    }

    /** Removes a number and returns it, or 0 if there is none. */
    double remove(long id) {
        int at = place(id);
        if (ids[at] != id) {
            return 0;
        }
        double time = times[at];
        size--;
        // Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithm R: the entries behind move up.
        int mask = ids.length - 1;
        int hole = at;
        for (int next = at + 1 & mask; ids[next] != EMPTY; next = next + 1 & mask) {
            int home = home(ids[next]);
            if ((next - home & mask) >= (next - hole & mask)) {
                ids[hole] = ids[next];
                times[hole] = times[next];
                hole = next;
            }
        }
        ids[hole] = EMPTY;
        return time;
    }

    private int place(long id) {
        int mask = ids.length - 1;
        int at = home(id);
        while (ids[at] != EMPTY && ids[at] != id) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int home(long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & ids.length - 1;
    }

    private void grow() {
        long[] oldIds = ids;
        double[] oldTimes = times;
        ids = new long[oldIds.length * 2];
        times = new double[ids.length];
        for (int from = 0; from < oldIds.length; from++) {
            if (oldIds[from] != EMPTY) {
                int at = place(oldIds[from]);
                ids[at] = oldIds[from];
                times[at] = oldTimes[from];
            }
        }
    }
}
