package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/** What a decision is about: which of a queue's tasks count, and which workers. */
final class Question {
    Task task;
    long now;

    /** Whether each worker has to be asked if it can execute the task. */
    boolean restricted;

    /** Whether only tasks count that run before one of this priority, and how: see {@link WorkerQueue#lengthAhead}. */
    boolean ahead;

    boolean ranged;
    int priority;

    boolean admits(WorkerQueue queue) {
        return !restricted || queue.worker.canExecute(task);
    }

    /** When a worker is expected to begin the task, without its data. */
    long ready(WorkerQueue queue) {
        return ahead ? Math.max(queue.start(), now) + queue.lengthAhead(priority, ranged) : queue.ready(now);
    }

    int load(WorkerQueue queue) {
        return ahead ? queue.loadAhead(priority, ranged) : queue.load();
    }

    /** Whether the answer about a worker is the same for all tasks. */
    boolean isOrdinary() {
        return !restricted && !ahead;
    }
}
