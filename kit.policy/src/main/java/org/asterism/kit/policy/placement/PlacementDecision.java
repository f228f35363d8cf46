package org.asterism.kit.policy.placement;

import org.asterism.api.Task;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.DataPlacement;

/**
 * Chooses the runner and the implementation with the least cost for a task. The cost is {@code alpha * (end - earliest
 * end) + beta * transfers + gamma * energy}, plus idle power while the chosen runner works longer than all others. If a
 * time is unknown, the least loaded runner gets the task; if it is uncalibrated, the least loaded one where it can be
 * measured. Runners that are alike are one candidate, so predictions are asked once per group.
 *
 * <p>A decision object is reused for the next task and allocates nothing.
 *
 * <p><b>Threads.</b> One at a time. It reads the accounts of runners without a lock, so they may have changed when the
 * task is placed. No lock may be held, because predictor, data and program are called.
 *
 * <p>Source: the policies dm, dmda and pheft of StarPU.
 */
final class PlacementDecision {
    /** Of policies without costs. */
    private static final CostWeights ENDS_ONLY = new CostWeights(1, 0, 0, 0);

    /** Marks a transfer time that was not asked for; times are never negative. */
    private static final long NOT_ASKED = -1;

    private final boolean costs;
    private final Prediction prediction;
    private final Question question;
    private final Candidates<RunnerGroup, Account> candidates = new Candidates<>();

    // The decision.
    private Account chosen;
    private int implementation;
    private long length;
    private long travel;
    private double start;

    /**
     * Creates a decision for one thread at a time.
     *
     * @param ranged see {@link WorkerQueue#lengthAhead}
     */
    PlacementDecision(Traits traits, boolean ranged, Predictor predictor, DataPlacement data) {
        costs = traits.costs();
        prediction = new Prediction(predictor, data);
        question = new Question(prediction, traits.ahead(), ranged);
    }

    /** Returns the chosen runner, or null if the task could not be placed. */
    Account chosen() {
        return chosen;
    }

    int implementation() {
        return implementation;
    }

    /** Returns when the task is expected to start, in nanoseconds of the clock; not-a-number if the load decided. */
    double start() {
        return start;
    }

    /** Returns the expected time of the kernel, in nanoseconds; 0 if unknown. */
    long length() {
        return length;
    }

    /** Returns the expected time of the task's transfers, in nanoseconds; 0 if the kernel's time is unknown. */
    long travel() {
        return travel;
    }

    /**
     * Decides about a task.
     *
     * @param among groups of single workers first
     * @param part of the predicted time of transfers that counts; 1 for all of it
     * @param now by the context's clock
     * @return false if no runner can execute the task
     */
    boolean decide(Task task, RunnerGroup[] among, Weights weights, double part, long now) {
        prediction.ask(task);
        question.now = now;
        question.priority = task.priority();
        CostWeights counting = costs ? weights.costs() : ENDS_ONLY;
        predict(among, counting.gamma() != 0, part);
        if (!weights.explore()) {
            candidates.leaveOutUncalibrated();
        }
        int best = candidates.areKnown() ? cheapest(counting) : leastLoaded();
        chosen = best < 0 ? null : candidates.runner(best);
        if (best >= 0) {
            implementation = candidates.implementation(best);
            expect(best, part);
        }
        prediction.forget();
        return best >= 0;
    }

    /** Determines the expected start and duration of the task at its place; nothing, if the load decided. */
    private void expect(int best, double part) {
        start = candidates.areKnown() ? candidates.end(best) - candidates.nanos(best) : Double.NaN;
        if (!candidates.areKnown()) {
            length = 0;
            travel = 0;
        } else if (prediction.isOfBundle()) {
            // It is decided about as a whole, but placed task by task.
            double own = prediction.ownNanos(chosen, implementation);
            length = own > 0 ? Candidates.wholeNanos(own) : 0;
            travel = costs ? counted(prediction.ownTravel(chosen), part) : 0;
        } else {
            length = candidates.nanos(best);
            travel = candidates.travel(best);
        }
    }

    private void predict(RunnerGroup[] among, boolean energyCounts, double part) {
        candidates.clear();
        for (RunnerGroup group : among) {
            Runner one = group.firstFor(prediction);
            if (one == null) {
                continue;
            }
            long way = NOT_ASKED;
            int count = prediction.implementations(one);
            for (int number = 0; number < count; number++) {
                double nanos = prediction.nanos(one, number);
                if (costs && nanos > 0 && way == NOT_ASKED) { // without known times, the load decides
                    way = counted(prediction.travel(one), part);
                }
                double joules = energyCounts ? prediction.joules(one, number) : 0;
                candidates.add(group, number, nanos, joules, Math.max(0, way));
            }
        }
    }

    private static long counted(long predicted, double part) {
        return part == 1 ? predicted : Math.round(part * predicted);
    }

    /** Somewhere the time is not known: the least loaded worker, of the uncalibrated ones if there are any. */
    private int leastLoaded() {
        RunnerGroup last = null;
        boolean compares = candidates.size() > 1 && candidates.group(0) != candidates.group(candidates.size() - 1);
        for (int index = 0; index < candidates.size(); index++) {
            RunnerGroup group = candidates.group(index);
            if (group == last || !candidates.isToBeTried(index)) {
                continue;
            }
            last = group; // another implementation has the same load
            Account runner = group.leastLoaded(question);
            if (runner != null) { // else the program has changed its mind
                // One group is compared with no other; to read its load again would fetch what the worker writes.
                candidates.load(index, runner, runner.rank, compares ? group.load(question, runner) : 0);
            }
        }
        return candidates.least();
    }

    /** All times are known: the least cost. */
    private int cheapest(CostWeights weights) {
        long lastReady = weights.idleWeight() > 0 ? lastReady() : question.now;
        boolean endMatters = weights.alpha() > 0;
        for (int index = 0; index < candidates.size(); index++) {
            Account runner = endMatters && !candidates.isFirstOfGroup(index)
                    ? candidates.runner(index - 1)
                    : candidates.group(index).earliest(question, indifferent(index, weights, lastReady));
            if (runner != null) {
                long begin = Math.max(runner.ready(question), arrival(index));
                candidates.place(index, runner, runner.rank, begin);
            }
        }
        return candidates.cheapest(weights, lastReady);
    }

    /** Returns the time at which the last worker that can execute the task is done with its tasks. */
    private long lastReady() {
        long last = question.now;
        for (int index = 0; index < candidates.size(); index++) {
            if (candidates.isFirstOfGroup(index)) {
                last = Math.max(last, candidates.group(index).latest(question));
            }
        }
        return last;
    }

    private long arrival(int index) {
        return question.now + candidates.travel(index);
    }

    /**
     * Up to which moment all workers are equal that are done by then: as long as the data travel, or while no end
     * costs.
     */
    private long indifferent(int index, CostWeights weights, long lastReady) {
        if (weights.alpha() > 0) {
            return arrival(index);
        }
        return weights.idleWeight() > 0
                ? Math.max(arrival(index), lastReady - candidates.nanos(index))
                : Long.MAX_VALUE - 1;
    }
}
