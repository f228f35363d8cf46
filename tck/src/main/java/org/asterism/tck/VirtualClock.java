package org.asterism.tck;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Clock;

/** Clock that stands still until a test advances it. Thread-safe. */
public final class VirtualClock implements Clock {
    private final AtomicLong now = new AtomicLong();

    /** Creates a clock at time 0. */
    public VirtualClock() {}

    @Override
    public long nanoTime() {
        return now.get();
    }

    /**
     * Advances the time.
     *
     * @param time amount; not negative
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
