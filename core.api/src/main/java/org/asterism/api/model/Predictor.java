package org.asterism.api.model;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Predicts the time and energy of tasks. Its knowledge comes from the models of the task's codelet or, in a simulated
 * runtime, from the description of the machine.
 *
 * <p>There are three kinds of answers. A positive number is a prediction. 0 means that the codelet has no model, so
 * nothing will ever be known. {@link Double#NaN} means that its model is not calibrated for this case yet.
 *
 * <p>Any thread may call it at any time. A call takes no lock.
 */
@ProviderType
public interface Predictor {
    /**
     * Returns how long a task's kernel is expected to run, without the transfer of its data. A query about an unknown
     * case makes the model learn from then on, whether or not models are {@link Calibration calibrated}.
     *
     * @param task any task of the runtime
     * @param worker one that can execute it
     * @param implementation the number of the codelet's implementation for the worker's architecture, from 0
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated
     */
    double executionNanos(Task task, Worker worker, int implementation);

    /**
     * Returns whether the execution time of a task on some worker is known, or may become known. Costs less than asking
     * about a worker.
     *
     * @param task any task of the runtime
     * @return false if {@link #executionNanos(Task, Worker, int)} is 0 for all workers, since the task's codelet has no
     *     model and no compute unit knows the times of its tasks; true if it may be anything
     */
    default boolean isPredictable(Task task) {
        return true;
    }

    /**
     * Returns the expected energy of a task's kernel.
     *
     * @param task any task of the runtime
     * @param worker one that can execute it
     * @param implementation the number of the codelet's implementation for the worker's architecture, from 0
     * @return joules; 0 without a model, NaN if it is not calibrated
     */
    double energyJoules(Task task, Worker worker, int implementation);

    /**
     * Returns how long a parallel task is expected to run, without the transfer of its data, when all members of a team
     * run it together. Models have a separate case for each number of members.
     *
     * @param task any task of the runtime
     * @param team one that can execute it
     * @param implementation the number of the codelet's implementation for CPUs, from 0
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated for that number of members
     */
    double executionNanos(Task task, CombinedWorker team, int implementation);

    /**
     * Returns the expected energy of a parallel task, all members together.
     *
     * @param task any task of the runtime
     * @param team one that can execute it
     * @param implementation the number of the codelet's implementation for CPUs, from 0
     * @return joules; 0 without a model, NaN if it is not calibrated for that number of members
     */
    double energyJoules(Task task, CombinedWorker team, int implementation);

    /**
     * Returns the speed of a combination of workers, relative to single ones; see {@link #relativeSpeed(Worker)}.
     *
     * @param team any combination of workers of the runtime
     * @return the sum of its members' speeds
     */
    default double relativeSpeed(CombinedWorker team) {
        return team.size() * relativeSpeed(team.leader());
    }

    /**
     * Returns the speed of a worker relative to others, roughly and for unknown work. Policies that have no model weigh
     * workers by it.
     *
     * @param worker any worker of the runtime
     * @return more than 0; see the documentation of models for the number of each architecture
     */
    double relativeSpeed(Worker worker);

    /**
     * Groups the workers whose answers are always the same, so that a policy that has many of them asks once per group.
     * Only for a task whose model {@link PerformanceModel#distinguishesWorkers distinguishes workers}, they may differ
     * within a group.
     *
     * @param worker any worker of the runtime
     * @return a small number, from 0; the same for workers that are predicted alike
     */
    int kind(Worker worker);

    /**
     * Returns how long a task's kernel is expected to run on a worker that is not chosen yet: the harmonic mean over
     * the workers that can execute it, each with its best implementation.
     *
     * @param task any task of the runtime
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated for any worker
     */
    double averageNanos(Task task);
}
