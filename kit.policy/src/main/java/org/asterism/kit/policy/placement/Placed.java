package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/**
 * A task that is placed with a worker, from its placement until its kernel has run. Belongs to one {@link WorkerQueue},
 * which uses it again for another task later; changed under its lock only.
 */
final class Placed {
    Task task;

    /** The workers that run it together, of which its worker is the leader; null if the worker runs it alone. */
    Team team;

    int priority;

    /** The number of its push: who is first when all are handed over. */
    long stamp;

    /** How long its kernel is expected to run; 0 if that is not known. */
    long length;

    /** How long its worker will wait for its data, as far as that is not during other tasks. */
    long transfer;

    /** Whether its kernel has begun. */
    boolean begun;

    /** Its neighbours in its rank, or the next one in a list. */
    Placed previous;

    Placed next;
    PlacedTasks.Rank rank;

    /** What the worker is expected to be occupied for by this task. */
    long work() {
        return length + transfer;
    }
}
