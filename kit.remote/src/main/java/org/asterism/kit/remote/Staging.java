package org.asterism.kit.remote;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the main memory for copies that cannot go directly from one place to another: so many steps have memory at a
 * time, and others wait in the order in which they came. Thread-safe; runs nothing under its lock.
 */
public final class Staging {
    /** The number of steps. With those of {@link Message#LONGEST_STEP}, 64 MiB. */
    public static final int MOST = 8;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int inside;

    /** The calls that want waiting steps to begin; one of them does it, so that no step begins within another one. */
    private final AtomicInteger calls = new AtomicInteger();

    /** Creates one in which no step is under way. */
    public Staging() {}

    /**
     * Lets a step begin, now or later; {@link #leave} ends it.
     *
     * @param step begins it; run by this thread, or by one that ends another step. What it throws, that thread gets,
     *     and the step counts as under way
     */
    public void enter(Runnable step) {
        synchronized (this) {
            waiting.add(step);
        }
        begin();
    }

    /** A step has given its memory back. */
    public void leave() {
        synchronized (this) {
            inside--;
        }
        begin();
    }

    private void begin() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        RuntimeException refusal = null;
        int seen = 1;
        do {
            for (Runnable step = next(); step != null; step = next()) {
                try {
                    step.run();
                } catch (RuntimeException refused) { // the others begin all the same
                    refusal = refusal == null ? refused : refusal;
                }
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
        if (refusal != null) {
            throw refusal;
        }
    }

    private synchronized Runnable next() {
        Runnable step = inside < MOST ? waiting.poll() : null;
        inside += step == null ? 0 : 1;
        return step;
    }
}
