package org.asterism.kit.policy.placement;

import org.asterism.api.Task;

/**
 * Question of a {@link PlacementDecision}: the task to be placed, and the tasks of a queue that count.
 *
 * <p><b>Threads.</b> One at a time.
 */
public final class Question {
    Task task;
    long now;
    boolean restricted;

    /** Whether only tasks count that run before one of this priority, and how: see {@link WorkerQueue#lengthAhead}. */
    boolean ahead;

    boolean ranged;
    int priority;

    Question() {}

    /**
     * Returns the task to be placed.
     *
     * @return null between decisions
     */
    public Task task() {
        return task;
    }

    /**
     * Returns the time of the decision.
     *
     * @return by the context's clock, in nanoseconds
     */
    public long now() {
        return now;
    }

    /**
     * Tells whether a runner may take the task.
     *
     * @param runner of a group of which some runner can execute the task
     * @return asks the runner only if the task is {@link Task#isRestricted restricted}
     */
    public boolean admits(Runner runner) {
        return !restricted || runner.canExecute(task);
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
