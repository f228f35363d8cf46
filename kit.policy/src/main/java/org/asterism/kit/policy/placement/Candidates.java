package org.asterism.kit.policy.placement;

import java.util.Arrays;
import org.asterism.kit.policy.CostWeights;

/**
 * Where a task could go, for policies that place each task where it costs least: groups of runners - workers, or
 * workers together - that are predicted alike, each with one of the codelet's implementations. A policy adds what is
 * expected of each. If all times are {@link #areKnown known}, it {@link #place gives} each the runner of its group that
 * would begin first and takes the {@link #cheapest cheapest}; otherwise the {@link #least least} {@link #load loaded}
 * of those that are to be tried. Candidates of one group are to be added one after the other.
 *
 * <p>Used again for decision after decision, it makes no garbage.
 *
 * <p><b>Threads.</b> One at a time.
 *
 * @param <G> a group of runners that are predicted alike
 * @param <R> a runner
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

    /** Has none. */
    public Candidates() {}

    /** Forgets all, for the next decision. */
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
     * Adds one.
     *
     * @param group whose runners these are
     * @param implementation the number of the implementation, from 0
     * @param nanos how long it would run, as {@link org.asterism.api.model.Predictor} says: 0 or NaN if that is not
     *     known
     * @param joules how much energy it would need; NaN counts nothing
     * @param travel how long the data would travel, in nanoseconds
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

    /**
     * Leaves those out that are not calibrated yet, if of any other the time is known: for policies that are not to try
     * them.
     */
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
     * How many there are.
     *
     * @return 0 if nobody can execute the task
     */
    public int size() {
        return size;
    }

    /**
     * Whether the time of all is known, so that costs can be compared.
     *
     * @return false if one is not calibrated, or has no model
     */
    public boolean areKnown() {
        return !uncalibrated && !unknown;
    }

    /**
     * Whether a candidate is to be tried while times are not known: all are, unless some are not calibrated, which then
     * go first.
     *
     * @param index from 0
     * @return false if another one is to be tried
     */
    public boolean isToBeTried(int index) {
        return !uncalibrated || Double.isNaN(times[index]);
    }

    /**
     * Whether a candidate is the first of its group.
     *
     * @param index from 0
     * @return false if the one before has the same group
     */
    public boolean isFirstOfGroup(int index) {
        return index == 0 || groups[index - 1] != groups[index];
    }

    /**
     * A candidate's group.
     *
     * @param index from 0
     * @return as added
     */
    @SuppressWarnings("unchecked") // only such are added
    public G group(int index) {
        return (G) groups[index];
    }

    /**
     * A candidate's implementation.
     *
     * @param index from 0
     * @return its number
     */
    public int implementation(int index) {
        return implementations[index];
    }

    /**
     * Returns how long a candidate would run.
     *
     * @param index from 0
     * @return whole nanoseconds, at least 1; 0 if unknown
     */
    public long nanos(int index) {
        return times[index] > 0 ? wholeNanos(times[index]) : 0;
    }

    /**
     * How long the data would travel.
     *
     * @param index from 0
     * @return nanoseconds
     */
    public long travel(int index) {
        return travels[index];
    }

    /** Forgets the runners of all candidates, which are placed anew. */
    public void unplace() {
        Arrays.fill(runners, 0, size, null);
        firstEnd = Long.MAX_VALUE;
    }

    /**
     * Gives a candidate the runner that would take the task; its end is expected when it has run from there.
     *
     * @param index from 0
     * @param runner of its group
     * @param rank decides if costs are equal: the least wins, and of equal ones the first candidate
     * @param begin when it would begin, in nanoseconds
     */
    public void place(int index, R runner, long rank, long begin) {
        runners[index] = runner;
        ranks[index] = rank;
        ends[index] = begin + nanos(index);
        firstEnd = Math.min(firstEnd, ends[index]);
    }

    /**
     * The runner that a candidate was given.
     *
     * @param index from 0
     * @return null if there is none
     */
    @SuppressWarnings("unchecked") // only such are placed
    public R runner(int index) {
        return (R) runners[index];
    }

    /**
     * Returns when a candidate would end, after it was placed.
     *
     * @param index from 0
     * @return nanoseconds, by the clock of its begin
     */
    public long end(int index) {
        return ends[index];
    }

    /**
     * Returns the earliest end of all candidates that were placed.
     *
     * @return {@link Long#MAX_VALUE} if none was
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
     * @param weights what counts how much
     * @param lastReady when the last worker is done with what it has: who ends later works alone
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
     * A predicted time as policies count with it.
     *
     * @param predicted nanoseconds, more than 0
     * @return whole nanoseconds, at least 1
     */
    public static long wholeNanos(double predicted) {
        return Math.max(1, Math.round(predicted));
    }
}
