package org.asterism.kit.policy.stealing;

import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskDeque;

/** Worker of a crew with its queue. All threads read it for each task, and no thread writes it in real time. */
final class Hand {
    final Worker worker;
    final int place;
    final TaskDeque tasks;

    /** Search state, which the worker may write for each task. */
    final Search search = Search.make();

    /** Virtual time at which a device last tried to steal from this worker; for {@link Collisions} in simulations. */
    long robbedAt = -1;

    /** Id of that device's worker. */
    int robber = -1;

    Hand(Worker worker, int place, TaskDeque tasks) {
        this.worker = worker;
        this.place = place;
        this.tasks = tasks;
    }

    /** Whether another worker has the same architecture and memory, so that it runs these tasks equally well. */
    boolean isLike(Hand other) {
        return worker.architecture().equals(other.worker.architecture())
                && worker.memoryNode() == other.worker.memoryNode();
    }
}
