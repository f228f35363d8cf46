package org.asterism.spi.driver;

import org.asterism.api.Clock;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The clock of a runtime in virtual time. It stands still until nothing is left to do at a moment, and then jumps to
 * the next planned moment. A driver that works in virtual time plans the ends of its kernels and copies with it.
 *
 * <p>One thread runs such a runtime and makes all calls.
 */
@ProviderType
public interface EventClock extends Clock {
    /**
     * Plans an action.
     *
     * @param time the time of the action, in nanoseconds of this clock; a past time means now
     * @param action is run once, when the clock shows that time. Of several, the one planned at an earlier time comes
     *     first; of those planned at the same time, the last comes first
     * @return cancels the action
     */
    Event at(long time, Runnable action);

    /** A planned event. */
    @ProviderType
    interface Event {
        /** Calls it off; does nothing if it has happened. */
        void cancel();
    }
}
