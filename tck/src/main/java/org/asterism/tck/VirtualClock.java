package org.asterism.tck;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Clock;

/** A clock that stands still until a test advances it. Any thread may use it. */
public final class VirtualClock implements Clock {
    private final AtomicLong now = new AtomicLong();

    /** A clock that shows 0. */
    public VirtualClock() {}

    @Override
    public long nanoTime() {
        return now.get();
    }

    /**
     * Lets time pass.
     *
     * @param time how much; not negative
     * @return the new time in nanoseconds
     * @throws IllegalArgumentException if the clock would go backwards
     */
    public long advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a clock does not go back: " + time + " is negative");
        }
        return now.addAndGet(time.toNanos());
    }
}
