package org.asterism.spi.policy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts the descendants of each task of a snapshot: the tasks that wait for it, directly or not.
 *
 * <p>If that would take too long, it estimates the numbers. Each task gets random numbers, and the least number that
 * can be reached from a task gives the estimate (E. Cohen, "Size-estimation framework with applications to transitive
 * closure and reachability", 1997).
 */
final class Descendants {
    /** So many steps take about a second. */
    private static final long MOST_STEPS = 500_000_000;

    /** With so many random numbers per task, estimates are a quarter off at most in most cases. */
    private static final int ROUNDS = 18;

    private final GraphSnapshot graph;
    private final int[] order;

    /**
     * Makes it.
     *
     * @param order the numbers of the tasks, each before its successors
     */
    Descendants(GraphSnapshot graph, int[] order) {
        this.graph = graph;
        this.order = order;
    }

    int[] ofAll(long seed) {
        long steps = (graph.size() / (long) Long.SIZE + 1) * (graph.dependencies() + (long) graph.size());
        return steps <= MOST_STEPS ? count() : estimate(seed);
    }

    /** Counts descendants, sixty-four candidates at a time. */
    int[] count() {
        int[] counts = new int[graph.size()];
        long[] reached = new long[graph.size()];
        for (int first = 0; first < order.length; first += Long.SIZE) {
            // In topological order only tasks before a candidate can reach it.
            int end = Math.min(order.length, first + Long.SIZE);
            Arrays.fill(reached, 0);
            for (int place = end - 1; place >= 0; place--) {
                int number = order[place];
                long bits = 0;
                for (int next = graph.firstSuccessor(number); next < graph.firstSuccessor(number + 1); next++) {
                    bits |= reached[graph.successor(next)];
                }
                counts[number] += Long.bitCount(bits);
                reached[number] = place >= first ? bits | 1L << (place - first) : bits;
            }
        }
        return counts;
    }

    /**
     * Estimates the numbers of descendants. In each round, every task finds the least of exponentially distributed
     * random numbers below it; the sum over the rounds gives the estimate.
     */
    int[] estimate(long seed) {
        double[] sums = new double[graph.size()];
        float[] least = new float[graph.size()];
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            for (int place = order.length - 1; place >= 0; place--) {
                int number = order[place];
                float minimum = (float) -Math.log(1 - random.nextDouble());
                for (int next = graph.firstSuccessor(number); next < graph.firstSuccessor(number + 1); next++) {
                    minimum = Math.min(minimum, least[graph.successor(next)]);
                }
                least[number] = minimum;
                sums[number] += minimum;
            }
        }
        int[] estimates = new int[graph.size()];
        for (int number = 0; number < estimates.length; number++) {
            boolean last = graph.firstSuccessor(number) == graph.firstSuccessor(number + 1);
            estimates[number] = last ? 0 : (int) Math.max(1, Math.round((ROUNDS - 1) / sums[number]) - 1);
        }
        return estimates;
    }
}
