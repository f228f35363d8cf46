package org.asterism.kit.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * Counter of searches in a store, which detects searches that missed a task. A task is missed if a worker searches
 * while another thread has taken the task out to offer it, and later puts it back. That worker could fall asleep
 * although there is a task for it.
 *
 * <p>Every search is counted when it begins and when it ends, also that of a child which reports room: its report is
 * the beginning, and counted by itself as well. The thread that offers a task reads the number of ended searches before
 * it takes the task out. If the same number have begun when the task is back, no search missed it: all searches ended
 * before, or see the task. A thread that offers tasks within a search of its own allows for that one, which goes on.
 *
 * <p><b>Memory order.</b> One full fence lies between the return of a task and the reads of begun searches, another
 * between the start of a search and its look into the store. So one of the two threads sees the other.
 *
 * <p>All threads that search write the counts, so these have cache lines of their own and do not slow down reads of the
 * fields beside them.
 */
final class Seekers {
    private static final VarHandle BEGUN;
    private static final VarHandle ENDED;
    private static final VarHandle REPORTS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BEGUN = lookup.findVarHandle(Words.class, "begun", long.class);
            ENDED = lookup.findVarHandle(Words.class, "ended", long.class);
            REPORTS = lookup.findVarHandle(Words.class, "reports", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private abstract static class Words extends Padded {
        volatile long begun;
        volatile long ended;
        volatile long reports;
    }

    private static final class PaddedWords extends Words {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final Words counts = new PaddedWords();

    /** Counts a report of room, with which a search begins. */
    void report() {
        REPORTS.getAndAdd(counts, 1L);
        VarHandle.fullFence();
    }

    /** Returns the number of reports of room. */
    long reports() {
        return counts.reports;
    }

    /** Begins any other search. */
    void begin() {
        BEGUN.getAndAdd(counts, 1L);
        VarHandle.fullFence();
    }

    /** Ends a search, of either kind. */
    void end() {
        ENDED.getAndAdd(counts, 1L);
    }

    /** Returns the number of ended searches. Call this before a task is taken out. */
    long ended() {
        return counts.ended;
    }

    /**
     * Whether a search may have missed the task. Call this after the task was put back.
     *
     * @param endedBefore number of ended searches before it was taken out
     * @param own number of searches that the calling thread has begun and not ended
     */
    boolean haveMissed(long endedBefore, int own) {
        VarHandle.fullFence();
        return counts.begun + counts.reports != endedBefore + own;
    }
}
