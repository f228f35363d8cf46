package org.asterism.policy.graph.internal;

import org.asterism.spi.policy.GraphSnapshot;

/** Ways to rank tasks. Tasks with higher ranks run first. */
enum Ranking {
    /** The length of the longest chain of successors: 0 if no task depends on this one. */
    DEPTH {
        @Override
        int[] rank(GraphSnapshot graph, long seed) {
            return graph.depths();
        }
    },
    /** The number of tasks that depend on a task, directly or indirectly. */
    DESCENDANTS {
        @Override
        int[] rank(GraphSnapshot graph, long seed) {
            return graph.descendants(seed);
        }
    };

    /**
     * Ranks the tasks of a graph.
     *
     * @param seed start value of the random numbers
     * @return ranks by task number; 0 or more
     */
    abstract int[] rank(GraphSnapshot graph, long seed);
}
