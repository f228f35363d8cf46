package org.asterism.policy.parallel.pheft.internal;

import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.BundleTimes;
import org.asterism.kit.policy.Candidates;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.DataPlacement;

/**
 * Where a task goes: to the worker or the workers, and with the implementation, of the least cost. Decided as the
 * policy dmda does, with combinations among the candidates.
 *
 * <p><b>Threads.</b> One at a time; used again for decision after decision. Reads the accounts without a lock: what it
 * says of them may be out of date when the task is placed.
 */
final class Placement {
    private final Predictor predictor;
    private final DataPlacement data;

    private Task task;
    private TaskBundle bundle;
    private boolean restricted;
    private long now;

    private final Candidates<Alike, Runner> candidates = new Candidates<>();

    // What was decided.
    private Runner chosen;
    private int implementation;
    private long length;
    private long travel;

    Placement(Predictor predictor, DataPlacement data) {
        this.predictor = predictor;
        this.data = data;
    }

    Runner chosen() {
        return chosen;
    }

    int implementation() {
        return implementation;
    }

    /** How long the kernel is expected to run; 0 if that is not known. */
    long length() {
        return length;
    }

    /** How long the data are expected to travel; 0 if the kernel's time is not known. */
    long travel() {
        return travel;
    }

    /**
     * Decides.
     *
     * @param among those of single workers first
     * @return false if nobody can execute the task
     */
    boolean decide(Task what, Alike[] among, Weights weights, long moment) {
        task = what;
        now = moment;
        restricted = what.isRestricted();
        bundle = restricted ? what.bundle().orElse(null) : null;
        chosen = null;
        predict(among, weights);
        if (candidates.areKnown()) {
            chooseCheapest(weights.costs());
        } else {
            chooseLeastLoaded();
        }
        task = null;
        bundle = null;
        return chosen != null;
    }

    /**
     * Asks what is expected of the task of each kind of runners. A bundle is placed where single workers run its tasks.
     */
    private void predict(Alike[] among, Weights weights) {
        candidates.clear();
        for (Alike group : among) {
            Runner one = bundle != null && group.kind().size() > 1 ? null : group.firstFor(task);
            if (one == null) {
                continue;
            }
            long way = bundle == null
                    ? data.transferNanos(task, one.leader())
                    : BundleTimes.transferNanos(bundle, data, one.leader().memoryNode());
            // A unit that does not really compute may take tasks whose codelet has no implementation for it.
            int count =
                    Math.max(1, task.codelet().implementationCount(group.kind().architecture()));
            for (int number = 0; number < count; number++) {
                double energy = weights.costs().gamma() == 0 ? 0 : energy(one, number);
                candidates.add(group, number, time(one, number), energy, way);
            }
        }
        if (!weights.explore()) {
            candidates.leaveOutUncalibrated();
        }
    }

    private double time(Runner one, int number) {
        return bundle == null
                ? one.nanos(predictor, task, number)
                : BundleTimes.executionNanos(bundle, predictor, one.leader(), number);
    }

    private double energy(Runner one, int number) {
        return bundle == null
                ? one.joules(predictor, task, number)
                : BundleTimes.energyJoules(bundle, predictor, one.leader(), number);
    }

    /** Somewhere the time is not known: the least loaded, of the uncalibrated ones if there are any. */
    private void chooseLeastLoaded() {
        double least = 0;
        Alike last = null;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.group(index) == last || !candidates.isToBeTried(index)) {
                continue;
            }
            last = candidates.group(index); // another implementation has the same load
            Runner runner = last.leastLoaded(task, restricted);
            if (runner == null) {
                continue; // the program has changed its mind
            }
            double load = runner.load();
            if (chosen == null || load < least || load == least && isBefore(runner, chosen)) {
                chosen = runner;
                implementation = candidates.implementation(index);
                least = load;
            }
        }
        length = 0;
        travel = 0;
    }

    /** All times are known: the least cost. */
    private void chooseCheapest(CostWeights weights) {
        long lastReady = weights.idleWeight() > 0 ? lastReady() : now;
        for (int index = 0; index < candidates.size(); index++) {
            long arrival = now + candidates.travel(index);
            Runner runner = candidates.isFirstOfGroup(index)
                    ? candidates.group(index).earliest(task, restricted, now, arrival)
                    : candidates.runner(index - 1);
            if (runner != null) {
                candidates.place(index, runner, Math.max(runner.ready(now), arrival));
            }
        }
        int best = -1;
        double least = 0;
        for (int index = 0; index < candidates.size(); index++) {
            Runner runner = candidates.runner(index);
            if (runner != null) {
                double cost = candidates.cost(index, weights, lastReady);
                if (best < 0 || cost < least || cost == least && isBefore(runner, candidates.runner(best))) {
                    best = index;
                    least = cost;
                }
            }
        }
        if (best >= 0) {
            chosen = candidates.runner(best);
            implementation = candidates.implementation(best);
            length = bundle == null ? candidates.nanos(best) : ownNanos(chosen.leader());
            travel = bundle == null ? candidates.travel(best) : data.transferNanos(task, chosen.leader());
        }
    }

    /** Among equals one worker goes before several, and lower ids before higher ones. */
    private static boolean isBefore(Runner one, Runner other) {
        return one.isTeam() == other.isTeam()
                && one.leader().id() < other.leader().id();
    }

    /** When the last worker that can execute the task is done with what it has. */
    private long lastReady() {
        long last = now;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.isFirstOfGroup(index)) {
                last = Math.max(last, candidates.group(index).latest(task, restricted, now));
            }
        }
        return last;
    }

    /** A bundle is decided about as a whole, but placed task by task. */
    private long ownNanos(Worker worker) {
        double own = predictor.executionNanos(task, worker, implementation);
        return own > 0 ? Candidates.wholeNanos(own) : 0;
    }
}
