package org.asterism.policy.dmda.internal;

import java.util.Arrays;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.model.Predictor;
import org.asterism.spi.policy.BundleTimes;
import org.asterism.spi.policy.DataPlacement;

/**
 * Where a task goes: to the worker, and with the implementation, of the least cost. Decided as the reference does (see the
 * README), but not by looking at every worker: of workers that are alike only the best can be chosen.
 *
 * <p><b>Threads.</b> One at a time; used again for decision after decision. Reads the queues without a lock: what it says of
 * them may be out of date when the task is placed.
 */
final class Decision {
    private final Traits traits;
    private final Predictor predictor;
    private final DataPlacement data;
    private final Question question = new Question();

    // A candidate is an implementation for a group's workers; those of a group lie together.
    private int candidates;
    private WorkerGroup[] groups = new WorkerGroup[4];
    private int[] implementations = new int[4];
    private double[] times = new double[4];
    private double[] energies = new double[4];
    private long[] travels = new long[4];
    private WorkerQueue[] queues = new WorkerQueue[4];
    private long[] ends = new long[4];

    private boolean uncalibrated;
    private boolean unknown;

    /** What part of the predicted time of transfers counts. */
    private double part = 1;

    // What was decided.
    private WorkerQueue chosen;
    private int implementation;
    private long length;
    private long travel;

    Decision(Traits traits, Predictor predictor, DataPlacement data) {
        this.traits = traits;
        this.predictor = predictor;
        this.data = data;
    }

    /** The worker's queue. */
    WorkerQueue chosen() {
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
     * @param ranged see {@link WorkerQueue#lengthAhead}
     * @return false if no worker can execute the task
     */
    boolean decide(Task task, WorkerGroup[] among, Weights weights, boolean ranged, long now) {
        question.task = task;
        question.now = now;
        question.restricted = task.isRestricted();
        question.ahead = traits.ahead();
        question.ranged = ranged;
        question.priority = task.priority();
        chosen = null;
        predict(among, weights);
        if (candidates > 0) {
            if (unknown || uncalibrated) {
                chooseLeastLoaded();
            } else {
                chooseCheapest(weights);
            }
        }
        question.task = null;
        return chosen != null;
    }

    /** Asks what is expected of the task on each kind of worker. */
    private void predict(WorkerGroup[] among, Weights weights) {
        Task task = question.task;
        TaskBundle bundle = question.restricted ? task.bundle().orElse(null) : null;
        candidates = 0;
        uncalibrated = false;
        unknown = false;
        boolean hasKnown = false;
        part = traits.crowding() ? Crowding.part(among) : 1;
        for (WorkerGroup group : among) {
            WorkerQueue one = group.firstFor(task);
            if (one == null) {
                continue;
            }
            long way = !traits.costs()
                    ? 0
                    : bundle == null
                            ? data.transferNanos(task, one.worker)
                            : BundleTimes.transferNanos(bundle, data, one.worker.memoryNode());
            way = counted(way);
            int count = implementations(task.codelet(), group);
            for (int number = 0; number < count; number++) {
                double time = bundle == null
                        ? predictor.executionNanos(task, one.worker, number)
                        : BundleTimes.executionNanos(bundle, predictor, one.worker, number);
                double energy = !traits.costs() || weights.gamma() == 0
                        ? 0
                        : bundle == null
                                ? predictor.energyJoules(task, one.worker, number)
                                : BundleTimes.energyJoules(bundle, predictor, one.worker, number);
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

    private static int implementations(Codelet codelet, WorkerGroup group) {
        // A unit that does not really compute may take tasks whose codelet has no implementation for it.
        return Math.max(1, codelet.implementationCount(group.alike.architecture()));
    }

    private void add(WorkerGroup group, int number, double time, double energy, long way) {
        if (candidates == groups.length) {
            int more = 2 * candidates;
            groups = Arrays.copyOf(groups, more);
            implementations = Arrays.copyOf(implementations, more);
            times = Arrays.copyOf(times, more);
            energies = Arrays.copyOf(energies, more);
            travels = Arrays.copyOf(travels, more);
            queues = Arrays.copyOf(queues, more);
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

    /** Somewhere the time is not known: the least loaded worker, of the uncalibrated ones if there are any. */
    private void chooseLeastLoaded() {
        double least = 0;
        WorkerGroup last = null;
        for (int index = 0; index < candidates; index++) {
            if (groups[index] == last || uncalibrated && !Double.isNaN(times[index])) {
                continue;
            }
            last = groups[index]; // another implementation has the same load
            WorkerQueue queue = last.leastLoaded(question);
            if (queue == null) {
                continue; // the program has changed its mind
            }
            double load = question.load(queue) / last.alike.speed();
            if (chosen == null || load < least || load == least && queue.worker.id() < chosen.worker.id()) {
                chosen = queue;
                implementation = implementations[index];
                least = load;
            }
        }
        length = 0;
        travel = 0;
    }

    /** All times are known: the least cost. */
    private void chooseCheapest(Weights weights) {
        double idleWeight = traits.costs() ? weights.idleWeight() : 0;
        long lastReady = idleWeight > 0 ? lastReady() : question.now;
        boolean endMatters = !traits.costs() || weights.alpha() > 0;
        long firstEnd = Long.MAX_VALUE;
        for (int index = 0; index < candidates; index++) {
            WorkerGroup group = groups[index];
            if (endMatters && index > 0 && groups[index - 1] == group) {
                queues[index] = queues[index - 1];
            } else {
                queues[index] = group.earliest(question, indifferent(index, endMatters, lastReady, idleWeight));
            }
            if (queues[index] != null) {
                ends[index] = begin(index) + nanos(times[index]);
                firstEnd = Math.min(firstEnd, ends[index]);
            }
        }
        int best = -1;
        double least = 0;
        for (int index = 0; index < candidates; index++) {
            WorkerQueue queue = queues[index];
            if (queue == null) {
                continue;
            }
            double cost = cost(index, firstEnd, lastReady, weights, idleWeight);
            if (best < 0 || cost < least || cost == least && queue.worker.id() < queues[best].worker.id()) {
                best = index;
                least = cost;
            }
        }
        if (best >= 0) {
            chosen = queues[best];
            implementation = implementations[best];
            length = ownLength(best);
            travel = ownTravel(best);
        }
    }

    /** When the last worker that can execute the task is done with what it has. */
    private long lastReady() {
        long last = question.now;
        for (int index = 0; index < candidates; index++) {
            if (index == 0 || groups[index - 1] != groups[index]) {
                last = Math.max(last, groups[index].latest(question));
            }
        }
        return last;
    }

    /** Up to which moment all workers are equal that are done by then: as long as the data travel, or while no end costs. */
    private long indifferent(int index, boolean endMatters, long lastReady, double idleWeight) {
        long arrival = traits.costs() ? question.now + travels[index] : question.now;
        if (endMatters) {
            return arrival;
        }
        return idleWeight > 0 ? Math.max(arrival, lastReady - nanos(times[index])) : Long.MAX_VALUE - 1;
    }

    private long begin(int index) {
        long ready = question.ready(queues[index]);
        return traits.costs() ? Math.max(ready, question.now + travels[index]) : ready;
    }

    private double cost(int index, long firstEnd, long lastReady, Weights weights, double idleWeight) {
        long later = ends[index] - firstEnd;
        if (!traits.costs()) {
            return later;
        }
        double cost =
                weights.alpha() * later + weights.beta() * travels[index] + weights.nanosPerJoule() * energies[index];
        return ends[index] > lastReady ? cost + idleWeight * (ends[index] - lastReady) : cost;
    }

    // A bundle is decided about as a whole, but placed task by task.

    private long ownLength(int index) {
        if (!question.restricted || question.task.bundle().isEmpty()) {
            return nanos(times[index]);
        }
        double own = predictor.executionNanos(question.task, chosen.worker, implementation);
        return own > 0 ? nanos(own) : 0;
    }

    private long ownTravel(int index) {
        if (!traits.costs() || !question.restricted || question.task.bundle().isEmpty()) {
            return travels[index];
        }
        return counted(data.transferNanos(question.task, chosen.worker));
    }

    private long counted(long predicted) {
        return part == 1 ? predicted : Math.round(part * predicted);
    }

    /** Whole nanoseconds, and not nothing. */
    static long nanos(double time) {
        return Math.max(1, Math.round(time));
    }
}
