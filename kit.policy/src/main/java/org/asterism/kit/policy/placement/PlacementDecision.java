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
 * Chooses the runner and the implementation with the least cost for a task. The cost is {@code alpha * (end - earliest
 * end) + beta * transfers + gamma * energy}, and idle power while the chosen runner works longer than all others. If a
 * time is unknown, the least loaded runner gets the task; if it is uncalibrated, the least loaded one where it can be
 * measured. Runners that are alike are one candidate, so predictions are asked once per group.
 *
 * <p>A decision object is used again for the next task and allocates nothing.
 *
 * <p><b>Threads.</b> One at a time. It reads the accounts of runners without a lock, so they may have changed when the
 * task is placed. No lock may be held, because predictor, data and program are called.
 *
 * <p>Source: the policies dm, dmda and pheft of StarPU.
 *
 * @param <G> groups of runners that are alike
 * @param <R> runners
 */
public final class PlacementDecision<G extends RunnerGroup<R>, R extends Runner> {
    private final boolean costs;
    private final Predictor predictor;
    private final DataPlacement data;
    private final Question question = new Question();
    private final Candidates<G, R> candidates = new Candidates<>();
    private TaskBundle bundle;

    /** What part of the predicted time of transfers counts. */
    private double part = 1;

    // The decision.
    private R chosen;
    private int implementation;
    private long length;
    private long travel;

    /**
     * Creates a decision for one thread at a time.
     *
     * @param costs whether transfers, energy and idle power count, besides the expected end
     * @param predictor of the policy's context
     * @param data of the policy's context
     */
    public PlacementDecision(boolean costs, Predictor predictor, DataPlacement data) {
        this.costs = costs;
        this.predictor = predictor;
        this.data = data;
    }

    /** The question, in which the caller may set what counts of a queue. */
    Question question() {
        return question;
    }

    /**
     * Returns the chosen runner.
     *
     * @return null if the task could not be placed
     */
    public R chosen() {
        return chosen;
    }

    /**
     * Returns the chosen implementation.
     *
     * @return its number, from 0
     */
    public int implementation() {
        return implementation;
    }

    /**
     * Returns the expected time of the kernel.
     *
     * @return nanoseconds; 0 if unknown
     */
    public long length() {
        return length;
    }

    /**
     * Returns the expected time of the task's transfers.
     *
     * @return nanoseconds; 0 if the kernel's time is unknown
     */
    public long travel() {
        return travel;
    }

    /**
     * Decides about a task.
     *
     * @param task to be placed
     * @param among groups of single workers first
     * @param weights of the policy
     * @param transfers part of the predicted time of transfers that counts; 1 for all of it
     * @param now by the context's clock
     * @return false if no runner can execute the task
     */
    public boolean decide(Task task, G[] among, Weights weights, double transfers, long now) {
        question.task = task;
        question.now = now;
        question.restricted = task.isRestricted();
        question.priority = task.priority();
        bundle = question.restricted ? task.bundle().orElse(null) : null;
        part = transfers;
        chosen = null;
        predict(among, weights);
        if (candidates.areKnown()) {
            chooseCheapest(weights.costs());
        } else {
            chooseLeastLoaded();
        }
        question.task = null;
        bundle = null;
        return chosen != null;
    }

    /**
     * Asks for the predictions of each group. A bundle is placed only with single workers, because they run its tasks.
     */
    private void predict(G[] among, Weights weights) {
        Task task = question.task;
        boolean energyCounts = costs && weights.costs().gamma() != 0;
        candidates.clear();
        for (G group : among) {
            R one = bundle != null && group.isOfTeams() ? null : group.firstFor(task);
            if (one == null) {
                continue;
            }
            long way = costs ? counted(travel(one)) : 0;
            int count = implementations(task.codelet(), group);
            for (int number = 0; number < count; number++) {
                candidates.add(group, number, time(one, number), energyCounts ? energy(one, number) : 0, way);
            }
        }
        if (!weights.explore()) {
            candidates.leaveOutUncalibrated();
        }
    }

    private long travel(R one) {
        return bundle == null
                ? data.transferNanos(question.task, one.leader())
                : BundleTimes.transferNanos(bundle, data, one.leader().memoryNode());
    }

    private double time(R one, int number) {
        return bundle == null
                ? one.nanos(predictor, question.task, number)
                : BundleTimes.executionNanos(bundle, predictor, one.leader(), number);
    }

    private double energy(R one, int number) {
        return bundle == null
                ? one.joules(predictor, question.task, number)
                : BundleTimes.energyJoules(bundle, predictor, one.leader(), number);
    }

    private static int implementations(Codelet codelet, RunnerGroup<?> group) {
        // A unit that does not really compute may take tasks whose codelet has no implementation for it.
        return Math.max(1, codelet.implementationCount(group.architecture()));
    }

    /** Somewhere the time is not known: the least loaded worker, of the uncalibrated ones if there are any. */
    private void chooseLeastLoaded() {
        double least = 0;
        G last = null;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.group(index) == last || !candidates.isToBeTried(index)) {
                continue;
            }
            last = candidates.group(index); // another implementation has the same load
            R runner = last.leastLoaded(question);
            if (runner == null) {
                continue; // the program has changed its mind
            }
            double load = last.load(question, runner);
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
        double idleWeight = costs ? weights.idleWeight() : 0;
        long lastReady = idleWeight > 0 ? lastReady() : question.now;
        boolean endMatters = !costs || weights.alpha() > 0;
        for (int index = 0; index < candidates.size(); index++) {
            R runner = endMatters && !candidates.isFirstOfGroup(index)
                    ? candidates.runner(index - 1)
                    : candidates.group(index).earliest(question, indifferent(index, endMatters, lastReady, idleWeight));
            if (runner != null) {
                candidates.place(index, runner, begin(index, runner));
            }
        }
        int best = -1;
        double least = 0;
        for (int index = 0; index < candidates.size(); index++) {
            R runner = candidates.runner(index);
            if (runner == null) {
                continue;
            }
            double cost = costs ? candidates.cost(index, weights, lastReady) : candidates.later(index);
            if (best < 0 || cost < least || cost == least && isBefore(runner, candidates.runner(best))) {
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
        long arrival = costs ? question.now + candidates.travel(index) : question.now;
        if (endMatters) {
            return arrival;
        }
        return idleWeight > 0 ? Math.max(arrival, lastReady - candidates.nanos(index)) : Long.MAX_VALUE - 1;
    }

    private long begin(int index, R runner) {
        long ready = candidates.group(index).ready(question, runner);
        return costs ? Math.max(ready, question.now + candidates.travel(index)) : ready;
    }

    /** Of equal ones, a worker goes before a team, which comes later, and a lower id before a higher one. */
    private static boolean isBefore(Runner one, Runner other) {
        return one.isTeam() == other.isTeam()
                && one.leader().id() < other.leader().id();
    }

    // A bundle is decided about as a whole, but placed task by task.

    private long ownLength(int index) {
        if (bundle == null) {
            return candidates.nanos(index);
        }
        double own = predictor.executionNanos(question.task, chosen.leader(), implementation);
        return own > 0 ? Candidates.wholeNanos(own) : 0;
    }

    private long ownTravel(int index) {
        return bundle == null || !costs
                ? candidates.travel(index)
                : counted(data.transferNanos(question.task, chosen.leader()));
    }

    private long counted(long predicted) {
        return part == 1 ? predicted : Math.round(part * predicted);
    }
}
