package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Staging;

/**
 * The copies from a member that wait for their data. The member is asked for so many of them at a time as it allows,
 * and for no more data than the window has room for: what it says of its kernels comes after them. Thread-safe.
 */
final class Readings {
    /** A copy. */
    record Reading(RemoteTransfer transfer, List<MemorySegment> target, long bytes, Staging.Place place) {
        /** No data will come for it. */
        private void fail(Throwable failure) {
            try {
                place.leave(); // another copy begins here, and may throw
            } finally {
                transfer.failed(failure);
            }
        }
    }

    private final Staging window = new Staging(Message.MOST_READS, Message.WINDOW);
    private final Map<Long, Reading> asked = new ConcurrentHashMap<>();

    /** Asks the member, now or when earlier data have come. {@code ask} begins with {@link #begin}. */
    void enter(long bytes, Consumer<Staging.Place> ask) {
        window.enter(bytes, ask);
    }

    /** Notes a copy for which the member is about to be asked. */
    void begin(long number, Reading reading) {
        asked.put(number, reading);
    }

    /**
     * Takes the copy whose data begin to come. It has its place until they are there.
     *
     * @throws MalformedMessageException if the member was not asked for it, or not for so much
     */
    Reading take(long number, long bytes) {
        Reading reading = asked.get(number);
        if (reading == null || reading.bytes() != bytes || !asked.remove(number, reading)) {
            throw new MalformedMessageException("a body of " + bytes + " bytes for a copy "
                    + (reading == null ? "that nobody waits for" : "of " + reading.bytes() + " bytes"));
        }
        return reading;
    }

    /** Ends the copy for which no data will come; false if the member was not asked for it. */
    boolean fail(long number, Throwable failure) {
        Reading reading = asked.remove(number);
        if (reading != null) {
            reading.fail(failure);
        }
        return reading != null;
    }

    /** Ends all copies for which the member was asked. */
    void lose(RuntimeException reason) {
        asked.keySet().forEach(number -> fail(number, reason));
    }
}
