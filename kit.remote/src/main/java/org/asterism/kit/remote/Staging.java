package org.asterism.kit.remote;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the steps of copies that are under way at a time, and others wait in the order in which they came. That limits
 * the main memory for copies that cannot go directly from one place to another, or how much is on its way on a link.
 * Thread-safe; runs nothing under its lock.
 */
public final class Staging {
    /** The number of steps. With those of {@link Message#LONGEST_STEP}, 8 MiB. */
    public static final int MOST = 8;

    private record Step(long bytes, Runnable begin) {}

    private final int always;
    private final long room;
    private final Queue<Step> waiting = new ArrayDeque<>();
    private int inside;
    private long bytesInside;

    /** The calls that want waiting steps to begin; one of them does it, so that no step begins within another one. */
    private final AtomicInteger calls = new AtomicInteger();

    /** Lets {@link #MOST} steps be under way at a time. */
    public Staging() {
        this(MOST, -1);
    }

    /**
     * Lets more steps be under way if they are short.
     *
     * @param always so many may be, whatever their lengths
     * @param room the number of bytes of those that may be all the same
     */
    public Staging(int always, long room) {
        this.always = always;
        this.room = room;
    }

    /**
     * Lets a step begin, now or later; {@link #leave()} ends it.
     *
     * @param step begins it; run by this thread, or by one that ends another step. What it throws, that thread gets,
     *     and the step counts as under way
     */
    public void enter(Runnable step) {
        enter(0, step);
    }

    /**
     * The same with a length; {@link #leave(long)} ends it.
     *
     * @param bytes its length
     * @param step begins it
     */
    public void enter(long bytes, Runnable step) {
        synchronized (this) {
            waiting.add(new Step(bytes, step));
        }
        begin();
    }

    /** A step has ended. */
    public void leave() {
        leave(0);
    }

    /**
     * A step of a length has ended.
     *
     * @param bytes with which it was entered
     */
    public void leave(long bytes) {
        synchronized (this) {
            inside--;
            bytesInside -= bytes;
        }
        begin();
    }

    private void begin() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        Throwable refusal = null;
        int seen = 1;
        do {
            for (Step step = next(); step != null; step = next()) {
                try {
                    step.begin().run();
                } catch (RuntimeException | Error refused) { // the others begin all the same
                    refusal = refusal == null ? refused : refusal;
                }
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
        switch (refusal) {
            case RuntimeException refused -> throw refused;
            case Error error -> throw error;
            case null, default -> {}
        }
    }

    private synchronized Step next() {
        Step step = waiting.peek();
        if (step == null || inside >= always && bytesInside + step.bytes() > room) {
            return null;
        }
        inside++;
        bytesInside += step.bytes();
        return waiting.remove();
    }
}
