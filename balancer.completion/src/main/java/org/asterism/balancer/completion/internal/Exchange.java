package org.asterism.balancer.completion.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.WorkerShare;

/**
 * The moves from the present shares to the wanted ones. Workers go from contexts that have too many of their kind to
 * those that have too few, so that no bound is broken on the way. Moves that are not possible now are left for the next
 * look.
 */
final class Exchange {
    private final List<ContextShare> contexts;
    private final List<Architecture> kinds;
    private final int[][] now;
    private final int[][] wanted;
    private final List<WorkerShare> moved = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();

    /** @param now is changed */
    Exchange(List<ContextShare> contexts, List<Architecture> kinds, int[][] now, int[][] wanted) {
        this.contexts = contexts;
        this.kinds = kinds;
        this.now = now;
        this.wanted = wanted;
    }

    /** The moves of some workers, in an order in which they can be made. */
    List<Move> moves(List<WorkerShare> workers) {
        while (moveOne(workers)) {
            // One may make room for the next.
        }
        return moves;
    }

    private boolean moveOne(List<WorkerShare> workers) {
        for (int kind = 0; kind < kinds.size(); kind++) {
            for (int to = 0; to < now.length; to++) {
                for (int from = 0; from < now.length; from++) {
                    if (now[to][kind] < wanted[to][kind] && now[from][kind] > wanted[from][kind] && mayMove(from, to)) {
                        Optional<WorkerShare> chosen = choose(workers, kinds.get(kind), from, to);
                        if (chosen.isPresent()) {
                            move(chosen.get(), kind, from, to);
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private boolean mayMove(int from, int to) {
        ContextShare giver = contexts.get(from);
        int least = Math.max(giver.least(), giver.left() > 0 ? 1 : 0);
        return Problem.size(now[from]) > least
                && Problem.size(now[to]) < contexts.get(to).most();
    }

    private Optional<WorkerShare> choose(List<WorkerShare> workers, Architecture kind, int from, int to) {
        return workers.stream()
                .filter(worker -> worker.architecture() == kind
                        && worker.isIn(contexts.get(from).name())
                        && !worker.isIn(contexts.get(to).name())
                        && !moved.contains(worker))
                .max(Comparator.comparingLong(WorkerShare::idleNanos)
                        .thenComparingLong(WorkerShare::stayedNanos)
                        .thenComparingInt(worker -> worker.worker().id()));
    }

    private void move(WorkerShare worker, int kind, int from, int to) {
        moves.add(Move.between(
                worker.worker(), contexts.get(from).name(), contexts.get(to).name()));
        moved.add(worker);
        now[from][kind]--;
        now[to][kind]++;
    }
}
