package org.asterism.kit.remote;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Limits the steps of copies that are under way at a time, and others wait in the order in which they came. That limits
 * the main memory for copies that cannot go directly from one place to another, or how much is on its way on a link.
 * Thread-safe; runs nothing under its lock.
 */
public final class Staging {
    /** The number of steps. With those of {@link Message#LONGEST_STEP}, 8 MiB. */
    public static final int MOST = 8;

    private final int most;
    private final long room;
    private final Queue<Place> waiting = new ArrayDeque<>();
    private int inside;
    private long bytesInside;

    /** The calls that want waiting steps to begin; one of them does it, so that no step begins within another one. */
    private final AtomicInteger calls = new AtomicInteger();

    /** The place that a step takes up until it ends. */
    public final class Place {
        private final long bytes;
        private final Consumer<Place> step;

        /** Guarded by the outer object. */
        private boolean isLeft;

        private Place(long bytes, Consumer<Place> step) {
            this.bytes = bytes;
            this.step = step;
        }

        /** The step has ended, and others may begin. Further calls have no effect. */
        public void leave() {
            if (free()) {
                begin();
            }
        }

        private boolean free() {
            synchronized (Staging.this) {
                if (isLeft) {
                    return false;
                }
                isLeft = true;
                inside--;
                bytesInside -= bytes;
                return true;
            }
        }
    }

    /** Lets {@link #MOST} steps be under way at a time. */
    public Staging() {
        this(MOST, 0);
    }

    /**
     * Limits the lengths of the steps that are under way, too. One that is longer than that goes alone.
     *
     * @param most the number of steps
     * @param room the number of bytes of all together
     */
    public Staging(int most, long room) {
        this.most = most;
        this.room = room;
    }

    /**
     * Lets a step without a length begin, now or later.
     *
     * @param step see {@link #enter(long, Consumer)}
     */
    public void enter(Consumer<Place> step) {
        enter(0, step);
    }

    /**
     * Lets a step begin, now or later.
     *
     * @param bytes its length
     * @param step begins it, and gets the place that it gives back at its end; run by this thread, or by one that ends
     *     another step. If it throws, that thread gets what it throws, and the place is given back
     */
    public void enter(long bytes, Consumer<Place> step) {
        synchronized (this) {
            waiting.add(new Place(bytes, step));
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
            for (Place place = next(); place != null; place = next()) {
                try {
                    place.step.accept(place);
                } catch (RuntimeException | Error refused) { // the others begin all the same
                    place.free();
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

    private synchronized Place next() {
        Place place = waiting.peek();
        if (place == null || inside > 0 && !hasRoom(place)) {
            return null;
        }
        inside++;
        bytesInside += place.bytes;
        return waiting.remove();
    }

    private boolean hasRoom(Place place) {
        return inside < most && bytesInside + place.bytes <= room;
    }
}
