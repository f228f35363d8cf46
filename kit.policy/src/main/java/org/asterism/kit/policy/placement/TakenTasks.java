package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/**
 * The tasks that a worker has taken and whose end it has not noticed yet: a list, because they are few.
 *
 * <p><b>Threads.</b> Only the worker changes the list, while it holds the lock of its queue. It reads the list without
 * the lock, other threads with it.
 */
final class TakenTasks {
    private Placed newest;

    void add(Placed placed) {
        placed.next = newest;
        newest = placed;
    }

    /** Returns the newest one, from which {@link Placed#next} leads to the others; null if there are none. */
    Placed newest() {
        return newest;
    }

    /** Returns the placement of a task, or null if it is not one of these. */
    Placed of(Task task) {
        Placed placed = newest;
        while (placed != null && placed.task != task) {
            placed = placed.next;
        }
        return placed;
    }

    void remove(Placed placed) {
        if (newest == placed) {
            newest = placed.next;
            return;
        }
        Placed before = newest;
        while (before.next != placed) {
            before = before.next;
        }
        before.next = placed.next;
    }

    /** Returns the duration of those that have not begun and for which a task of this priority has to wait. */
    long lengthsAhead(int priority) {
        long sum = 0;
        for (Placed placed = newest; placed != null; placed = placed.next) {
            if (!placed.begun && placed.priority >= priority) {
                sum += placed.length;
            }
        }
        return sum;
    }
}
