package org.asterism.kit.policy.placement;

import org.asterism.api.Architecture;
import org.asterism.api.Task;

/**
 * Runners that are alike: all predictions for a task are the same, so only the times at which they become free differ.
 * Methods are called without locks, by any thread.
 *
 * @param <R> its runners
 */
public interface RunnerGroup<R extends Runner> {
    /**
     * Returns the architecture of all workers in the group.
     *
     * @return selects the implementations
     */
    Architecture architecture();

    /**
     * Tells whether the runners are teams.
     *
     * @return false if each is one worker
     */
    boolean isOfTeams();

    /**
     * Finds a runner for predictions.
     *
     * @param task to be placed
     * @return the first that can execute the task, or null
     */
    R firstFor(Task task);

    /**
     * Finds the runner that becomes free first.
     *
     * @param question of the decision
     * @param moment runners that are free by then are equal
     * @return the first of the earliest ones that can execute the task, or null
     */
    R earliest(Question question, long moment);

    /**
     * Returns when the last runner that can execute the task becomes free.
     *
     * @param question of the decision
     * @return at least {@link Question#now}
     */
    long latest(Question question);

    /**
     * Finds the runner with the least load.
     *
     * @param question of the decision
     * @return the first of those that can execute the task, or null
     */
    R leastLoaded(Question question);

    /**
     * Returns when a runner becomes free.
     *
     * @param question of the decision
     * @param runner of the group
     * @return at least {@link Question#now}
     */
    long ready(Question question, R runner);

    /**
     * Returns the load of a runner in comparison with its speed.
     *
     * @param question of the decision
     * @param runner of the group
     * @return comparable between groups
     */
    double load(Question question, R runner);
}
