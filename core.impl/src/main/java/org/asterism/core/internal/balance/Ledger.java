package org.asterism.core.internal.balance;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.BalancerChoice;
import org.asterism.api.Balancing;
import org.asterism.api.WorkerMove;
import org.asterism.spi.balance.Move;

/** A record of what balancers have done to a runtime. Any thread may use it. */
final class Ledger {
    private static final Logger LOG = System.getLogger(Ledger.class.getName());
    private static final int MOST_MOVES = 4096;
    private static final int MOST_REFUSALS = 1024;

    private final ArrayDeque<WorkerMove> lastMoves = new ArrayDeque<>();
    private final Set<String> refusals = new HashSet<>();
    private long looks;
    private long moves;
    private long refused;

    synchronized void looked() {
        looks++;
    }

    synchronized void moved(Move move, long now) {
        moves++;
        if (lastMoves.size() == MOST_MOVES) {
            lastMoves.removeFirst();
        }
        lastMoves.add(new WorkerMove(now, move.worker(), move.from(), move.to()));
    }

    /** Counts a refusal, and says so the first time that it is for this reason. */
    void refused(String balancer, Move move, String reason) {
        boolean isNew;
        synchronized (this) {
            refused++;
            isNew = refusals.size() < MOST_REFUSALS && refusals.add(move + reason);
        }
        if (isNew) {
            LOG.log(Level.WARNING, "balancer ''{0}'' may not move {1}: {2}", balancer, move, reason);
        }
    }

    /** Returns the report for programs, together with the state of the active balancer. */
    synchronized Balancing report(Optional<BalancerChoice> wanted, boolean isInCharge, Optional<String> trouble) {
        return new Balancing(wanted, isInCharge, trouble, looks, moves, refused, List.copyOf(lastMoves));
    }
}
