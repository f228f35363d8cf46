package org.asterism.core.internal.stepping;

import org.asterism.spi.driver.EventClock;

/** A clock that stands still until its {@link EventLoop} advances it. */
public final class VirtualClock implements EventClock {
    private volatile long now;
    private EventLoop loop;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Event at(long time, Runnable action) {
        return loop.at(time, action);
    }

    /** Connects a loop that runs the planned events. */
    void connect(EventLoop planner) {
        loop = planner;
    }

    /** Sets the clock forward; a time that has passed leaves it as it is. */
    public void advanceTo(long time) {
        now = Math.max(now, time);
    }
}
