package org.asterism.kit.component;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

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
 */
final class Seekers {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong reports = new AtomicLong();

    /** Counts a report of room, with which a search begins. */
    void report() {
        reports.incrementAndGet();
        VarHandle.fullFence();
    }

    /** Returns the number of reports of room. */
    long reports() {
        return reports.get();
    }

    /** Begins any other search. */
    void begin() {
        begun.incrementAndGet();
        VarHandle.fullFence();
    }

    /** Ends a search, of either kind. */
    void end() {
        ended.incrementAndGet();
    }

    /** Returns the number of ended searches. Call this before a task is taken out. */
    long ended() {
        return ended.get();
    }

    /**
     * Whether a search may have missed the task. Call this after the task was put back.
     *
     * @param endedBefore number of ended searches before it was taken out
     * @param own number of searches that the calling thread has begun and not ended
     */
    boolean haveMissed(long endedBefore, int own) {
        VarHandle.fullFence();
        return begun.get() + reports.get() != endedBefore + own;
    }
}
