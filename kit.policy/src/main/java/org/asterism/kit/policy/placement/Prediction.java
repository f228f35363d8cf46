package org.asterism.kit.policy.placement;

import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.model.Predictor;
import org.asterism.spi.policy.DataPlacement;

/**
 * Predictions for one task on different runners. For a task of a bundle, they include all tasks of the bundle that no
 * worker has taken yet, because these go to the same place.
 *
 * <p>The object is reused for the next task and allocates nothing.
 *
 * <p><b>Threads.</b> One at a time. The caller must hold no lock, because predictor, data and program are called.
 */
final class Prediction {
    private final Predictor predictor;
    private final DataPlacement data;
    private Task task;
    private boolean restricted;
    private TaskBundle bundle;

    Prediction(Predictor predictor, DataPlacement data) {
        this.predictor = predictor;
        this.data = data;
    }

    void ask(Task about) {
        task = about;
        restricted = about.isRestricted();
        bundle = restricted ? about.bundle().orElse(null) : null;
    }

    void forget() {
        task = null;
        bundle = null;
    }

    /** Whether each runner has to be asked if it can execute the task. */
    boolean isRestricted() {
        return restricted;
    }

    boolean isOfBundle() {
        return bundle != null;
    }

    /**
     * Whether a runner can execute the task. Tasks of a bundle are placed with single workers, because they run them.
     */
    boolean canExecute(Runner runner) {
        return (bundle == null || runner.combined() == null) && runner.canExecute(task);
    }

    int implementations(Runner runner) {
        // A unit that does not really compute may take tasks whose codelet has no implementation for it.
        return Math.max(1, task.codelet().implementationCount(runner.leader().architecture()));
    }

    /** Returns nanoseconds; 0 or NaN if the time is unknown, as {@link Predictor#executionNanos}. */
    double nanos(Runner runner, int implementation) {
        return bundle == null
                ? ownNanos(runner, implementation)
                : BundleTimes.executionNanos(bundle, predictor, runner.leader(), implementation);
    }

    /** Returns the time of this task alone, also if it has a bundle. */
    double ownNanos(Runner runner, int implementation) {
        return runner.combined() == null
                ? predictor.executionNanos(task, runner.leader(), implementation)
                : predictor.executionNanos(task, runner.combined(), implementation);
    }

    /** Returns joules; 0 or NaN if the energy is unknown. */
    double joules(Runner runner, int implementation) {
        if (bundle != null) {
            return BundleTimes.energyJoules(bundle, predictor, runner.leader(), implementation);
        }
        return runner.combined() == null
                ? predictor.energyJoules(task, runner.leader(), implementation)
                : predictor.energyJoules(task, runner.combined(), implementation);
    }

    /** Returns how long the data travel to a runner, in nanoseconds, with the conversions that it will have to make. */
    long travel(Runner runner) {
        return bundle == null ? ownTravel(runner) : travel(runner.leader().memoryNode());
    }

    /** Returns the time that the data of this task alone travel, also if it has a bundle. */
    long ownTravel(Runner runner) {
        return data.transferNanos(task, runner.leader());
    }

    /** Returns how long the data travel to a memory node, in nanoseconds. */
    long travel(int node) {
        return bundle == null ? data.transferNanos(task, node) : BundleTimes.transferNanos(bundle, data, node);
    }
}
