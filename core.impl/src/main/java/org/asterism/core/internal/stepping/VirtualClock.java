package org.asterism.core.internal.stepping;

import org.asterism.api.Clock;

/** A clock that stands still until it is set forward. */
public final class VirtualClock implements Clock {
    private volatile long now;

    @Override
    public long nanoTime() {
        return now;
    }

    /** Sets the clock forward; a time that has passed leaves it as it is. */
    public void advanceTo(long time) {
        now = Math.max(now, time);
    }
}
