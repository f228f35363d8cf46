package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/**
 * A task that is placed with a worker, from its placement until its kernel has run. It belongs to one
 * {@link WorkerQueue}. It is changed only under the lock of the queue, with two exceptions: {@link Incoming} links it
 * before others see it, and the worker notes without the lock that a task of unknown duration has begun, which is added
 * up nowhere, and that its end was found out.
 */
final class Placed {
    final Task task;

    /** The workers that run it together, of which its worker is the leader; null if the worker runs it alone. */
    final Team team;

    final int priority;

    /** The number of its push: who is first when all are handed over. */
    final long stamp;

    /** Expected duration of its kernel; 0 if that is not known. */
    final long length;

    /** Time for which its worker will wait for its data, minus the time in which other tasks run. */
    final long transfer;

    /** Whether its kernel has begun. */
    boolean begun;

    /** Whether its end was found out, so that it need not be counted any more; the worker's own. */
    boolean isStray;

    /** How many are incoming up to this one; see {@link Incoming}. */
    int height;

    /** Its neighbours in its rank, or the next one in a list. */
    Placed previous;

    Placed next;
    PlacedTasks.Rank rank;

    Placed(Task task, Team team, long stamp, long length, long transfer) {
        this.task = task;
        this.team = team;
        priority = task.priority();
        this.stamp = stamp;
        this.length = length;
        this.transfer = transfer;
    }

    /** Returns the duration of its kernel if that has begun, otherwise 0. */
    long running() {
        return begun ? length : 0;
    }

    /** Returns the time for which this task is expected to occupy the worker. */
    long work() {
        return length + transfer;
    }
}
