package org.asterism.driver.remote.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The loss of a member. It is known here before the core hears of it: in between, copies from the member to others come
 * to their end, because the core uses the memory of both sides for something else once it knows. Thread-safe.
 */
final class Loss {
    /** Guarded by this object, like the changes of the others. */
    private final Set<Consumer<DeviceLostException>> listeners = new LinkedHashSet<>();

    private volatile DeviceLostException reason;
    private volatile boolean isTold;

    /** Notes why the member is lost; false if it is lost already. */
    synchronized boolean begin(DeviceLostException why) {
        if (reason != null) {
            return false;
        }
        reason = why;
        return true;
    }

    /** Returns why the link is closed, or will be: from then on, nothing is begun, and nothing is heard. Else null. */
    DeviceLostException reason() {
        return reason;
    }

    /** Whether the core may know. */
    boolean isTold() {
        return isTold;
    }

    /** Throws the reason if the core may know. */
    void requireNone() {
        if (isTold) {
            throw reason;
        }
    }

    /** Lets the core know; returns those that asked for it, which are told by the caller. */
    synchronized List<Consumer<DeviceLostException>> tell() {
        isTold = true;
        List<Consumer<DeviceLostException>> told = List.copyOf(listeners);
        listeners.clear();
        return told;
    }

    /** Requests a notification when the core may know; at once if it may already. */
    void whenTold(Consumer<DeviceLostException> listener) {
        synchronized (this) {
            if (!isTold) {
                listeners.add(listener);
                return;
            }
        }
        listener.accept(reason);
    }

    /** Ends the wish for a notification. */
    synchronized void forget(Consumer<DeviceLostException> listener) {
        listeners.remove(listener);
    }
}
