package org.asterism.kit.policy.stealing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/** How a worker looks for tasks, on cache lines of its own. Only its own thread uses it, but for {@link #isBusy}. */
class Search extends Padded {
    private static final VarHandle BUSY;

    /** One look in so many takes the lock of a queue that seems to be empty; a power of two. */
    private static final int LOOKS_PER_THOROUGH_ONE = 16;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(Search.class, "busy", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Where it looks for a victim next. */
    int cursor;

    /** The places of the workers near to it, the nearest first; null until it needs them. */
    int[] neighbours;

    /** Whether its last look for a victim ended because another thief was there. */
    boolean keptAway;

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

    /**
     * Whether to take the lock of a queue that seems to be empty. If it is, that takes the queue off those that thieves
     * look at, and its next pusher has to put it back: with few workers this costs more than it spares.
     */
    boolean isThorough() {
        return (++looks & LOOKS_PER_THOROUGH_ONE - 1) == 0;
    }

    /**
     * Whether it has found a task when it last asked, so that it will not come for its other tasks at once. Any thread.
     */
    boolean isBusy() {
        return (boolean) BUSY.getOpaque(this);
    }

    /** Remembers whether it has found a task; written only if that has changed, because thieves look at it. */
    void setBusy(boolean found) {
        if (busy != found) {
            BUSY.setOpaque(this, found);
        }
    }
}
