package org.asterism.api.tree;

import java.util.List;

/**
 * A way down a tree: each step is below the one before. A chain that ends without workers goes on to every worker of its group.
 *
 * @param steps from the top down
 */
public record Chain(List<Step> steps) {
    /** Copies the list. */
    public Chain {
        steps = List.copyOf(steps);
    }
}
