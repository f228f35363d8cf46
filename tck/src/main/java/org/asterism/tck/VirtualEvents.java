package org.asterism.tck;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.asterism.spi.driver.EventClock;

/**
 * A clock for drivers that work in virtual time, without a runtime. It stands still until a test advances it, and then
 * runs the planned events. For one thread at a time.
 */
public final class VirtualEvents implements EventClock {
    private static final class Planned implements Event {
        final long time;
        final long order;
        Runnable action;

        Planned(long time, long order, Runnable action) {
            this.time = time;
            this.order = order;
            this.action = action;
        }

        @Override
        public void cancel() {
            action = null;
        }
    }

    private final PriorityQueue<Planned> events = new PriorityQueue<>(
            Comparator.comparingLong((Planned event) -> event.time).thenComparingLong(event -> event.order));
    private long planned;
    private volatile long now;

    /** A clock that shows 0, with nothing planned. */
    public VirtualEvents() {}

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public synchronized Event at(long time, Runnable action) {
        Planned event = new Planned(Math.max(time, now), planned++, action);
        events.add(event);
        return event;
    }

    /**
     * Goes on to the next thing that was planned, and does it.
     *
     * @return false if nothing is planned: the clock stays as it is
     */
    public synchronized boolean next() {
        return next(Long.MAX_VALUE);
    }

    private boolean next(long end) {
        for (Planned event = events.peek(); event != null && event.time <= end; event = events.peek()) {
            events.remove();
            if (event.action != null) {
                now = event.time;
                event.action.run();
                return true;
            }
        }
        return false;
    }

    /**
     * Goes on to a time, and does what was planned until then.
     *
     * @param end in nanoseconds; one that has passed changes nothing
     */
    public synchronized void advanceTo(long end) {
        while (next(end)) {
            // Until nothing is left.
        }
        now = Math.max(now, end);
    }

    /** Does all that was planned, and what is planned thereby. */
    public synchronized void finish() {
        while (next(Long.MAX_VALUE)) {
            // Until nothing is left.
        }
    }
}
