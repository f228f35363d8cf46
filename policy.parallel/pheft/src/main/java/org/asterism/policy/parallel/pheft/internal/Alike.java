package org.asterism.policy.parallel.pheft.internal;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Task;

/**
 * Runners that are alike: what is expected of a task is the same for each of them, so only when they are done makes a
 * difference, and predictions are asked for once.
 *
 * @param kind what they have in common
 * @param runners those with lower ids first
 */
record Alike(Kind kind, List<? extends Runner> runners) {
    /**
     * What alike runners have in common.
     *
     * @param prediction which predictions hold for them
     * @param architecture which implementations they run
     * @param memoryNode where their data are
     * @param speed what their load is divided by
     * @param size how many workers each is
     */
    record Kind(int prediction, Architecture architecture, int memoryNode, double speed, int size) {}

    /** The first that can execute a task, or null. */
    Runner firstFor(Task task) {
        if (!task.isRestricted()) {
            Runner first = runners.getFirst();
            return first.canExecute(task) ? first : null;
        }
        for (int index = 0; index < runners.size(); index++) {
            if (runners.get(index).canExecute(task)) {
                return runners.get(index);
            }
        }
        return null;
    }

    /** The first that is ready by a moment or, if there is none, the first of those that are ready first. */
    Runner earliest(Task task, boolean restricted, long now, long moment) {
        Runner best = null;
        long soonest = 0;
        for (int index = 0; index < runners.size(); index++) {
            Runner runner = runners.get(index);
            if (!restricted || runner.canExecute(task)) {
                long ready = Math.max(runner.ready(now), moment);
                if (best == null || ready < soonest) {
                    best = runner;
                    soonest = ready;
                }
            }
        }
        return best;
    }

    /** When the last one that can execute a task is ready. */
    long latest(Task task, boolean restricted, long now) {
        long latest = now;
        for (int index = 0; index < runners.size(); index++) {
            Runner runner = runners.get(index);
            if (!restricted || runner.canExecute(task)) {
                latest = Math.max(latest, runner.ready(now));
            }
        }
        return latest;
    }

    /** The first of those with the least load that can execute a task. */
    Runner leastLoaded(Task task, boolean restricted) {
        Runner best = null;
        double least = 0;
        for (int index = 0; index < runners.size(); index++) {
            Runner runner = runners.get(index);
            if (!restricted || runner.canExecute(task)) {
                double load = runner.load();
                if (best == null || load < least) {
                    best = runner;
                    least = load;
                }
            }
        }
        return best;
    }
}
