package org.asterism.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/** Moves one worker per look to the context with the most ready tasks; may have a defect, for the contract to find. */
final class ToyBalancer implements Balancer {
    static final String LIMIT = "limit (4; 1 to 8): a number that changes nothing";

    private static final long STAY = 100_000_000;
    private static final Random CHANCE = new Random(7);

    private final BalancerDefect defect;
    private boolean wasRefused;
    private int looks;

    private ToyBalancer(BalancerDefect defect) {
        this.defect = defect;
    }

    static ContextBalancer service(BalancerDefect defect) {
        ToyBalancer shared = new ToyBalancer(defect);
        return context -> {
            if (defect != BalancerDefect.ACCEPTS_ANY_PROPERTY) {
                context.properties().allowOnly(LIMIT);
            }
            if (defect != BalancerDefect.ACCEPTS_ANY_VALUE
                    && context.properties().integer(LIMIT) == 8
                    && defect == BalancerDefect.REFUSES_AN_ALLOWED_VALUE) {
                throw new IllegalArgumentException("property 'limit' is '8'; allowed are whole numbers from 1 to 7");
            }
            if (defect == BalancerDefect.LEAVES_A_THREAD) {
                Thread thread = new Thread(() -> {
                    try {
                        Thread.sleep(15_000);
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            return defect == BalancerDefect.GIVES_ONE_BALANCER_TO_ALL ? shared : new ToyBalancer(defect);
        };
    }

    private boolean has(BalancerDefect asked) {
        return defect == asked;
    }

    @Override
    public void refused(Move move, String reason) {
        wasRefused = true;
    }

    @Override
    public List<Move> balance(Situation situation) {
        looks++;
        if (has(BalancerDefect.ANSWERS_NULL)) {
            return null;
        }
        if (has(BalancerDefect.FAILS_WITHOUT_WORKERS)) {
            situation.workers().getFirst();
        }
        if (has(BalancerDefect.NEVER_MOVES)
                || has(BalancerDefect.STOPS_AFTER_A_REFUSAL) && wasRefused
                || has(BalancerDefect.DEPENDS_ON_CHANCE) && CHANCE.nextBoolean()) {
            return List.of();
        }
        if (has(BalancerDefect.SWAPS_FOR_NOTHING) && looks % 40 == 0) {
            return swap(situation);
        }
        List<Move> moves = new ArrayList<>();
        situation.contexts().stream()
                .filter(context -> context.ready() > 0)
                .filter(context -> size(situation, context) < context.most() || has(BalancerDefect.IGNORES_THE_MOST))
                .sorted(Comparator.comparingLong(ContextShare::ready).reversed())
                .forEach(to -> situation.workers().stream()
                        .filter(worker -> moves.isEmpty() && wants(situation, worker, to))
                        .findFirst()
                        .ifPresent(worker -> moves.add(
                                Move.between(worker.worker(), worker.contexts().getFirst(), to.name()))));
        return moves;
    }

    private boolean wants(Situation situation, WorkerShare worker, ContextShare to) {
        ContextShare from = situation.contexts().stream()
                .filter(context -> worker.isIn(context.name()))
                .findFirst()
                .orElseThrow();
        boolean serves = situation.workersOf(to).stream().anyMatch(one -> to.hasTasksFor(one.worker()));
        boolean isFree = worker.idleNanos() > 0 || !serves && !has(BalancerDefect.ONLY_LOOKS_AT_IDLE_WORKERS);
        int size = size(situation, from);
        return !worker.isIn(to.name())
                && isFree
                && (!worker.isMoving() || has(BalancerDefect.MOVES_WHO_IS_ON_THE_WAY))
                && (to.hasTasksFor(worker.worker()) || has(BalancerDefect.IGNORES_WHO_CAN_EXECUTE))
                && (size > from.least() || has(BalancerDefect.IGNORES_THE_LEAST))
                && (size > 1 || from.left() == 0 || has(BalancerDefect.TAKES_THE_LAST_WORKER))
                && (worker.stayedNanos() >= STAY || has(BalancerDefect.MOVES_AT_ONCE_AND_BACK));
    }

    private static int size(Situation situation, ContextShare context) {
        return situation.workersOf(context).size();
    }

    private static List<Move> swap(Situation situation) {
        List<WorkerShare> all = situation.workers();
        for (WorkerShare one : all) {
            for (WorkerShare other : all) {
                if (!one.contexts().equals(other.contexts())) {
                    String here = one.contexts().getFirst();
                    String there = other.contexts().getFirst();
                    return List.of(Move.between(one.worker(), here, there), Move.between(other.worker(), there, here));
                }
            }
        }
        return List.of();
    }
}
