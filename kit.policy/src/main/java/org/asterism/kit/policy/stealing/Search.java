package org.asterism.kit.policy.stealing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.concurrent.Padded;

/**
 * State of a worker's search for tasks, on its own cache lines. Only the worker's thread uses it, except for
 * {@link #isBusy}.
 */
class Search extends Padded {
    private static final VarHandle BUSY;

    /** Every how many searches the worker also locks queues that seem to be empty; a power of two. */
    private static final int LOOKS_PER_THOROUGH_ONE = 16;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(Search.class, "busy", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Place where the next search for a victim begins. */
    int cursor;

    /** Places of the nearest workers, the nearest first; null until the first search. */
    int[] neighbours;

    /** Whether the last search ended because another thief was at the victim. */
    boolean keptAway;

    /** Null until the worker steals for the first time, so that it lies where the worker's thread allocates. */
    private StampedTasks loot;

    private int looks;
    private boolean busy;

    private Search() {}

    private static final class PaddedSearch extends Search {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    static Search make() {
        return new PaddedSearch();
    }

    /** Returns the list of tasks that the worker takes along when it steals; it is empty except during a theft. */
    StampedTasks loot() {
        if (loot == null) {
            loot = new StampedTasks();
        }
        return loot;
    }

    /**
     * Whether to lock a queue that seems to be empty. If it is empty, the thief removes it from the index, and the next
     * push has to add it again. With few workers this costs more than it saves.
     */
    boolean isThorough() {
        return (++looks & LOOKS_PER_THOROUGH_ONE - 1) == 0;
    }

    /**
     * Whether the worker found a task in its last search, so that it will not take its other tasks soon. Any thread may
     * call this.
     */
    boolean isBusy() {
        return (boolean) BUSY.getOpaque(this);
    }

    /** Records whether the worker found a task. It writes only changes, because thieves read the value. */
    void setBusy(boolean found) {
        if (busy != found) {
            BUSY.setOpaque(this, found);
        }
    }
}
