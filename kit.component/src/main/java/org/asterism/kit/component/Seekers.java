package org.asterism.kit.component;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counter of searches in a store, which detects searches that missed a task. A task is missed if a worker searches
 * while another thread has taken the task out to offer it, and later puts it back. That worker could fall asleep
 * although there is a task for it.
 *
 * <p>Every search of a worker that pulls is counted when it begins and when it ends. The thread that offers a task
 * reads the number of ended searches before it takes the task out. If the same number have begun when the task is back,
 * no search missed it: all searches ended before, or see the task.
 *
 * <p>A child that reports room searches as well. One count is enough for it: the thread that offers a task reads it
 * before and after, and a report that is counted before the task is taken out came before the offer, so the children
 * that refuse the task know of it.
 *
 * <p><b>Memory order.</b> One full fence lies between the return of a task and the reads of begun searches and of
 * reports, another between the start of a search, or a report, and its look into the store. So one of the two threads
 * sees the other.
 */
final class Seekers {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong reports = new AtomicLong();

    /** Counts a report of room; before the search that it leads to. */
    void report() {
        reports.incrementAndGet();
        VarHandle.fullFence();
    }

    /** Returns the number of reports of room. */
    long reports() {
        return reports.get();
    }

    void begin() {
        begun.incrementAndGet();
        VarHandle.fullFence();
    }

    void end() {
        ended.incrementAndGet();
    }

    /** Returns the number of ended searches. Call this before a task is taken out. */
    long ended() {
        return ended.get();
    }

    /**
     * Whether a search, or a report, may have missed the task. Call this after the task was put back.
     *
     * @param endedBefore number of ended searches before it was taken out
     * @param reportsBefore number of reports then
     */
    boolean haveMissed(long endedBefore, long reportsBefore) {
        VarHandle.fullFence();
        return begun.get() != endedBefore || reports.get() != reportsBefore;
    }
}
