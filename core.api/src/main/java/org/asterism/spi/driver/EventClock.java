package org.asterism.spi.driver;

import org.asterism.api.Clock;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The clock of a runtime in virtual time. It stands still until nothing is left to do at a moment, and then jumps to
 * the next planned moment. A driver that works in virtual time plans the ends of its kernels and copies with it.
 *
 * <p>One thread runs such a runtime, and calls everything.
 */
@ProviderType
public interface EventClock extends Clock {
    /**
     * Plans something.
     *
     * @param time when, in nanoseconds of this clock; a time that has passed means now
     * @param action is run once, when the clock shows that time; of several, what was planned at an earlier time comes
     *     first, and of what was planned at the same time the last
     * @return to call it off
     */
    Event at(long time, Runnable action);

    /** A planned event. */
    @ProviderType
    interface Event {
        /** Calls it off; does nothing if it has happened. */
        void cancel();
    }
}
