package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/**
 * The tasks that a worker has taken and whose end it has not noticed yet, and the time until it can begin the next
 * kernel. That time has the kernels that have begun and the transfers of the other tasks. Kernels that have not begun
 * count among the waiting ones. The tasks are in a list, because they are few.
 *
 * <p><b>Threads.</b> The holder of the queue's lock changes them; only the worker changes the list. The worker reads
 * without the lock, other threads with it.
 */
final class TakenTasks {
    private Placed newest;

    /** Durations of the tasks that have begun, and what the others still need for their data. */
    private long work;

    /** The work of tasks that the program gave to this worker since it last popped: they run before all that waits. */
    private long given;

    /** Whether a program ever did that: the end of what runs then moves the expected start. */
    private boolean hasBeenGiven;

    /** Whether the expected start may lie in the future; false is certain. Not maintained where there are teams. */
    private boolean startsLater;

    /** Adds a task. The worker has taken what a program gave to it before this one, so that counts no longer. */
    void add(Placed placed) {
        placed.next = newest;
        newest = placed;
        work += placed.transfer;
        given = 0;
        startsLater = work > 0;
    }

    /** Counts the work of a task that a program gave to the worker. */
    void give(long duration) {
        given += duration;
        hasBeenGiven = true;
        startsLater = true;
    }

    /** Counts a change of the duration of tasks that another worker leads and this one runs with it. */
    void share(long running) {
        work += running;
    }

    /** Returns the time until the next kernel can begin, without the tasks that a program gave to the worker. */
    long work() {
        return work;
    }

    /** Returns the time at which the next kernel is expected to begin if the worker goes on at the given time. */
    long startAfter(long now) {
        return now + work + given;
    }

    /** Whether the expected start may lie in the future. */
    boolean startsLater() {
        return startsLater;
    }

    /**
     * Whether a program ever gave a task to the worker. Then the end of a task of unknown duration may move the
     * expected start.
     */
    boolean hasBeenGiven() {
        return hasBeenGiven;
    }

    /**
     * Whether a task that is about to be taken, or was taken, moves no expected time, since nobody knows how long it
     * takes and the worker has nothing else whose duration is known: then the expected start, which has passed, says as
     * much as the present.
     *
     * <p>Only the worker asks; it need not hold the lock. Where there are no teams, other threads only call
     * {@link WorkerQueue#give}. That publishes an expected start that holds whether or not the worker sees the change
     * now.
     */
    boolean isOfNoAccount(Placed placed) {
        return placed.length == 0 && placed.transfer == 0 && work == 0 && given == 0 && !startsLater;
    }

    /** Counts the duration of a task whose kernel begins, instead of the time for its data. */
    void begin(Placed placed) {
        placed.begun = true;
        work += placed.length - placed.transfer;
        startsLater = work + given > 0;
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

    /** Removes a task, and what it has added to the time that the worker needs. */
    void remove(Placed placed) {
        work -= placed.begun ? placed.length : placed.transfer;
        startsLater |= work + given > 0;
        unlink(placed);
    }

    private void unlink(Placed placed) {
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
