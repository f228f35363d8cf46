package org.asterism.balancer.completion.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/**
 * Shares the workers so that the context that ends last ends as early as possible. It uses the remaining work and the
 * measured or predicted speeds: see {@link FractionalShares} and {@link WholeShares}. A worker moves only if the move
 * clearly brings the last end nearer. It then stays for a while, because predictions are never exact.
 *
 * <p>When to use: contexts with much work of known amount. The machine may have several kinds of workers.
 *
 * <p>A context of unknown speed keeps its workers. If it has none, it gets one, so that its speed can be measured.
 */
final class CompletionBalancer implements Balancer {
    private final CompletionSettings settings;
    private final Parallelism parallelism = new Parallelism();
    private long lastMoved;
    private boolean hasMoved;

    CompletionBalancer(CompletionSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<Move> balance(Situation situation) {
        parallelism.look(situation);
        if (hasMoved && situation.nanoTime() - lastMoved < settings.pauseNanos()
                || situation.workers().stream().anyMatch(WorkerShare::isMoving)) {
            return List.of();
        }
        List<Move> moves = new ArrayList<>();
        feed(situation, moves);
        if (moves.isEmpty()) {
            plan(situation, moves);
        }
        if (!moves.isEmpty()) {
            hasMoved = true;
            lastMoved = situation.nanoTime();
        }
        return moves;
    }

    // Contexts without workers.

    /**
     * Makes a worker also serve each context that has ready tasks but no worker for them, if no times are known there.
     */
    private void feed(Situation situation, List<Move> moves) {
        for (ContextShare context : situation.contexts()) {
            if (context.ready() > 0
                    && context.speeds().isEmpty()
                    && context.most() > 0
                    && situation.workersOf(context).stream()
                            .noneMatch(worker -> context.hasTasksFor(worker.worker()))) {
                free(situation.workers()).stream()
                        .filter(worker -> context.hasTasksFor(worker.worker()))
                        .filter(worker -> moves.stream().noneMatch(move -> move.worker() == worker.worker()))
                        .max(Comparator.comparingLong(WorkerShare::idleNanos)
                                .thenComparingInt(worker -> -worker.contexts().size())
                                .thenComparingInt(worker -> -worker.worker().id()))
                        .ifPresent(worker -> moves.add(Move.add(worker.worker(), context.name())));
            }
        }
    }

    // Contexts whose speed is known.

    private void plan(Situation situation, List<Move> moves) {
        List<ContextShare> known = situation.contexts().stream()
                .filter(context -> context.work() == 0 || !context.speeds().isEmpty())
                .toList();
        List<WorkerShare> workers = situation.workers().stream()
                .filter(worker -> known.stream().anyMatch(context -> worker.isIn(context.name())))
                .toList();
        List<Architecture> kinds =
                workers.stream().map(WorkerShare::architecture).distinct().toList();
        if (known.size() < 2 || kinds.isEmpty()) {
            return;
        }
        int[][] now = new int[known.size()][kinds.size()];
        for (WorkerShare worker : workers) {
            for (int context = 0; context < now.length; context++) {
                if (worker.isIn(known.get(context).name())) {
                    now[context][kinds.indexOf(worker.architecture())]++;
                }
            }
        }
        Problem problem = problem(known, kinds, workers);
        double[][] fractions = FractionalShares.of(problem);
        if (fractions == null) {
            return; // the least numbers of workers are more than there are
        }
        int[][] wanted = WholeShares.near(problem, fractions);
        if (isWorthIt(problem.ends(now), problem.ends(wanted))) {
            moves.addAll(new Exchange(known, kinds, now, wanted).moves(free(workers)));
        }
    }

    /** The workers that were not moved lately. */
    private List<WorkerShare> free(List<WorkerShare> workers) {
        return workers.stream()
                .filter(worker -> worker.stayedNanos() >= settings.stayNanos())
                .toList();
    }

    private Problem problem(List<ContextShare> known, List<Architecture> kinds, List<WorkerShare> workers) {
        double[][] speeds = new double[known.size()][kinds.size()];
        int[] numbers = new int[kinds.size()];
        for (int kind = 0; kind < kinds.size(); kind++) {
            Architecture architecture = kinds.get(kind);
            List<WorkerShare> alike = workers.stream()
                    .filter(worker -> worker.architecture() == architecture)
                    .toList();
            numbers[kind] = alike.size();
            for (int context = 0; context < speeds.length; context++) {
                speeds[context][kind] = speed(known.get(context), alike.getFirst());
            }
        }
        return new Problem(
                known.stream().mapToDouble(ContextShare::work).toArray(),
                speeds,
                known.stream().mapToInt(ContextShare::least).toArray(),
                known.stream()
                        .mapToInt(
                                context -> Math.max(context.least(), Math.min(context.most(), parallelism.of(context))))
                        .toArray(),
                numbers);
    }

    /**
     * The speed of a kind of workers that have not run a context's tasks yet, but could, is guessed to be that of the
     * others.
     */
    private static double speed(ContextShare context, WorkerShare one) {
        return context.speed(one.architecture())
                .orElseGet(() -> context.hasTasksFor(one.worker())
                        ? context.speeds().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElse(0)
                        : 0);
    }

    /** Whether the last end comes clearly nearer; or, where that stays, the last but one; and so on. */
    private boolean isWorthIt(double[] now, double[] then) {
        double[] before = now.clone();
        double[] after = then.clone();
        Arrays.sort(before);
        Arrays.sort(after);
        for (int index = before.length - 1; index >= 0; index--) {
            if (before[index] == after[index]) {
                continue;
            }
            double least = settings.gain() * Math.min(before[index], after[index]);
            if (Math.abs(before[index] - after[index]) > least) {
                return after[index] < before[index];
            }
        }
        return false;
    }
}
