package org.asterism.tck;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.asterism.spi.driver.EventClock;

/**
 * Clock for drivers in virtual time, without a runtime. It stands still until a test advances it, and then runs the
 * planned events. Used by one thread at a time.
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

    /** Creates a clock at time 0 without planned events. */
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
     * Advances to the next planned event, and runs it.
     *
     * @return false if no event is planned; the clock is then unchanged
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
     * Advances to a time, and runs all events that are planned until then.
     *
     * @param end time in nanoseconds; a past time changes nothing
     */
    public synchronized void advanceTo(long end) {
        while (next(end)) {
            // until no event is left
        }
        now = Math.max(now, end);
    }

    /** Runs all planned events, including those that are planned meanwhile. */
    public synchronized void finish() {
        while (next(Long.MAX_VALUE)) {
            // until no event is left
        }
    }
}
