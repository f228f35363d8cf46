package org.asterism.kit.policy.placement;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/** A worker, or several workers that run a task together. Implementations are immutable or safe for all threads. */
public interface Runner {
    /**
     * Returns the worker that takes the task.
     *
     * @return the worker itself, or the leader of several
     */
    Worker leader();

    /**
     * Tells whether the runner can execute a task.
     *
     * @param task any task
     * @return whether each of its workers can
     */
    default boolean canExecute(Task task) {
        return leader().canExecute(task);
    }

    /**
     * Predicts the time of a task here.
     *
     * @param predictor of the policy's context
     * @param task to be placed
     * @param implementation the number of the implementation, from 0
     * @return nanoseconds; 0 or NaN if the time is unknown, as {@link Predictor#executionNanos}
     */
    default double nanos(Predictor predictor, Task task, int implementation) {
        return predictor.executionNanos(task, leader(), implementation);
    }

    /**
     * Predicts the energy of a task here.
     *
     * @param predictor of the policy's context
     * @param task to be placed
     * @param implementation the number of the implementation, from 0
     * @return joules; 0 or NaN if the energy is unknown
     */
    default double joules(Predictor predictor, Task task, int implementation) {
        return predictor.energyJoules(task, leader(), implementation);
    }

    /**
     * Tells whether several workers run a task together. Of two placements of equal cost, the first runner of one
     * worker wins.
     *
     * @return false for one worker
     */
    default boolean isTeam() {
        return false;
    }
}
