package org.asterism.api;

import java.util.List;
import java.util.Optional;

/**
 * State of the balancing of a runtime's contexts.
 *
 * @param wanted the balancer that was requested last
 * @param isInCharge whether it is in charge; if not, {@link #trouble} says why
 * @param trouble why it is not in charge, in a sentence; empty when all is well
 * @param looks how often balancers have looked at the contexts, since the runtime was made
 * @param moves how many moves of workers were made since the runtime was made
 * @param refused how many moves were refused since the runtime was made
 * @param lastMoves the last moves, some thousand at most, the oldest first
 */
public record Balancing(
        Optional<BalancerChoice> wanted,
        boolean isInCharge,
        Optional<String> trouble,
        long looks,
        long moves,
        long refused,
        List<WorkerMove> lastMoves) {
    /** Copies the list. */
    public Balancing {
        lastMoves = List.copyOf(lastMoves);
    }
}
