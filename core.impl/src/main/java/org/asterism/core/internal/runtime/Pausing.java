package org.asterism.core.internal.runtime;

/**
 * Keeps workers from taking tasks, as long as more pauses have begun than ended.
 *
 * <p><b>Memory order.</b> A worker announces that it is about to take a task, and then reads {@link #isPaused}. A
 * thread that begins a pause writes it first and then looks for such announcements. Both are volatile, so one notices
 * the other (as in {@link org.asterism.core.internal.context.Gate}).
 */
final class Pausing {
    private volatile int depth;
    private boolean ended;

    boolean isPaused() {
        return depth != 0;
    }

    synchronized void begin() {
        if (ended) {
            throw new IllegalStateException("the runtime is closed: there is nothing to pause");
        }
        depth++;
    }

    /** Ends one pause; says whether it was the last. */
    synchronized boolean end() {
        if (depth == 0) {
            throw new IllegalStateException("the runtime is not paused: call resume() once for each pause()");
        }
        return --depth == 0;
    }

    /** Ends all pauses, for good: a runtime that is closed runs what was submitted. */
    synchronized void endAll() {
        ended = true;
        depth = 0;
    }
}
