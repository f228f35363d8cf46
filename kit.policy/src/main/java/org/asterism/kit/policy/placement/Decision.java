package org.asterism.kit.policy.placement;

import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.BundleTimes;
import org.asterism.kit.policy.Candidates;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.DataPlacement;

/**
 * Where a task goes: to the worker, and with the implementation, of the least cost. Decided as the reference does (see
 * the README), but not by looking at every worker: of workers that are alike only the best can be chosen.
 *
 * <p><b>Threads.</b> One at a time; used again for decision after decision. Reads the queues without a lock: what it
 * says of them may be out of date when the task is placed.
 */
final class Decision {
    private final Traits traits;
    private final Predictor predictor;
    private final DataPlacement data;
    private final Question question = new Question();
    private final Candidates<WorkerGroup, WorkerQueue> candidates = new Candidates<>();

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
        if (candidates.areKnown()) {
            chooseCheapest(weights.costs());
        } else {
            chooseLeastLoaded();
        }
        question.task = null;
        return chosen != null;
    }

    /** Asks what is expected of the task on each kind of worker. */
    private void predict(WorkerGroup[] among, Weights weights) {
        Task task = question.task;
        TaskBundle bundle = question.restricted ? task.bundle().orElse(null) : null;
        part = traits.crowding() ? Crowding.part(among) : 1;
        candidates.clear();
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
                double energy = !traits.costs() || weights.costs().gamma() == 0
                        ? 0
                        : bundle == null
                                ? predictor.energyJoules(task, one.worker, number)
                                : BundleTimes.energyJoules(bundle, predictor, one.worker, number);
                candidates.add(group, number, time, energy, way);
            }
        }
        if (!weights.explore()) {
            candidates.leaveOutUncalibrated();
        }
    }

    private static int implementations(Codelet codelet, WorkerGroup group) {
        // A unit that does not really compute may take tasks whose codelet has no implementation for it.
        return Math.max(1, codelet.implementationCount(group.alike.architecture()));
    }

    /** Somewhere the time is not known: the least loaded worker, of the uncalibrated ones if there are any. */
    private void chooseLeastLoaded() {
        double least = 0;
        WorkerGroup last = null;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.group(index) == last || !candidates.isToBeTried(index)) {
                continue;
            }
            last = candidates.group(index); // another implementation has the same load
            WorkerQueue queue = last.leastLoaded(question);
            if (queue == null) {
                continue; // the program has changed its mind
            }
            double load = question.load(queue) / last.alike.speed();
            if (chosen == null || load < least || load == least && queue.worker.id() < chosen.worker.id()) {
                chosen = queue;
                implementation = candidates.implementation(index);
                least = load;
            }
        }
        length = 0;
        travel = 0;
    }

    /** All times are known: the least cost. */
    private void chooseCheapest(CostWeights weights) {
        double idleWeight = traits.costs() ? weights.idleWeight() : 0;
        long lastReady = idleWeight > 0 ? lastReady() : question.now;
        boolean endMatters = !traits.costs() || weights.alpha() > 0;
        for (int index = 0; index < candidates.size(); index++) {
            WorkerQueue queue = endMatters && !candidates.isFirstOfGroup(index)
                    ? candidates.runner(index - 1)
                    : candidates.group(index).earliest(question, indifferent(index, endMatters, lastReady, idleWeight));
            if (queue != null) {
                candidates.place(index, queue, begin(index, queue));
            }
        }
        int best = -1;
        double least = 0;
        for (int index = 0; index < candidates.size(); index++) {
            WorkerQueue queue = candidates.runner(index);
            if (queue == null) {
                continue;
            }
            double cost = traits.costs() ? candidates.cost(index, weights, lastReady) : candidates.later(index);
            if (best < 0
                    || cost < least
                    || cost == least
                            && queue.worker.id()
                                    < candidates.runner(best).worker.id()) {
                best = index;
                least = cost;
            }
        }
        if (best >= 0) {
            chosen = candidates.runner(best);
            implementation = candidates.implementation(best);
            length = ownLength(best);
            travel = ownTravel(best);
        }
    }

    /** When the last worker that can execute the task is done with what it has. */
    private long lastReady() {
        long last = question.now;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.isFirstOfGroup(index)) {
                last = Math.max(last, candidates.group(index).latest(question));
            }
        }
        return last;
    }

    /**
     * Up to which moment all workers are equal that are done by then: as long as the data travel, or while no end
     * costs.
     */
    private long indifferent(int index, boolean endMatters, long lastReady, double idleWeight) {
        long arrival = traits.costs() ? question.now + candidates.travel(index) : question.now;
        if (endMatters) {
            return arrival;
        }
        return idleWeight > 0 ? Math.max(arrival, lastReady - candidates.nanos(index)) : Long.MAX_VALUE - 1;
    }

    private long begin(int index, WorkerQueue queue) {
        long ready = question.ready(queue);
        return traits.costs() ? Math.max(ready, question.now + candidates.travel(index)) : ready;
    }

    // A bundle is decided about as a whole, but placed task by task.

    private long ownLength(int index) {
        if (!question.restricted || question.task.bundle().isEmpty()) {
            return candidates.nanos(index);
        }
        double own = predictor.executionNanos(question.task, chosen.worker, implementation);
        return own > 0 ? Candidates.wholeNanos(own) : 0;
    }

    private long ownTravel(int index) {
        if (!traits.costs() || !question.restricted || question.task.bundle().isEmpty()) {
            return candidates.travel(index);
        }
        return counted(data.transferNanos(question.task, chosen.worker));
    }

    private long counted(long predicted) {
        return part == 1 ? predicted : Math.round(part * predicted);
    }
}
