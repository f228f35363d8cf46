package org.asterism.policy.graph.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;

/**
 * The ranks of tasks by their ids, and of no other: it keeps no task alive. A hash table with linear probing that is
 * built once; what is taken from it stays as a mark, so that taking needs no lock.
 *
 * <p><b>Threads.</b> {@link #put} one, before the table is given to others; the rest any.
 */
final class Ranks {
    static final Ranks NONE = new Ranks(0);

    /** What {@link #take} and {@link #get} say of a task that has no rank here. */
    static final int UNKNOWN = -1;

    private static final VarHandle RANK = MethodHandles.arrayElementVarHandle(int[].class);

    private final long[] ids;
    private final int[] ranks;
    private final AtomicInteger left = new AtomicInteger();

    /** Makes a table for so many tasks at most. */
    Ranks(int most) {
        int capacity = Integer.highestOneBit(Math.max(2, most)) * 4;
        ids = new long[capacity];
        ranks = new int[capacity];
    }

    void put(Task task, int rank) {
        put(task.id(), rank);
    }

    private void put(long id, int rank) {
        int place = place(id);
        ids[place] = id;
        ranks[place] = rank;
        left.setPlain(left.getPlain() + 1);
    }

    /** Adds what another table has and this one has not. */
    void putAbsent(Ranks others) {
        for (int place = 0; place < others.ids.length; place++) {
            int rank = (int) RANK.getOpaque(others.ranks, place);
            if (others.ids[place] != 0 && rank != UNKNOWN && ids[place(others.ids[place])] == 0) {
                put(others.ids[place], rank);
            }
        }
    }

    /** How many tasks have ranks here that nobody has taken. */
    int size() {
        return left.get();
    }

    /** The rank of a task, or {@link #UNKNOWN}. */
    int get(Task task) {
        int place = place(task.id());
        return ids[place] == 0 ? UNKNOWN : (int) RANK.getOpaque(ranks, place);
    }

    /** The rank of a task, or {@link #UNKNOWN}; it is forgotten then. */
    int take(Task task) {
        int place = place(task.id());
        int rank = ids[place] == 0 ? UNKNOWN : (int) RANK.getAndSet(ranks, place, UNKNOWN);
        if (rank != UNKNOWN) {
            left.decrementAndGet();
        }
        return rank;
    }

    /** Where an id is, or would be: ids begin with 1. */
    private int place(long id) {
        int mask = ids.length - 1;
        int place = (int) (id * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (ids[place] != 0 && ids[place] != id) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
