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
 * <p>Any thread may ask, at any time; an answer takes no lock.
 */
@ProviderType
public interface Predictor {
    /**
     * How long a task's kernel is expected to run, without the transfer of its data. To be asked about a case that it
     * does not know makes a model learn from then on, whether or not models are {@link Calibration calibrated}.
     *
     * @param task any task of the runtime
     * @param worker one that can execute it
     * @param implementation which of the codelet's implementations for the worker's architecture, from 0
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated
     */
    double executionNanos(Task task, Worker worker, int implementation);

    /**
     * Whether anything is known, or will be, about the execution time of a task on some worker. Costs less than asking
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
     * How much energy a task's kernel is expected to need.
     *
     * @param task any task of the runtime
     * @param worker one that can execute it
     * @param implementation which of the codelet's implementations for the worker's architecture, from 0
     * @return joules; 0 without a model, NaN if it is not calibrated
     */
    double energyJoules(Task task, Worker worker, int implementation);

    /**
     * How long a parallel task is expected to run, without the transfer of its data, when all members of a team run it
     * together. Models keep a case apart for each number of members.
     *
     * @param task any task of the runtime
     * @param team one that can execute it
     * @param implementation which of the codelet's implementations for CPUs, from 0
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated for so many members
     */
    double executionNanos(Task task, CombinedWorker team, int implementation);

    /**
     * How much energy a parallel task is expected to need, all members together.
     *
     * @param task any task of the runtime
     * @param team one that can execute it
     * @param implementation which of the codelet's implementations for CPUs, from 0
     * @return joules; 0 without a model, NaN if it is not calibrated for so many members
     */
    double energyJoules(Task task, CombinedWorker team, int implementation);

    /**
     * How fast a combination of workers is in comparison with single ones; see {@link #relativeSpeed(Worker)}.
     *
     * @param team any combination of workers of the runtime
     * @return the speeds of its members together
     */
    default double relativeSpeed(CombinedWorker team) {
        return team.size() * relativeSpeed(team.leader());
    }

    /**
     * How fast a worker is in comparison with others, roughly and for work that nothing is known about: what policies
     * weigh workers with that have no model to ask.
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
     * How long a task's kernel is expected to run on a worker that is not chosen yet: the harmonic mean over the
     * workers that can execute it, each with its best implementation.
     *
     * @param task any task of the runtime
     * @return nanoseconds; 0 without a model, NaN if it is not calibrated for any worker
     */
    double averageNanos(Task task);
}
