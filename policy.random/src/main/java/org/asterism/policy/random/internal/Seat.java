package org.asterism.policy.random.internal;

import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskDeque;

/** Worker of the policy, with its relative speed and the tasks that were drawn for it. */
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
