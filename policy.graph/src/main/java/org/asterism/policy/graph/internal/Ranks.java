package org.asterism.policy.graph.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;

/**
 * Ranks by task id, so that the table keeps no task alive. It is a hash table with linear probing that is filled once.
 * A taken entry stays as a mark, so that taking needs no lock.
 *
 * <p><b>Threads.</b> One thread calls {@link #put} before it publishes the table; the other methods allow any thread.
 */
final class Ranks {
    static final Ranks NONE = new Ranks(0);

    /** Result of {@link #take} and {@link #get} for a task without a rank here. */
    static final int UNKNOWN = -1;

    private static final VarHandle RANK = MethodHandles.arrayElementVarHandle(int[].class);

    private final long[] ids;
    private final int[] ranks;
    private final AtomicInteger left = new AtomicInteger();

    /** Creates a table for up to {@code most} tasks. */
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

    /** Adds the entries of another table that this one does not have. */
    void putAbsent(Ranks others) {
        for (int place = 0; place < others.ids.length; place++) {
            int rank = (int) RANK.getOpaque(others.ranks, place);
            if (others.ids[place] != 0 && rank != UNKNOWN && ids[place(others.ids[place])] == 0) {
                put(others.ids[place], rank);
            }
        }
    }

    /** Returns the number of ranks that were not taken yet. */
    int size() {
        return left.get();
    }

    /** Returns the rank of a task, or {@link #UNKNOWN}. */
    int get(Task task) {
        int place = place(task.id());
        return ids[place] == 0 ? UNKNOWN : (int) RANK.getOpaque(ranks, place);
    }

    /** Removes the rank of a task and returns it, or {@link #UNKNOWN}. */
    int take(Task task) {
        int place = place(task.id());
        int rank = ids[place] == 0 ? UNKNOWN : (int) RANK.getAndSet(ranks, place, UNKNOWN);
        if (rank != UNKNOWN) {
            left.decrementAndGet();
        }
        return rank;
    }

    /** Returns the slot of an id, whether present or not. Ids begin with 1. */
    private int place(long id) {
        int mask = ids.length - 1;
        int place = (int) (id * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (ids[place] != 0 && ids[place] != id) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
