package org.asterism.tck;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/** Predictor with the test's answers. Thread-safe. */
public final class FakePredictor implements Predictor {
    /** Returns an answer about a task and a worker. */
    @FunctionalInterface
    public interface Answer {
        /**
         * Returns the prediction.
         *
         * @param task any task
         * @param worker any worker
         * @param implementation number of the implementation, from 0
         * @return nanoseconds or joules
         */
        double of(Task task, Worker worker, int implementation);
    }

    /** Returns an answer about a task and workers that run it together. */
    @FunctionalInterface
    public interface TeamAnswer {
        /**
         * Returns the prediction.
         *
         * @param task any task
         * @param team any combination
         * @param implementation number of the implementation, from 0
         * @return nanoseconds or joules
         */
        double of(Task task, CombinedWorker team, int implementation);
    }

    private final Map<Architecture, Double> speeds = new ConcurrentHashMap<>();
    private volatile ToIntFunction<? super Worker> kinds = Worker::id;
    private volatile Answer times = (task, worker, implementation) -> 0;
    private volatile Answer energies = (task, worker, implementation) -> 0;
    private volatile TeamAnswer teamTimes =
            (task, team, implementation) -> times.of(task, team.leader(), implementation) / team.size();
    private volatile TeamAnswer teamEnergies =
            (task, team, implementation) -> energies.of(task, team.leader(), implementation);
    private volatile boolean predictable = true;
    private volatile Runnable whenAsked = () -> {};

    /** Creates a predictor without knowledge. */
    public FakePredictor() {}

    /**
     * Sets the times of tasks; by default they are unknown.
     *
     * @param answer returns nanoseconds, 0 or NaN
     */
    public void times(Answer answer) {
        times = Objects.requireNonNull(answer, "answer");
    }

    /**
     * Sets the energy of tasks; by default it is unknown.
     *
     * @param answer returns joules, 0 or NaN
     */
    public void energies(Answer answer) {
        energies = Objects.requireNonNull(answer, "answer");
    }

    /**
     * Sets the times of tasks on combined workers; by default they divide the leader's time by their number.
     *
     * @param answer returns nanoseconds, 0 or NaN
     */
    public void teamTimes(TeamAnswer answer) {
        teamTimes = Objects.requireNonNull(answer, "answer");
    }

    /**
     * Sets the energy of tasks on combined workers; by default that of the leader alone.
     *
     * @param answer returns joules, 0 or NaN
     */
    public void teamEnergies(TeamAnswer answer) {
        teamEnergies = Objects.requireNonNull(answer, "answer");
    }

    /**
     * Sets whether the times of tasks are known or can become known; by default true.
     *
     * @param may result of {@link #isPredictable}
     */
    public void predictable(boolean may) {
        predictable = may;
    }

    @Override
    public boolean isPredictable(Task task) {
        return predictable;
    }

    /** Sets an action that runs within each request for times and energies. */
    void whenAsked(Runnable action) {
        whenAsked = action;
    }

    /**
     * Sets the relative speed of workers; by default 1.
     *
     * @param architecture architecture of the workers
     * @param speed speed, more than 0
     */
    public void relativeSpeed(Architecture architecture, double speed) {
        speeds.put(architecture, speed);
    }

    @Override
    public double executionNanos(Task task, Worker worker, int implementation) {
        whenAsked.run();
        return times.of(task, worker, implementation);
    }

    @Override
    public double energyJoules(Task task, Worker worker, int implementation) {
        whenAsked.run();
        return energies.of(task, worker, implementation);
    }

    @Override
    public double executionNanos(Task task, CombinedWorker team, int implementation) {
        whenAsked.run();
        return teamTimes.of(task, team, implementation);
    }

    @Override
    public double energyJoules(Task task, CombinedWorker team, int implementation) {
        whenAsked.run();
        return teamEnergies.of(task, team, implementation);
    }

    @Override
    public double relativeSpeed(Worker worker) {
        return speeds.getOrDefault(worker.architecture(), 1.0);
    }

    /**
     * Sets which workers have equal predictions; by default each worker is its own kind. Call this before the policy
     * gets its workers.
     *
     * @param kind returns the kind of a worker, from 0
     */
    public void kinds(ToIntFunction<? super Worker> kind) {
        kinds = Objects.requireNonNull(kind, "kind");
    }

    @Override
    public int kind(Worker worker) {
        return kinds.applyAsInt(worker);
    }

    @Override
    public double averageNanos(Task task) {
        throw new UnsupportedOperationException("a test that needs averages knows the workers");
    }
}
