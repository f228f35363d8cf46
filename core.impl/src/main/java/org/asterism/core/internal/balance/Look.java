package org.asterism.core.internal.balance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.ContextState;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.RemainingWork;
import org.asterism.core.internal.context.TaskCounts;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;

/** A snapshot of the contexts that take part in balancing. Not thread-safe. */
final class Look {
    /** One context, with the workers that are in it or about to join it. */
    static final class Seen {
        final Context context;
        final BalanceSettings.Bounds bounds;
        final ReadySample ready;
        final Set<Worker> workers;
        final long left;

        /** Whether workers would be of no use, since it has no policy. */
        final boolean isParked;

        Seen(Context context, BalanceSettings.Bounds bounds) {
            this.context = context;
            this.bounds = bounds;
            isParked = context.state() == ContextState.PARKED;
            ready = isParked ? new ReadySample() : ReadySample.of(context);
            workers = new LinkedHashSet<>(context.workers());
            left = context.tasks().counts().left();
        }
    }

    private final BalanceScene scene;
    private final Measurement measurement;
    private final Departures departures;
    private final long now;
    private final Map<String, Seen> seen = new LinkedHashMap<>();

    Look(BalanceScene scene, BalanceSettings settings, Measurement measurement, Departures departures) {
        this.scene = scene;
        this.measurement = measurement;
        this.departures = departures;
        now = scene.clock().nanoTime();
        for (Context context : scene.contexts()) {
            BalanceSettings.Bounds bounds = settings.bounds(context.name());
            if (bounds.balanced() && context.state() != ContextState.CLOSED) {
                seen.put(context.name(), new Seen(context, bounds));
            }
        }
        departures.forEach((worker, from) -> {
            Seen left = seen.get(from.name());
            if (left != null) {
                left.workers.remove(worker);
            }
        });
    }

    /** The contexts that take part, by name. */
    Map<String, Seen> contexts() {
        return seen;
    }

    long nanoTime() {
        return now;
    }

    /** Returns the situation that the balancer sees. */
    Situation situation(Rests rests, Map<Integer, Long> lastMoves) {
        List<WorkerShare> workers = new ArrayList<>();
        Map<Architecture, Worker> oneOfEach = new HashMap<>();
        for (WorkerEngine worker : scene.workers()) {
            List<String> in = seen.values().stream()
                    .filter(one -> one.workers.contains(worker))
                    .map(one -> one.context.name())
                    .toList();
            if (!in.isEmpty()) {
                oneOfEach.putIfAbsent(worker.architecture(), worker);
                workers.add(new WorkerShare(
                        worker,
                        in,
                        rests.nanos(worker, now),
                        stayed(lastMoves.get(worker.id())),
                        departures.isLeaving(worker)));
            }
        }
        return new Situation(
                now, seen.values().stream().map(one -> share(one, oneOfEach)).toList(), workers);
    }

    private long stayed(Long lastMove) {
        return lastMove == null ? Long.MAX_VALUE : now - lastMove;
    }

    private ContextShare share(Seen one, Map<Architecture, Worker> oneOfEach) {
        RemainingWork said = one.context.tasks().remainingWork();
        boolean inFlops = said != null && said.isFlops();
        Map<Architecture, Double> speeds = new HashMap<>();
        oneOfEach.forEach((architecture, worker) -> {
            double measured = measurement.speed(one.context, architecture, inFlops);
            double speed = Double.isNaN(measured) ? one.ready.speed(scene.predictor(), worker, inFlops) : measured;
            if (speed > 0) {
                speeds.put(architecture, speed);
            }
        });
        TaskCounts counts = one.context.tasks().counts();
        return new ContextShare(
                one.context.name(),
                one.bounds.least(),
                one.bounds.most(),
                one.ready.number(),
                one.left,
                counts.endedSoFar(),
                one.isParked ? 0 : work(one, said),
                speeds,
                one.ready::runnable);
    }

    /** Returns the remaining work of a context. Submitted work has to be done even if the program has declared less. */
    private double work(Seen one, RemainingWork said) {
        if (said == null) {
            return one.left;
        }
        if (!said.isFlops()) {
            return Math.max(one.left, said.left());
        }
        double perTask = measurement.flopsPerTask(one.context);
        return Double.isNaN(perTask) ? said.left() : Math.max(perTask * one.left, said.left());
    }
}
