package org.asterism.policy.parallel.internal;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.policy.BundleTimes;
import org.asterism.spi.policy.DataPlacement;

/**
 * Where a task goes: to the worker or the workers, and with the implementation, of the least cost. Decided as the policy dmda does, with
 * combinations among the candidates.
 *
 * <p><b>Threads.</b> One at a time; used again for decision after decision. Reads the accounts without a lock: what it says of them may
 * be out of date when the task is placed.
 */
final class Placement {
    private final Predictor predictor;
    private final DataPlacement data;

    private Task task;
    private TaskBundle bundle;
    private boolean restricted;
    private long now;

    // A candidate is an implementation for runners that are alike; those of the same runners lie together.
    private int candidates;
    private Alike[] groups = new Alike[8];
    private int[] implementations = new int[8];
    private double[] times = new double[8];
    private double[] energies = new double[8];
    private long[] travels = new long[8];
    private Runner[] runners = new Runner[8];
    private long[] ends = new long[8];
    private boolean uncalibrated;
    private boolean unknown;

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
        if (candidates > 0) {
            if (unknown || uncalibrated) {
                chooseLeastLoaded();
            } else {
                chooseCheapest(weights);
            }
        }
        task = null;
        bundle = null;
        return chosen != null;
    }

    /** Asks what is expected of the task of each kind of runners. A bundle is placed where single workers run its tasks. */
    private void predict(Alike[] among, Weights weights) {
        candidates = 0;
        uncalibrated = false;
        unknown = false;
        boolean hasKnown = false;
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
                double time = time(one, number);
                double energy = weights.gamma() == 0 ? 0 : energy(one, number);
                add(group, number, time, Double.isNaN(energy) ? 0 : energy, way);
                uncalibrated |= Double.isNaN(time);
                unknown |= time <= 0;
                hasKnown |= time > 0;
            }
        }
        if (uncalibrated && hasKnown && !weights.explore()) {
            leaveOutUncalibrated();
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

    private void add(Alike group, int number, double time, double energy, long way) {
        if (candidates == groups.length) {
            int more = 2 * candidates;
            groups = Arrays.copyOf(groups, more);
            implementations = Arrays.copyOf(implementations, more);
            times = Arrays.copyOf(times, more);
            energies = Arrays.copyOf(energies, more);
            travels = Arrays.copyOf(travels, more);
            runners = Arrays.copyOf(runners, more);
            ends = Arrays.copyOf(ends, more);
        }
        groups[candidates] = group;
        implementations[candidates] = number;
        times[candidates] = time;
        energies[candidates] = energy;
        travels[candidates] = way;
        candidates++;
    }

    private void leaveOutUncalibrated() {
        int all = candidates;
        candidates = 0;
        for (int index = 0; index < all; index++) {
            if (!Double.isNaN(times[index])) {
                add(groups[index], implementations[index], times[index], energies[index], travels[index]);
            }
        }
        uncalibrated = false;
    }

    /** Somewhere the time is not known: the least loaded, of the uncalibrated ones if there are any. */
    private void chooseLeastLoaded() {
        double least = 0;
        Alike last = null;
        for (int index = 0; index < candidates; index++) {
            if (groups[index] == last || uncalibrated && !Double.isNaN(times[index])) {
                continue;
            }
            last = groups[index]; // another implementation has the same load
            Runner runner = last.leastLoaded(task, restricted);
            if (runner == null) {
                continue; // the program has changed its mind
            }
            double load = runner.load();
            if (chosen == null || load < least || load == least && isBefore(runner, chosen)) {
                chosen = runner;
                implementation = implementations[index];
                least = load;
            }
        }
        length = 0;
        travel = 0;
    }

    /** All times are known: the least cost. */
    private void chooseCheapest(Weights weights) {
        double idleWeight = weights.idleWeight();
        long lastReady = idleWeight > 0 ? lastReady() : now;
        long firstEnd = Long.MAX_VALUE;
        for (int index = 0; index < candidates; index++) {
            Alike group = groups[index];
            if (index > 0 && groups[index - 1] == group) {
                runners[index] = runners[index - 1];
            } else {
                runners[index] = group.earliest(task, restricted, now, now + travels[index]);
            }
            if (runners[index] != null) {
                ends[index] = Math.max(runners[index].ready(now), now + travels[index]) + nanos(times[index]);
                firstEnd = Math.min(firstEnd, ends[index]);
            }
        }
        int best = -1;
        double least = 0;
        for (int index = 0; index < candidates; index++) {
            if (runners[index] != null) {
                double cost = cost(index, firstEnd, lastReady, weights, idleWeight);
                if (best < 0 || cost < least || cost == least && isBefore(runners[index], runners[best])) {
                    best = index;
                    least = cost;
                }
            }
        }
        if (best >= 0) {
            chosen = runners[best];
            implementation = implementations[best];
            length = bundle == null ? nanos(times[best]) : ownNanos(chosen.leader());
            travel = bundle == null ? travels[best] : data.transferNanos(task, chosen.leader());
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
        for (int index = 0; index < candidates; index++) {
            if (index == 0 || groups[index - 1] != groups[index]) {
                last = Math.max(last, groups[index].latest(task, restricted, now));
            }
        }
        return last;
    }

    private double cost(int index, long firstEnd, long lastReady, Weights weights, double idleWeight) {
        double cost = weights.alpha() * (ends[index] - firstEnd)
                + weights.beta() * travels[index]
                + weights.nanosPerJoule() * energies[index];
        return ends[index] > lastReady ? cost + idleWeight * (ends[index] - lastReady) : cost;
    }

    /** A bundle is decided about as a whole, but placed task by task. */
    private long ownNanos(Worker worker) {
        double own = predictor.executionNanos(task, worker, implementation);
        return own > 0 ? nanos(own) : 0;
    }

    /** Whole nanoseconds, and not nothing. */
    static long nanos(double time) {
        return Math.max(1, Math.round(time));
    }
}
