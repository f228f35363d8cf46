package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;

/**
 * The copies from a member that wait for their data. The member is asked for so many of them at a time as it allows,
 * and for no more data than the window has room for: what it says of its kernels comes after them. Thread-safe; ends
 * copies and sends nothing under its lock.
 */
final class Readings {
    /** A copy. */
    record Reading(Message.Read message, RemoteTransfer transfer, List<MemorySegment> target) {
        private long bytes() {
            return target.stream().mapToLong(MemorySegment::byteSize).sum();
        }
    }

    /** For so many copies it is asked even if they are long: one is sent while it is asked for the next one. */
    private static final int ALWAYS = 2;

    private final Map<Long, Reading> asked = new HashMap<>();

    /** The length of these. */
    private long bytesAsked;

    private final Queue<Reading> waiting = new ArrayDeque<>();
    private boolean isLost;

    /** Adds a copy, for which the member is asked when it is {@link #next}; false if the member is lost. */
    synchronized boolean add(Reading reading) {
        if (!isLost) {
            waiting.add(reading);
        }
        return !isLost;
    }

    /**
     * Takes the copy whose data have come.
     *
     * @throws MalformedMessageException if the member was not asked for it, or not for so much
     */
    synchronized Reading take(long number, long bytes) {
        Reading reading = asked.get(number);
        if (reading == null || reading.bytes() != bytes) {
            throw new MalformedMessageException("a body of " + bytes + " bytes for a copy "
                    + (reading == null ? "that nobody waits for" : "of " + reading.bytes() + " bytes"));
        }
        return remove(number);
    }

    /** Takes the copy for which no data will come; null if the member was not asked for it. */
    synchronized Reading remove(long number) {
        Reading reading = asked.remove(number);
        bytesAsked -= reading == null ? 0 : reading.bytes();
        return reading;
    }

    /** Returns a copy that waits and that the member is asked for now; null if there is none, or too many are asked. */
    synchronized Reading next() {
        Reading reading = waiting.peek();
        if (reading == null || !hasRoom(reading)) {
            return null;
        }
        asked.put(reading.message().transfer(), reading);
        bytesAsked += reading.bytes();
        return waiting.remove();
    }

    private boolean hasRoom(Reading reading) {
        int number = asked.size();
        return number < ALWAYS || number < Message.MOST_READS && bytesAsked + reading.bytes() <= Message.WINDOW;
    }

    /** Returns all copies, for which no data will come; further ones are lost at once. */
    synchronized List<Reading> lose() {
        isLost = true;
        List<Reading> all = new ArrayList<>(asked.values());
        all.addAll(waiting);
        asked.clear();
        waiting.clear();
        return all;
    }
}
