package org.asterism.policy.graph.internal;

import org.asterism.spi.policy.GraphSnapshot;

/** How tasks are ranked: those of higher ranks go first. */
enum Ranking {
    /** By how many tasks follow one another behind a task at most: 0 if none waits for it. */
    DEPTH {
        @Override
        int[] rank(GraphSnapshot graph, long seed) {
            return graph.depths();
        }
    },
    /** By how many tasks wait for a task, directly or not. */
    DESCENDANTS {
        @Override
        int[] rank(GraphSnapshot graph, long seed) {
            return graph.descendants(seed);
        }
    };

    /**
     * Ranks the tasks of a graph.
     *
     * @param seed what random numbers start from
     * @return by their numbers; 0 or more
     */
    abstract int[] rank(GraphSnapshot graph, long seed);
}
