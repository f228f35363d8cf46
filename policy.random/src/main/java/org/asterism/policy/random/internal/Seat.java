package org.asterism.policy.random.internal;

import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskDeque;

/** A worker, how fast it is in comparison, and the tasks that it has drawn. */
final class Seat {
    final Worker worker;
    final double speed;
    final TaskDeque tasks;

    Seat(Worker worker, double speed, boolean byPriority) {
        this.worker = worker;
        this.speed = speed;
        tasks = new TaskDeque(byPriority);
    }
}
