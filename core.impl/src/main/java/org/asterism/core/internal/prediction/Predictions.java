package org.asterism.core.internal.prediction;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.spi.driver.UnitTiming;

/** Answers from what compute units know themselves or, for those that are measured, from the models. */
public final class Predictions implements Predictor {
    private final Models models;

    public Predictions(ModelSettings settings) {
        models = new LearntModels(settings);
    }

    public Models models() {
        return models;
    }

    @Override
    public double executionNanos(Task task, Worker worker, int implementation) {
        UnitTiming timing = ((ContextWorker) worker).timing();
        return timing == null ? 0 : timing.nanos(task);
    }

    @Override
    public double energyJoules(Task task, Worker worker, int implementation) {
        UnitTiming timing = ((ContextWorker) worker).timing();
        return timing == null ? 0 : timing.joules(task);
    }

    @Override
    public double relativeSpeed(Worker worker) {
        return worker.architecture() == org.asterism.api.Architecture.CPU ? 0.5 : 13.33;
    }

    @Override
    public int kind(Worker worker) {
        UnitTiming timing = ((ContextWorker) worker).timing();
        return timing == null ? worker.architecture().index() : 64 + System.identityHashCode(timing);
    }

    @Override
    public double averageNanos(Task task) {
        return 0;
    }
}
