package org.asterism.console.web.internal.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads that read requests and write answers. Slow clients hold a virtual thread each, and nothing else. A
 * client that takes too long is cut off: an interrupt closes the channel that the thread reads or writes.
 */
final class RequestThreads implements Executor, AutoCloseable {
    /** Further connections are closed at once. */
    static final int MOST = 1024;

    private static final long NEVER = Long.MAX_VALUE;

    private final Map<Thread, Long> begins = new ConcurrentHashMap<>();
    private final long limit;
    private final Runnable begun;

    /**
     * Makes no thread yet.
     *
     * @param seconds after which a client is cut off
     * @param begun is called when a request begins
     */
    RequestThreads(int seconds, Runnable begun) {
        limit = TimeUnit.SECONDS.toNanos(seconds);
        this.begun = begun;
    }

    @Override
    public void execute(Runnable work) {
        if (begins.size() >= MOST) {
            throw new RejectedExecutionException("more than " + MOST + " requests at a time");
        }
        Thread thread = Thread.ofVirtual()
                .name("asterism-console-request")
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> {
                    try {
                        work.run();
                    } finally {
                        begins.remove(Thread.currentThread());
                    }
                });
        begins.put(thread, System.nanoTime());
        thread.start();
        begun.run();
    }

    /** Ends the limit for the calling thread, which works on its answer now and is not to be interrupted. */
    void answering() {
        begins.put(Thread.currentThread(), NEVER);
    }

    /** Begins the limit anew for the calling thread, which sends its answer now. */
    void sending() {
        begins.put(Thread.currentThread(), System.nanoTime());
    }

    /**
     * Cuts off clients that take too long.
     *
     * @return whether there are requests
     */
    boolean cutOffSlowClients() {
        long now = System.nanoTime();
        begins.forEach((thread, begin) -> {
            if (begin != NEVER && now - begin > limit) {
                thread.interrupt();
            }
        });
        return !begins.isEmpty();
    }

    /** Cuts off all clients. */
    @Override
    public void close() {
        begins.forEach((thread, begin) -> {
            if (begin != NEVER) {
                thread.interrupt();
            }
        });
    }
}
