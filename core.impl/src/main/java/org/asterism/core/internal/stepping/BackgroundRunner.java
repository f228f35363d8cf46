package org.asterism.core.internal.stepping;

import org.asterism.spi.thread.BackgroundThread;

/**
 * Does what must not be done by whoever finds that it has to be, who may hold locks, or be what is waited for: on a thread of its own or, in
 * virtual time, when the loop goes on. For what is rare.
 */
public final class BackgroundRunner {
    private final EventLoop loop;

    /**
     * Makes it.
     *
     * @param loop null unless time is virtual
     */
    public BackgroundRunner(EventLoop loop) {
        this.loop = loop;
    }

    /**
     * Has something done, later; any thread, also under locks.
     *
     * @param name of the thread
     */
    public void run(String name, Runnable work) {
        if (loop != null) {
            loop.soon(work);
        } else {
            new BackgroundThread(name, work).start();
        }
    }
}
