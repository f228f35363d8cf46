package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the main memory for copies between members that cannot reach each other, for all members together: so many
 * steps have memory at a time, and others wait in the order in which they came. Thread-safe; runs nothing under its
 * lock.
 */
final class Staging {
    /** With steps of 8 MiB, 64 MiB. */
    static final int MOST = 8;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int inside;

    /** The calls that want waiting steps to begin; one of them does it, so that no step begins within another one. */
    private final AtomicInteger calls = new AtomicInteger();

    /** Lets a step begin, now or later; {@link #leave} ends it. */
    void enter(Runnable step) {
        synchronized (this) {
            waiting.add(step);
        }
        begin();
    }

    /** A step has given its memory back. */
    void leave() {
        synchronized (this) {
            inside--;
        }
        begin();
    }

    private void begin() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            for (Runnable step = next(); step != null; step = next()) {
                step.run();
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }

    private synchronized Runnable next() {
        Runnable step = inside < MOST ? waiting.poll() : null;
        inside += step == null ? 0 : 1;
        return step;
    }
}
