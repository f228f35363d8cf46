package org.asterism.api;

import java.util.List;
import java.util.Optional;

/**
 * State of the balancing of a runtime's contexts.
 *
 * @param wanted the balancer that was requested last
 * @param isInCharge whether it is in charge; if not, {@link #trouble} says why
 * @param trouble the reason why it is not in charge, in a sentence; empty when all is well
 * @param looks the number of times that balancers have looked at the contexts since the runtime was made
 * @param moves the number of moves of workers since the runtime was made
 * @param refused the number of moves that were refused since the runtime was made
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
