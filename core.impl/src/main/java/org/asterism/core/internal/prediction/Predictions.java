package org.asterism.core.internal.prediction;

import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.CostModel;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.Models;
import org.asterism.api.model.PerformanceModel;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.UnitTiming;

/**
 * Predicts time and energy: from the compute units' own knowledge or, for measured units, from the models. It also
 * feeds measurements to the models. Any thread may use it.
 */
public final class Predictions implements Predictor {
    private static final Logger LOG = System.getLogger(Predictions.class.getName());

    /** A prediction is never 0, which would mean that nothing will ever be known. */
    private static final double LEAST = 1e-9;

    /** Workers with the same predictions. */
    private record Crowd(Worker one, int number) {}

    private final Places places;
    private final LearntModels models;
    private final boolean calibrates;
    private final Supplier<? extends List<? extends Worker>> workers;

    /** Held weakly, since a model belongs to a program that may be uninstalled. */
    private final Set<PerformanceModel> failing =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile List<Crowd> crowds;

    /** Whether there is, or was, a worker whose unit knows the times of tasks itself. */
    private volatile boolean hasTimedWorkers;

    /**
     * Makes predictions for a runtime.
     *
     * @param workers all of the runtime's at any moment
     */
    public Predictions(ModelSettings settings, Supplier<? extends List<? extends Worker>> workers) {
        places = new Places(settings.alike());
        models = new LearntModels(settings, places);
        calibrates = settings.calibration() != Calibration.OFF;
        this.workers = workers;
    }

    /** Returns the knowledge of the models. */
    public Models models() {
        return models;
    }

    /** Is told that workers have come or gone. */
    public void workersChanged() {
        crowds = null;
        if (!hasTimedWorkers && workers.get().stream().anyMatch(worker -> ((TimedWorker) worker).timing() != null)) {
            hasTimedWorkers = true;
        }
    }

    /** Keeps what was learnt; a failure to do so is reported only, as the work is done. */
    public void close() {
        try {
            models.save();
        } catch (UncheckedIOException failed) {
            LOG.log(Level.ERROR, "what performance models have learnt is lost: " + failed.getMessage(), failed);
        }
    }

    // Learning.

    /**
     * Whether somebody learns from the time of a task's kernel on a worker, so that it has to be measured. Costs next
     * to nothing for a codelet without a model.
     */
    public boolean learns(Job job, TimedWorker worker) {
        PerformanceModel model = job.codelet().model();
        if (model == null || model instanceof CostModel || worker.timing() != null) {
            return false;
        }
        // A model that nobody has asked for need not be read from the disk, unless all are to learn.
        Binding binding = calibrates ? models.bind(model, Unit.NANOSECONDS) : models.find(model);
        return binding != null && binding.learnt() != null && binding.learnt().isLearning();
    }

    /**
     * Takes the time of a kernel that has ended well; only if {@link #learns} has said so before it began.
     *
     * @param members the number of workers that ran it together
     * @param nanos by the runtime's clock
     */
    public void executed(Job job, TimedWorker worker, int members, long nanos) {
        PerformanceModel model = job.codelet().model();
        Binding binding = models.bind(model, Unit.NANOSECONDS);
        try {
            int place = members > 1 ? places.ofTeam(members) : places.of(worker);
            binding.learn(model, job, place, job.implementation(), Math.max(0, nanos));
        } catch (RuntimeException | Error thrown) {
            report(model, job, thrown);
        }
    }

    private void report(PerformanceModel model, Task task, Throwable thrown) {
        if (failing.add(model)) {
            LOG.log(
                    Level.ERROR,
                    "model '" + model.symbol() + "' cannot tell about " + task + ", and perhaps others: a function that"
                            + " the program gave it threw " + thrown,
                    thrown);
        }
    }

    // Predicting.

    @Override
    public boolean isPredictable(Task task) {
        return task.codelet().model() != null || hasTimedWorkers;
    }

    @Override
    public double executionNanos(Task task, Worker worker, int implementation) {
        UnitTiming timing = ((TimedWorker) worker).timing();
        if (timing != null) {
            return timing.nanos(task);
        }
        PerformanceModel model = task.codelet().model();
        return model == null ? 0 : ask(model, Unit.NANOSECONDS, task, worker, implementation);
    }

    @Override
    public double energyJoules(Task task, Worker worker, int implementation) {
        UnitTiming timing = ((TimedWorker) worker).timing();
        if (timing != null) {
            return timing.joules(task);
        }
        PerformanceModel model = task.codelet().energyModel();
        return model == null ? 0 : ask(model, Unit.JOULES, task, worker, implementation);
    }

    @Override
    public double executionNanos(Task task, CombinedWorker team, int implementation) {
        UnitTiming timing = ((TimedWorker) team.leader()).timing();
        if (timing != null) {
            return timing.nanos(task, team.size());
        }
        PerformanceModel model = task.codelet().model();
        return model == null ? 0 : ask(model, Unit.NANOSECONDS, task, team, implementation);
    }

    @Override
    public double energyJoules(Task task, CombinedWorker team, int implementation) {
        UnitTiming timing = ((TimedWorker) team.leader()).timing();
        if (timing != null) {
            return timing.joules(task, team.size());
        }
        PerformanceModel model = task.codelet().energyModel();
        return model == null ? 0 : ask(model, Unit.JOULES, task, team, implementation);
    }

    private double ask(PerformanceModel model, Unit unit, Task task, CombinedWorker team, int implementation) {
        if (!(model instanceof CostModel cost)) {
            return measured(model, unit, task, places.ofTeam(team.size()), implementation, team);
        }
        double alone = ask(model, unit, task, team.leader(), implementation);
        // What a program says of one core the members share; the energy is the same for all together.
        return unit == Unit.NANOSECONDS ? alone / team.size() : alone;
    }

    private double ask(PerformanceModel model, Unit unit, Task task, Worker worker, int implementation) {
        if (!(model instanceof CostModel cost)) {
            return measured(model, unit, task, places.of(worker), implementation, worker);
        }
        try {
            return cost(cost, task, worker, implementation);
        } catch (RuntimeException | Error thrown) {
            report(model, task, thrown);
            return Double.NaN;
        }
    }

    /** Returns the prediction from measurements at a place. */
    private double measured(
            PerformanceModel model, Unit unit, Task task, int place, int implementation, Object runner) {
        try {
            Binding binding = models.bind(model, unit);
            double expected = binding.expected(model, task, place, implementation);
            if (expected > 0) {
                return expected;
            }
            if (binding.learnt() == null) {
                return 0;
            }
            if (expected <= 0) {
                return LEAST;
            }
            if (!binding.learnt().isLearning()) {
                binding.learnt().beginLearning(task + " on " + runner);
            }
        } catch (RuntimeException | Error thrown) {
            report(model, task, thrown);
        }
        return Double.NaN;
    }

    private static double cost(CostModel model, Task task, Worker worker, int implementation) {
        double cost = model.cost().of(task, worker, implementation);
        if (cost < 0) {
            throw new IllegalArgumentException("a cost of " + cost + ": give 0 or more");
        }
        return model.scope() == CostModel.Scope.COMMON ? cost / Speeds.of(worker.architecture()) : cost;
    }

    @Override
    public double relativeSpeed(Worker worker) {
        return Speeds.of(worker.architecture());
    }

    @Override
    public int kind(Worker worker) {
        return places.of(worker);
    }

    // Averages.

    @Override
    public double averageNanos(Task task) {
        if (task.codelet().isWithoutWork()) {
            return 0;
        }
        PerformanceModel model = task.codelet().model();
        boolean isByWorker = task.isRestricted() || model != null && model.distinguishesWorkers();
        long number = 0;
        double rate = 0;
        for (Crowd crowd : isByWorker ? eachAlone() : crowds()) {
            if (!crowd.one().canExecute(task)) {
                continue;
            }
            double best = best(task, crowd.one());
            if (best == 0) {
                return 0;
            }
            if (!Double.isNaN(best)) {
                number += crowd.number();
                rate += crowd.number() / best;
            }
        }
        return number == 0 ? Double.NaN : number / rate;
    }

    private double best(Task task, Worker worker) {
        double best = Double.NaN;
        int implementations = Math.max(1, task.codelet().implementationCount(worker.architecture()));
        for (int implementation = 0; implementation < implementations; implementation++) {
            double one = executionNanos(task, worker, implementation);
            best = Double.isNaN(best) || one < best ? one : best;
        }
        return best;
    }

    private List<Crowd> eachAlone() {
        return workers.get().stream().map(worker -> new Crowd(worker, 1)).toList();
    }

    private List<Crowd> crowds() {
        List<Crowd> known = crowds;
        if (known == null) {
            known = group();
            crowds = known;
        }
        return known;
    }

    private List<Crowd> group() {
        Map<Integer, Crowd> byKind = new LinkedHashMap<>();
        for (Worker worker : workers.get()) {
            byKind.merge(
                    places.of(worker),
                    new Crowd(worker, 1),
                    (crowd, more) -> new Crowd(crowd.one(), crowd.number() + 1));
        }
        return List.copyOf(byKind.values());
    }
}
