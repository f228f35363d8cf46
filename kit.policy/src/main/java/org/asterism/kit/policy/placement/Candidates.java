package org.asterism.kit.policy.placement;

import java.util.Arrays;
import org.asterism.kit.policy.CostWeights;

/**
 * The possible places for a task, for policies that place each task where it costs least. A candidate is a group of
 * runners with the same predictions, together with one of the codelet's implementations. A runner is a worker, or
 * several workers that run a task together.
 *
 * <p>The policy adds the predictions for each candidate. If all times are {@link #areKnown known}, it {@link #place
 * selects} the runner of each group that would begin first, and takes the {@link #cheapest cheapest} candidate.
 * Otherwise it takes the {@link #least least} {@link #load loaded} candidate of those that are to be tried. Candidates
 * of the same group must be added one after the other.
 *
 * <p>The object is reused for many decisions, and does not allocate.
 *
 * <p><b>Threads.</b> One at a time.
 *
 * @param <G> group of runners with the same predictions
 * @param <R> runner
 */
public final class Candidates<G, R> {
    private static final int FIRST = 8;

    private int size;
    private Object[] groups = new Object[FIRST];
    private int[] implementations = new int[FIRST];
    private double[] times = new double[FIRST];
    private double[] energies = new double[FIRST];
    private long[] travels = new long[FIRST];
    private Object[] runners = new Object[FIRST];
    private long[] ends = new long[FIRST];
    private long[] ranks = new long[FIRST];
    private double[] costs = new double[FIRST];
    private boolean uncalibrated;
    private boolean unknown;
    private boolean hasKnown;
    private long firstEnd = Long.MAX_VALUE;

    /** Creates an empty list. */
    public Candidates() {}

    /** Removes all candidates, before the next decision. */
    public void clear() {
        Arrays.fill(groups, 0, size, null);
        Arrays.fill(runners, 0, size, null);
        size = 0;
        uncalibrated = false;
        unknown = false;
        hasKnown = false;
        firstEnd = Long.MAX_VALUE;
    }

    /**
     * Adds a candidate.
     *
     * @param group group of runners
     * @param implementation number of the implementation, from 0
     * @param nanos predicted run time in nanoseconds, from {@link org.asterism.api.model.Predictor}; 0 or NaN if it is
     *     not known
     * @param joules predicted energy; NaN counts as 0
     * @param travel predicted transfer time of the data, in nanoseconds
     */
    public void add(G group, int implementation, double nanos, double joules, long travel) {
        if (size == groups.length) {
            int more = 2 * size;
            groups = Arrays.copyOf(groups, more);
            implementations = Arrays.copyOf(implementations, more);
            times = Arrays.copyOf(times, more);
            energies = Arrays.copyOf(energies, more);
            travels = Arrays.copyOf(travels, more);
            runners = Arrays.copyOf(runners, more);
            ends = Arrays.copyOf(ends, more);
            ranks = Arrays.copyOf(ranks, more);
            costs = Arrays.copyOf(costs, more);
        }
        put(size, group, implementation, nanos, Double.isNaN(joules) ? 0 : joules, travel);
        size++;
        uncalibrated |= Double.isNaN(nanos);
        unknown |= nanos <= 0;
        hasKnown |= nanos > 0;
    }

    private void put(int index, Object group, int implementation, double nanos, double joules, long travel) {
        groups[index] = group;
        implementations[index] = implementation;
        times[index] = nanos;
        energies[index] = joules;
        travels[index] = travel;
    }

    /** Removes uncalibrated candidates if the time of any other is known, for policies that do not calibrate. */
    public void leaveOutUncalibrated() {
        if (!uncalibrated || !hasKnown) {
            return;
        }
        int kept = 0;
        for (int index = 0; index < size; index++) {
            if (!Double.isNaN(times[index])) {
                put(kept, groups[index], implementations[index], times[index], energies[index], travels[index]);
                kept++;
            }
        }
        Arrays.fill(groups, kept, size, null);
        size = kept;
        uncalibrated = false;
    }

    /**
     * Returns the number of candidates.
     *
     * @return the number; 0 if no runner can execute the task
     */
    public int size() {
        return size;
    }

    /**
     * Whether all times are known, so that costs can be compared.
     *
     * @return false if a candidate is not calibrated or has no model
     */
    public boolean areKnown() {
        return !uncalibrated && !unknown;
    }

    /**
     * Whether to try a candidate while times are not known. If some candidates are uncalibrated, only these are tried;
     * otherwise all are.
     *
     * @param index index of the candidate, from 0
     * @return false if other candidates come first
     */
    public boolean isToBeTried(int index) {
        return !uncalibrated || Double.isNaN(times[index]);
    }

    /**
     * Whether a candidate is the first of its group.
     *
     * @param index index of the candidate, from 0
     * @return false if the previous candidate has the same group
     */
    public boolean isFirstOfGroup(int index) {
        return index == 0 || groups[index - 1] != groups[index];
    }

    /**
     * Returns the group of a candidate.
     *
     * @param index index of the candidate, from 0
     * @return the group that was added
     */
    @SuppressWarnings("unchecked") // only such groups are added
    public G group(int index) {
        return (G) groups[index];
    }

    /**
     * Returns the implementation of a candidate.
     *
     * @param index index of the candidate, from 0
     * @return number of the implementation
     */
    public int implementation(int index) {
        return implementations[index];
    }

    /**
     * Returns the predicted run time of a candidate.
     *
     * @param index index of the candidate, from 0
     * @return whole nanoseconds, at least 1; 0 if unknown
     */
    public long nanos(int index) {
        return times[index] > 0 ? wholeNanos(times[index]) : 0;
    }

    /**
     * Returns the predicted transfer time of the data.
     *
     * @param index index of the candidate, from 0
     * @return nanoseconds
     */
    public long travel(int index) {
        return travels[index];
    }

    /** Removes the runners of all candidates, so that they can be placed again. */
    public void unplace() {
        Arrays.fill(runners, 0, size, null);
        firstEnd = Long.MAX_VALUE;
    }

    /**
     * Assigns a runner to a candidate. The candidate's end is its begin plus its run time.
     *
     * @param index from 0
     * @param runner of its group
     * @param rank decides if costs are equal: the least wins, and of equal ones the first candidate
     * @param begin the time at which it would begin, in nanoseconds
     */
    public void place(int index, R runner, long rank, long begin) {
        runners[index] = runner;
        ranks[index] = rank;
        ends[index] = begin + nanos(index);
        firstEnd = Math.min(firstEnd, ends[index]);
    }

    /**
     * Returns the runner of a candidate.
     *
     * @param index index of the candidate, from 0
     * @return the runner, or null if there is none
     */
    @SuppressWarnings("unchecked") // only such runners are placed
    public R runner(int index) {
        return (R) runners[index];
    }

    /**
     * Returns the expected end of a placed candidate.
     *
     * @param index index of the candidate, from 0
     * @return nanoseconds, on the same clock as its begin
     */
    public long end(int index) {
        return ends[index];
    }

    /**
     * Returns the earliest end of all placed candidates.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} if no candidate is placed
     */
    public long firstEnd() {
        return firstEnd;
    }

    /**
     * Gives a candidate a runner with a load, in place of an end.
     *
     * @param index from 0
     * @param runner of its group
     * @param rank as for {@link #place}
     * @param load comparable between groups
     */
    public void load(int index, R runner, long rank, double load) {
        runners[index] = runner;
        ranks[index] = rank;
        costs[index] = load;
    }

    /**
     * Returns the candidate that costs least, of those that were placed. The cost is {@code alpha * (end - earliest
     * end) + beta * transfers + gamma * energy}, and idle power while the runner works longer than all others.
     *
     * @param weights the weights of the costs
     * @param lastReady the time at which the last worker is done with its tasks; a task that ends later runs alone
     * @return its index; -1 if none was placed
     */
    public int cheapest(CostWeights weights, long lastReady) {
        for (int index = 0; index < size; index++) {
            costs[index] = cost(index, weights, lastReady);
        }
        return least();
    }

    /**
     * Returns the candidate with the least load, of those that were given one.
     *
     * @return its index; -1 if there is none
     */
    public int least() {
        int best = -1;
        for (int index = 0; index < size; index++) {
            if (runners[index] != null
                    && (best < 0
                            || costs[index] < costs[best]
                            || costs[index] == costs[best] && ranks[index] < ranks[best])) {
                best = index;
            }
        }
        return best;
    }

    double cost(int index, CostWeights weights, long lastReady) {
        double cost = weights.alpha() * (ends[index] - firstEnd)
                + weights.beta() * travels[index]
                + weights.nanosPerJoule() * energies[index];
        return ends[index] > lastReady ? cost + weights.idleWeight() * (ends[index] - lastReady) : cost;
    }

    /**
     * Rounds a predicted time for the sums of a policy.
     *
     * @param predicted nanoseconds, more than 0
     * @return whole nanoseconds, at least 1
     */
    public static long wholeNanos(double predicted) {
        return Math.max(1, Math.round(predicted));
    }
}
