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
 * The copies from a member that wait for their data. The member is asked for so many of them at a time as it allows.
 * Thread-safe; ends copies and sends nothing under its lock.
 */
final class Readings {
    /** A copy. */
    record Reading(Message.Read message, RemoteTransfer transfer, List<MemorySegment> target) {
        private long bytes() {
            return target.stream().mapToLong(MemorySegment::byteSize).sum();
        }
    }

    private final Map<Long, Reading> asked = new HashMap<>();
    private final Queue<Reading> waiting = new ArrayDeque<>();
    private boolean isLost;

    /** What becomes of a copy. */
    enum Turn {
        ASK,
        WAIT,
        LOST
    }

    /** Adds a copy; tells whether the member is asked for it now. */
    synchronized Turn add(Reading reading) {
        if (isLost) {
            return Turn.LOST;
        }
        if (asked.size() == Message.MOST_READS) {
            waiting.add(reading);
            return Turn.WAIT;
        }
        asked.put(reading.message().transfer(), reading);
        return Turn.ASK;
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
        return asked.remove(number);
    }

    /** Takes the copy for which no data will come; null if the member was not asked for it. */
    synchronized Reading remove(long number) {
        return asked.remove(number);
    }

    /** Returns a copy that waits and that the member is asked for now; null if there is none, or too many are asked. */
    synchronized Reading next() {
        Reading reading = asked.size() < Message.MOST_READS ? waiting.poll() : null;
        if (reading != null) {
            asked.put(reading.message().transfer(), reading);
        }
        return reading;
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
