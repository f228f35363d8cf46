package org.asterism.driver.remote.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.asterism.kit.remote.Staging;

/**
 * The copies to the memory of a member's devices, and between memories of the member, that it has not answered. It
 * needs main memory for them, so there are only so many at a time as it allows. Thread-safe.
 */
final class DeviceCopies {
    private record Asked(RemoteTransfer transfer, Staging.Place place) {}

    private final Staging steps = new Staging();
    private final Map<Long, Asked> asked = new ConcurrentHashMap<>();

    /** Asks the member, now or when earlier copies have ended. {@code ask} begins with {@link #begin}. */
    void enter(Consumer<Staging.Place> ask) {
        steps.enter(ask);
    }

    /** Notes a copy that the member is about to be asked for. */
    void begin(long number, RemoteTransfer transfer, Staging.Place place) {
        asked.put(number, new Asked(transfer, place));
    }

    /** The member has made a copy; false if it was not asked for it. */
    boolean end(long number) {
        Asked ended = asked.remove(number);
        if (ended != null) {
            ended.place().leave();
            ended.transfer().one();
        }
        return ended != null;
    }

    /** Ends a copy that the member will not make; false if it was not asked for it. */
    boolean fail(long number, Throwable failure) {
        Asked ended = asked.remove(number);
        if (ended != null) {
            ended.place().leave();
            ended.transfer().failed(failure);
        }
        return ended != null;
    }

    /** Ends all copies that the member was asked for. */
    void lose(RuntimeException reason) {
        asked.keySet().forEach(number -> fail(number, reason));
    }
}
