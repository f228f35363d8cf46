package org.asterism.balancer.idle.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/**
 * Gives workers that have run nothing for a while to contexts that have ready tasks for them.
 *
 * <p>A context that has tasks and no worker for them gets one at once. That is an idle worker, a worker of the context
 * that has the most, or a worker that will serve both contexts.
 *
 * <p>When to use: unpredictable loads. It needs neither models nor declarations, but sees a need only when a worker has
 * nothing to do.
 *
 * <p>After the idle criterion of StarPU's hypervisor. Two rules are Asterism's own: a starving context gets a busy
 * worker, and a moved worker stays for a while.
 */
final class IdleBalancer implements Balancer {
    private final IdleSettings settings;

    IdleBalancer(IdleSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<Move> balance(Situation situation) {
        return new Round(situation).moves();
    }

    /** One look, with the decisions so far. */
    private final class Round {
        private final Situation situation;
        private final List<Move> moves = new ArrayList<>();
        private final Map<String, Integer> sizes = new HashMap<>();
        private final Set<WorkerShare> moved = new HashSet<>();

        Round(Situation situation) {
            this.situation = situation;
            situation
                    .contexts()
                    .forEach(context -> sizes.put(
                            context.name(), situation.workersOf(context).size()));
        }

        List<Move> moves() {
            List<ContextShare> needy = situation.contexts().stream()
                    .filter(context -> context.ready() > 0)
                    .sorted(Comparator.comparingDouble(this::need).reversed())
                    .toList();
            needy.forEach(this::feed);
            needy.forEach(this::giveIdleWorkers);
            return moves;
        }

        /** Returns the number of ready tasks for each worker. */
        private double need(ContextShare context) {
            return context.ready() / (sizes.get(context.name()) + 1.0);
        }

        /** Gives a context one worker if it has none for its tasks. */
        private void feed(ContextShare starving) {
            boolean starves = situation.workers().stream()
                    .noneMatch(worker -> worker.isIn(starving.name()) && starving.hasTasksFor(worker.worker()));
            if (!starves) {
                return;
            }
            List<WorkerShare> able = situation.workers().stream()
                    .filter(worker -> canJoin(worker, starving))
                    .toList();
            able.stream()
                    .filter(worker -> giver(worker).isPresent())
                    .max(Comparator.comparingLong(WorkerShare::idleNanos)
                            .thenComparingInt(worker ->
                                    sizes.get(giver(worker).orElseThrow().name()))
                            .thenComparingInt(worker -> -worker.worker().id()))
                    .ifPresentOrElse(worker -> move(worker, starving), () -> share(able, starving));
        }

        /** Makes a worker serve a further context in addition to its own, because no context can spare it. */
        private void share(List<WorkerShare> able, ContextShare starving) {
            able.stream()
                    .min(Comparator.comparingInt(
                                    (WorkerShare worker) -> worker.contexts().size())
                            .thenComparingInt(worker -> worker.worker().id()))
                    .ifPresent(worker -> {
                        moves.add(Move.add(worker.worker(), starving.name()));
                        moved.add(worker);
                        sizes.merge(starving.name(), 1, Integer::sum);
                    });
        }

        private void giveIdleWorkers(ContextShare needy) {
            long most = Math.min(settings.atOnce(), needy.ready());
            List<WorkerShare> idle = situation.workers().stream()
                    .filter(worker -> worker.idleNanos() >= settings.idleNanos())
                    .sorted(Comparator.comparingLong(WorkerShare::idleNanos).reversed())
                    .toList();
            for (WorkerShare worker : idle) {
                if (most == 0) {
                    return;
                }
                if (canJoin(worker, needy) && giver(worker).isPresent()) {
                    move(worker, needy);
                    most--;
                }
            }
        }

        private boolean canJoin(WorkerShare worker, ContextShare context) {
            return !worker.isMoving()
                    && worker.stayedNanos() >= settings.stayNanos()
                    && !moved.contains(worker)
                    && !worker.isIn(context.name())
                    && sizes.get(context.name()) < context.most()
                    && context.hasTasksFor(worker.worker());
        }

        /** Of a worker's contexts the one with the most workers that can do with one less. */
        private Optional<ContextShare> giver(WorkerShare worker) {
            return situation.contexts().stream()
                    .filter(context -> worker.isIn(context.name()))
                    .filter(context ->
                            sizes.get(context.name()) > Math.max(context.least(), context.left() > 0 ? 1 : 0))
                    .max(Comparator.comparingInt(context -> sizes.get(context.name())));
        }

        private void move(WorkerShare worker, ContextShare to) {
            ContextShare from = giver(worker).orElseThrow();
            moves.add(Move.between(worker.worker(), from.name(), to.name()));
            moved.add(worker);
            sizes.merge(from.name(), -1, Integer::sum);
            sizes.merge(to.name(), 1, Integer::sum);
        }
    }
}
