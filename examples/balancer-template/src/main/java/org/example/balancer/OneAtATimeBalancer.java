package org.example.balancer;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/**
 * Moves one worker per look, from where it is idle to the context with the most ready tasks. A context that has tasks
 * but no worker for them does not wait for an idle one.
 *
 * <p>When to use: loads that change slowly, where a wrong move costs more than a late one.
 */
final class OneAtATimeBalancer implements Balancer {
    /** The time for which a moved worker stays, so that short bursts do not move it to and fro. */
    private static final long STAY_NANOS = 100_000_000;

    private final long idleNanos;

    OneAtATimeBalancer(long idleNanos) {
        this.idleNanos = idleNanos;
    }

    @Override
    public List<Move> balance(Situation situation) {
        return situation.contexts().stream()
                .filter(context -> context.ready() > 0)
                .filter(context -> situation.workersOf(context).size() < context.most())
                .sorted(Comparator.comparingLong(ContextShare::ready).reversed())
                .flatMap(context -> moveTo(context, situation).stream())
                .limit(1)
                .toList();
    }

    private Optional<Move> moveTo(ContextShare needy, Situation situation) {
        boolean starves =
                situation.workersOf(needy).stream().noneMatch(worker -> needy.hasTasksFor(worker.worker()));
        List<WorkerShare> able = situation.workers().stream()
                .filter(worker -> !worker.isMoving() && !worker.isIn(needy.name()))
                .filter(worker -> needy.hasTasksFor(worker.worker()))
                .filter(worker -> worker.stayedNanos() >= STAY_NANOS)
                .filter(worker -> starves || worker.idleNanos() >= idleNanos)
                .sorted(Comparator.comparingLong(WorkerShare::idleNanos).reversed())
                .toList();
        Optional<Move> move = able.stream()
                .flatMap(worker -> giver(worker, situation)
                        .map(from -> Move.between(worker.worker(), from.name(), needy.name()))
                        .stream())
                .findFirst();
        // Where nobody can be spared, one worker serves both contexts.
        return move.isPresent() || !starves
                ? move
                : able.stream().findFirst().map(worker -> Move.add(worker.worker(), needy.name()));
    }

    /** A context of the worker that keeps enough without it: its least number, and one as long as it has tasks. */
    private static Optional<ContextShare> giver(WorkerShare worker, Situation situation) {
        Stream<ContextShare> contexts =
                situation.contexts().stream().filter(context -> worker.isIn(context.name()));
        return contexts.filter(context -> situation.workersOf(context).size()
                        > Math.max(context.least(), context.left() > 0 ? 1 : 0))
                .findFirst();
    }
}
