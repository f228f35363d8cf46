package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Staging;

/**
 * The copies to a member that it has not confirmed, and how many there may be at a time: what is sent cannot be
 * overtaken, and kernels shall not wait for the data of all tasks after theirs. On the link that they went by, kernels
 * and copies come after them; another member, which has a link of its own to this one, must not be sent before.
 * Thread-safe; runs nothing under its lock.
 */
final class OpenWrites {
    /** An action that runs when all copies up to a number are confirmed. */
    private record Waiting(long last, Runnable action) {}

    /** A message of a copy. */
    private record Sent(RemoteTransfer copy, Staging.Place place) {
        void end() {
            try {
                copy.isConfirmed();
            } finally {
                place.leave();
            }
        }
    }

    /** Limits the bytes only: one message is confirmed while the next one arrives. */
    private final Staging window = new Staging(Integer.MAX_VALUE, Message.WINDOW);

    /** Guarded by this object, like the others. */
    private final TreeMap<Long, Sent> open = new TreeMap<>();

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean isLost;

    /** Sends a message of a copy, now or when earlier ones are confirmed. {@code send} begins with {@link #begin}. */
    void enter(long bytes, Consumer<Staging.Place> send) {
        window.enter(bytes, send);
    }

    /** Notes a message that is about to be sent; later ones have higher numbers. */
    void begin(long number, RemoteTransfer copy, Staging.Place place) {
        synchronized (this) {
            if (!isLost) {
                open.put(number, new Sent(copy, place));
                return;
            }
        }
        place.leave();
    }

    /** The member has confirmed a message, or it was not sent after all; false if there is none of that number. */
    boolean end(long number) {
        List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            Sent sent = open.remove(number);
            if (sent == null) {
                return isLost;
            }
            due.add(sent::end);
            while (!waiting.isEmpty()
                    && (open.isEmpty() || open.firstKey() > waiting.element().last())) {
                due.add(waiting.remove().action());
            }
        }
        RunAll.of(due);
        return true;
    }

    /** Runs an action when all copies up to now are confirmed, or the member is lost. */
    void afterAll(Runnable action) {
        synchronized (this) {
            if (!open.isEmpty()) {
                waiting.add(new Waiting(open.lastKey(), action));
                return;
            }
        }
        action.run();
    }

    /** The member is lost: nothing is confirmed any more. */
    void lose() {
        List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            isLost = true;
            open.values().forEach(sent -> due.add(sent::end));
            open.clear();
            waiting.forEach(each -> due.add(each.action()));
            waiting.clear();
        }
        RunAll.of(due);
    }
}
