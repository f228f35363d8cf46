package org.asterism.driver.cuda.internal.library;

import java.util.Arrays;

/** Unused events, kept because making one costs more than taking one from here. */
final class EventPool {
    private long[] events = new long[16];
    private int count;

    /** Gives an event, or 0 if there is none. */
    synchronized long take() {
        return count == 0 ? 0 : events[--count];
    }

    synchronized void giveBack(long event) {
        if (count == events.length) {
            events = Arrays.copyOf(events, 2 * count);
        }
        events[count++] = event;
    }
}
