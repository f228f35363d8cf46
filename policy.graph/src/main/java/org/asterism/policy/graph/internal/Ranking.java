package org.asterism.policy.graph.internal;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How tasks are ranked: those of higher ranks go first. */
enum Ranking {
    /** By how many tasks follow one another behind a task at most: 0 if none waits for it. */
    DEPTH {
        @Override
        int[] rank(Snapshot graph, long seed) {
            int[] order = graph.inOrder();
            int[] depths = new int[graph.size()];
            for (int place = order.length - 1; place >= 0; place--) {
                int number = order[place];
                int depth = 0;
                for (int edge = graph.firstEdge(number); edge < graph.edgesEnd(number); edge++) {
                    depth = Math.max(depth, 1 + depths[graph.successor(edge)]);
                }
                depths[number] = depth;
            }
            return depths;
        }
    },
    /**
     * By how many tasks wait for a task, directly or not. Exact for graphs of some ten thousand tasks; beyond, counting them would take
     * hours, and they are estimated by random numbers of which each task knows the least that can be reached from it (E. Cohen,
     * "Size-estimation framework with applications to transitive closure and reachability", 1997).
     */
    DESCENDANTS {
        @Override
        int[] rank(Snapshot graph, long seed) {
            long steps = (graph.size() / (long) Long.SIZE + 1) * (graph.edges() + (long) graph.size());
            return steps <= MOST_STEPS ? count(graph) : estimate(graph, seed);
        }
    };

    /** So many steps take about a second. */
    private static final long MOST_STEPS = 500_000_000;

    /** With so many random numbers per task, estimates are a quarter off at most in most cases. */
    private static final int ROUNDS = 18;

    /**
     * Ranks the tasks of a graph.
     *
     * @param seed what random numbers start from
     * @return by their numbers; 0 or more
     */
    abstract int[] rank(Snapshot graph, long seed);

    /** Counts descendants, sixty-four candidates at a time. */
    static int[] count(Snapshot graph) {
        int[] order = graph.inOrder();
        int[] counts = new int[graph.size()];
        long[] reached = new long[graph.size()];
        for (int first = 0; first < order.length; first += Long.SIZE) {
            // In topological order only tasks before a candidate can reach it.
            int end = Math.min(order.length, first + Long.SIZE);
            Arrays.fill(reached, 0);
            for (int place = end - 1; place >= 0; place--) {
                int number = order[place];
                long bits = 0;
                for (int edge = graph.firstEdge(number); edge < graph.edgesEnd(number); edge++) {
                    bits |= reached[graph.successor(edge)];
                }
                counts[number] += Long.bitCount(bits);
                reached[number] = place >= first ? bits | 1L << (place - first) : bits;
            }
        }
        return counts;
    }

    /** Estimates descendants: the sum of the least of exponentially distributed numbers tells how many there were. */
    static int[] estimate(Snapshot graph, long seed) {
        int[] order = graph.inOrder();
        double[] sums = new double[graph.size()];
        float[] least = new float[graph.size()];
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            for (int place = order.length - 1; place >= 0; place--) {
                int number = order[place];
                float minimum = (float) -Math.log(1 - random.nextDouble());
                for (int edge = graph.firstEdge(number); edge < graph.edgesEnd(number); edge++) {
                    minimum = Math.min(minimum, least[graph.successor(edge)]);
                }
                least[number] = minimum;
                sums[number] += minimum;
            }
        }
        int[] estimates = new int[graph.size()];
        for (int number = 0; number < estimates.length; number++) {
            boolean last = graph.firstEdge(number) == graph.edgesEnd(number);
            estimates[number] = last ? 0 : (int) Math.max(1, Math.round((ROUNDS - 1) / sums[number]) - 1);
        }
        return estimates;
    }
}
