package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;

/**
 * The copies to a member that it has not confirmed. On the link that they went by, kernels and copies come after them;
 * another member, which has a link of its own to this one, must not be sent before. Thread-safe; runs nothing under its
 * lock.
 */
final class OpenWrites {
    /** An action that runs when all copies up to a number are confirmed. */
    private record Waiting(long last, Runnable action) {}

    /** Guarded by this object, like the others. */
    private final TreeMap<Long, RemoteTransfer> open = new TreeMap<>();

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean isLost;

    /** Notes a message of a copy that is about to be sent; later ones have higher numbers. */
    synchronized void begin(long number, RemoteTransfer copy) {
        if (!isLost) {
            open.put(number, copy);
        }
    }

    /** The member has confirmed a message; false if there is none of that number. */
    boolean end(long number) {
        List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            RemoteTransfer copy = open.remove(number);
            if (copy == null) {
                return isLost;
            }
            due.add(copy::isConfirmed);
            while (!waiting.isEmpty()
                    && (open.isEmpty() || open.firstKey() > waiting.element().last())) {
                due.add(waiting.remove().action());
            }
        }
        due.forEach(Runnable::run);
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
            open.values().forEach(copy -> due.add(copy::isConfirmed));
            open.clear();
            waiting.forEach(each -> due.add(each.action()));
            waiting.clear();
        }
        due.forEach(Runnable::run);
    }
}
