package org.asterism.kit.policy.placement;

import org.asterism.api.Architecture;

/**
 * Runners that are alike: all predictions for a task are the same, so only the times at which they become free differ.
 *
 * <p><b>Threads.</b> Any number; no lock is held.
 */
sealed class RunnerGroup permits WorkerGroup {
    /**
     * The common properties of the runners of a group.
     *
     * @param kind the kind of predictions that hold for them
     * @param architecture their architecture, whose implementations they run
     * @param memoryNode the memory node of their data
     * @param speed the speed by which their load is divided
     * @param size the number of workers of each runner
     */
    record Alike(int kind, Architecture architecture, int memoryNode, double speed, int size) {}

    final Alike alike;

    /** By id. */
    private final Account[] runners;

    RunnerGroup(Alike alike, Account[] runners) {
        this.alike = alike;
        this.runners = runners;
    }

    /** Returns the first runner that can execute a task, or null. */
    final Account firstFor(Prediction prediction) {
        for (Account runner : runners) {
            if (prediction.canExecute(runner)) {
                return runner;
            }
            if (!prediction.isRestricted()) {
                return null; // the others cannot, either
            }
        }
        return null;
    }

    /**
     * Finds the runner that becomes free first.
     *
     * @param moment runners that are free by then are equal
     * @return the first of the earliest ones that can execute the task, or null
     */
    Account earliest(Question question, long moment) {
        Account best = null;
        long soonest = 0;
        for (Account runner : runners) {
            if (question.admits(runner)) {
                long ready = Math.max(runner.ready(question), moment);
                if (best == null || ready < soonest) {
                    best = runner;
                    soonest = ready;
                }
            }
        }
        return best;
    }

    /** Returns when the last runner that can execute the task becomes free; now, if all are. */
    long latest(Question question) {
        long latest = question.now;
        for (Account runner : runners) {
            if (question.admits(runner)) {
                latest = Math.max(latest, runner.ready(question));
            }
        }
        return latest;
    }

    /** Returns the first of the runners with the least load that can execute the task, or null. */
    Account leastLoaded(Question question) {
        if (runners.length == 1) {
            return question.admits(runners[0]) ? runners[0] : null; // its load need not be fetched
        }
        Account best = null;
        int least = 0;
        for (Account runner : runners) {
            if (question.admits(runner)) {
                int load = runner.load(question);
                if (best == null || load < least) {
                    best = runner;
                    least = load;
                }
            }
        }
        return best;
    }

    /** Returns the load of a runner of the group, comparable between groups. */
    final double load(Question question, Account runner) {
        return runner.load(question) / alike.speed();
    }
}
