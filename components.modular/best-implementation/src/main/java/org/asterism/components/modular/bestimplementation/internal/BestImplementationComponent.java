package org.asterism.components.modular.bestimplementation.internal;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Component that chooses which implementation of a codelet a task runs with: the one with the shortest predicted time.
 *
 * <p>For a pulled task, it compares the times on the worker that pulls. For a pushed task, it compares those on the
 * first worker below that can execute the task, or on the first combination of workers if no single worker can. An
 * implementation that is not calibrated yet is chosen first, so that it is measured. The component writes the predicted
 * time of its choice on the task, and leaves the predicted transfer time as it is.
 *
 * <p>A store above subtracts the predicted time from its sum before it hands the task over. A worker below uses the
 * values that the task carries when it arrives. So every store adds and subtracts the same value. If the child refuses
 * a task, the component restores the previous prediction, because the store above will use it.
 *
 * <p><b>Threads.</b> Any. No lock is held.
 */
final class BestImplementationComponent extends SchedulingComponent {
    private final PolicyContext policy;
    private final Predictor predictor;

    BestImplementationComponent(ComponentContext context) {
        super(context);
        policy = context.policy();
        predictor = policy.predictor();
    }

    @Override
    public boolean push(Task task) {
        WorkerSet below = context().workersInContext();
        Worker worker = below.firstFor(task);
        if (worker == null || context().children().isEmpty()) {
            return false;
        }
        float nanosBefore = policy.predictedNanos(task);
        float transferBefore = policy.predictedTransferNanos(task);
        choose(task, worker, below.contains(worker) ? null : togetherFor(task, below));
        if (context().children().get(0).push(task)) {
            return true;
        }
        policy.predict(task, nanosBefore, transferBefore);
        return false;
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        Task task = pullFromParents(worker);
        if (task != null) {
            choose(task, worker, null);
        }
        return task;
    }

    private static CombinedWorker togetherFor(Task task, WorkerSet below) {
        for (CombinedWorker combined : below.combined()) {
            if (combined.canExecute(task)) {
                return combined;
            }
        }
        return null;
    }

    /** Chooses for one worker, or for several together if {@code together} is not null. */
    private void choose(Task task, Worker worker, CombinedWorker together) {
        int count = task.codelet().implementationCount(worker.architecture());
        float said = policy.predictedNanos(task);
        if (count <= 1 && said > 0) {
            policy.choose(task, 0);
            return;
        }
        int best = 0;
        double least = nanos(task, worker, together, 0);
        for (int number = 1; number < count && least > 0; number++) {
            double nanos = nanos(task, worker, together, number);
            if (Double.isNaN(nanos) || nanos > 0 && nanos < least) {
                best = number;
                least = nanos;
            }
        }
        float nanos = least > 0 ? (float) least : 0;
        policy.choose(task, best);
        if (nanos != said) {
            policy.predict(task, nanos, policy.predictedTransferNanos(task));
        }
    }

    private double nanos(Task task, Worker worker, CombinedWorker together, int number) {
        return together == null
                ? predictor.executionNanos(task, worker, number)
                : predictor.executionNanos(task, together, number);
    }
}
