package org.asterism.api.tree;

import java.util.List;

/**
 * A path down a tree: each step is below the one before. If the last step does not lead to workers, the chain continues
 * to every worker of its group.
 *
 * @param steps from the top down, at least one; only the last may be a reference, or a component with branches
 */
public record Chain(List<Step> steps) {
    /** Copies the list, and checks it. */
    public Chain {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException(
                    "a chain has at least one step; 'each worker' leads straight to the workers");
        }
        for (Step step : steps.subList(0, steps.size() - 1)) {
            if (step.endsChain()) {
                throw new IllegalArgumentException("nothing can be below '" + step
                        + "' in its chain: what is below is in its branches, or where its part is defined");
            }
        }
    }
}
