package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.report.linear.LinearProgramme;

/**
 * Area bound: the minimum time for a set of tasks that can be divided among the workers at will, without dependencies
 * and transfers. It is the linear programme of StarPU (see its page on theoretical bounds), with equal workers
 * combined. It minimises t under two conditions. For each kind of worker, the times of its tasks are at most t times
 * the number of such workers. Every task is done.
 *
 * <p>Solved by column generation (Dantzig and Wolfe, "Decomposition principle for linear programs", Operations Research
 * 8, 1960). For any prices of the kinds of workers, the sum of the cheapest times of all tasks is a lower bound. A
 * small programme over the divisions for earlier prices finds the next prices. So the programme has one variable per
 * kind of worker, for any number of kinds of tasks, and every intermediate value is a bound.
 */
public final class AreaBound {
    private static final int MOST_ROUNDS = 2_000;
    private static final double PRECISION = 1e-8;

    private final double[][] times;
    private final long[] tasks;
    private final int[] workers;

    private AreaBound(double[][] times, long[] tasks, int[] workers) {
        this.times = times;
        this.tasks = tasks;
        this.workers = workers;
    }

    /**
     * Computes the bound.
     *
     * @param times per kind of task: the time on each kind of worker; infinite where it cannot run
     * @param tasks number of tasks of each kind
     * @param workers number of workers of each kind
     * @return bound in the unit of the times; infinite if a task can run nowhere, 0 without tasks
     */
    public static double of(double[][] times, long[] tasks, int[] workers) {
        AreaBound bound = new AreaBound(times, tasks, workers);
        double scale = bound.withEqualPrices();
        return scale == 0 || Double.isInfinite(scale) ? scale : bound.solve(scale);
    }

    private double withEqualPrices() {
        double[] prices = new double[workers.length];
        Arrays.fill(prices, 1.0 / Math.max(1, Arrays.stream(workers).sum()));
        return bound(prices, new double[workers.length]);
    }

    private double solve(double scale) {
        int kinds = workers.length;
        List<double[]> divisions = new ArrayList<>();
        double best = scale;
        double[] prices = new double[kinds];
        Arrays.fill(prices, 1.0 / Arrays.stream(workers).sum());
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double[] loads = new double[kinds];
            best = Math.max(best, bound(prices, loads));
            divisions.add(constraint(loads, scale));
            // Find the prices that maximise the cost of the cheapest division so far.
            LinearProgramme.Solution dearest = LinearProgramme.maximise(objective(), rows(divisions), limits(divisions))
                    .orElseThrow();
            if (dearest.value() * scale <= best * (1 + PRECISION)) {
                break;
            }
            for (int kind = 0; kind < kinds; kind++) {
                prices[kind] = dearest.variables()[kind] / workers[kind];
            }
        }
        return best;
    }

    /** Returns the cost of doing each task where it is cheapest, and adds up the busy time of each kind of worker. */
    private double bound(double[] prices, double[] loads) {
        double sum = 0;
        for (int task = 0; task < times.length; task++) {
            int cheapest = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int kind = 0; kind < prices.length; kind++) {
                // Of several places without cost choose the fastest, to keep the loads as small as possible.
                double time = times[task][kind];
                double cost = time * prices[kind];
                if (time < Double.POSITIVE_INFINITY
                        && (cheapest < 0 || cost < least || cost == least && time < times[task][cheapest])) {
                    least = cost;
                    cheapest = kind;
                }
            }
            if (cheapest < 0) {
                return Double.POSITIVE_INFINITY;
            }
            loads[cheapest] += tasks[task] * times[task][cheapest];
            sum += tasks[task] * least;
        }
        return sum;
    }

    // The programme has one variable per kind of worker, its share of the price, and one for the cost, which is at most
    // that of each division.

    private double[] objective() {
        double[] objective = new double[workers.length + 1];
        objective[workers.length] = 1;
        return objective;
    }

    private double[] constraint(double[] loads, double scale) {
        double[] row = new double[workers.length + 1];
        for (int kind = 0; kind < workers.length; kind++) {
            row[kind] = -loads[kind] / workers[kind] / scale;
        }
        row[workers.length] = 1;
        return row;
    }

    private double[][] rows(List<double[]> divisions) {
        double[][] rows = divisions.toArray(new double[divisions.size() + 1][]);
        double[] shares = new double[workers.length + 1];
        Arrays.fill(shares, 0, workers.length, 1);
        rows[divisions.size()] = shares;
        return rows;
    }

    private static double[] limits(List<double[]> divisions) {
        double[] limits = new double[divisions.size() + 1];
        limits[divisions.size()] = 1;
        return limits;
    }
}
