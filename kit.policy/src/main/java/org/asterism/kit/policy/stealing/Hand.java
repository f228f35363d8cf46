package org.asterism.kit.policy.stealing;

import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskDeque;

/** One worker of a crew, and its queue. All threads read it for each task, and nobody writes it in real time. */
final class Hand {
    final Worker worker;
    final int place;
    final TaskDeque tasks;

    /** Written by the worker, perhaps for each task. */
    final Search search = Search.make();

    /** The virtual time at which a device last tried to rob it; for {@link Collisions}, in simulations. */
    long robbedAt = -1;

    /** The id of that device's worker. */
    int robber = -1;

    Hand(Worker worker, int place, TaskDeque tasks) {
        this.worker = worker;
        this.place = place;
        this.tasks = tasks;
    }
}
