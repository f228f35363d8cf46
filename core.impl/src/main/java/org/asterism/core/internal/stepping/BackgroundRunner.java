package org.asterism.core.internal.stepping;

import org.asterism.spi.thread.BackgroundThread;

/**
 * Runs deferred work on a new thread or, in virtual time, when the loop goes on. The caller may hold locks, or be the
 * thread that the work waits for. For rare work only.
 */
public final class BackgroundRunner {
    private final EventLoop loop;

    /** @param loop null unless time is virtual */
    public BackgroundRunner(EventLoop loop) {
        this.loop = loop;
    }

    /**
     * Runs work later; for any thread, also under locks.
     *
     * @param name of the thread that runs it
     */
    public void run(String name, Runnable work) {
        if (loop != null) {
            loop.soon(work);
        } else {
            new BackgroundThread(name, work).start();
        }
    }
}
