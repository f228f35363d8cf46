package org.asterism.policy.graph.internal;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.IdleWorkers;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.policy.PolicyContext;

/**
 * One queue per architecture, and one for tasks that only some workers can execute. A task goes to the architecture
 * whose workers together have the highest predicted throughput for such tasks. If no prediction exists, the relative
 * speeds of the workers decide.
 *
 * <p><b>Threads.</b> Any, except for {@link #seat}.
 */
final class Queues {
    /** Workers with the same predictions: a representative and their number. */
    private record Kind(Worker worker, int count) {}

    /** Workers of one architecture, their queue, and the idle ones among them. */
    private record Side(
            Architecture architecture, Kind[] kinds, double usualPower, IdleWorkers idle, RankedTasks tasks) {
        boolean suits(Task task) {
            return (task.architectureSet() & (1L << architecture.index())) != 0;
        }

        /** Returns how many tasks like this one the workers execute per nanosecond, or 0 if that is unknown. */
        double power(Task task, Predictor predictor) {
            double power = 0;
            for (Kind kind : kinds) {
                double nanos = predictor.executionNanos(task, kind.worker(), 0);
                power += nanos > 0 ? kind.count() / nanos : 0; // 0 and NaN mean that the time is unknown
            }
            return power;
        }
    }

    private final PolicyContext context;
    private final RankedTasks forSome = new RankedTasks();
    /** Tasks of no architecture that a worker has. */
    private final RankedTasks stranded = new RankedTasks();

    private volatile Side[] sides = {};
    private volatile Side[] byArchitecture = {};

    Queues(PolicyContext context) {
        this.context = context;
    }

    /** Creates the queues for these workers and distributes all tasks again. No other method may run meanwhile. */
    void seat(List<Worker> workers) {
        Map<Architecture, Map<Integer, List<Worker>>> kinds = new LinkedHashMap<>();
        for (Worker worker : workers) {
            kinds.computeIfAbsent(worker.architecture(), added -> new LinkedHashMap<>())
                    .computeIfAbsent(context.predictor().kind(worker), added -> new ArrayList<>())
                    .add(worker);
        }
        List<Side> made = new ArrayList<>();
        Side[] byIndex = new Side[Long.SIZE];
        kinds.forEach((architecture, groups) -> {
            Kind[] each = groups.values().stream()
                    .map(group -> new Kind(group.getFirst(), group.size()))
                    .toArray(Kind[]::new);
            double power = 0;
            for (Kind kind : each) {
                power += kind.count() * context.predictor().relativeSpeed(kind.worker());
            }
            Side side = new Side(architecture, each, power, new IdleWorkers(), new RankedTasks());
            byIndex[architecture.index()] = side;
            made.add(side);
        });
        // CPUs last: if several sides are equally strong, the first one gets the task.
        made.sort((one, other) ->
                Boolean.compare(one.architecture() == Architecture.CPU, other.architecture() == Architecture.CPU));
        Side[] old = sides;
        sides = made.toArray(Side[]::new);
        byArchitecture = byIndex;
        for (Side side : old) {
            side.tasks().takeAll(this::put);
        }
        RankedTasks again = new RankedTasks();
        stranded.takeAll(again::add);
        again.takeAll(this::put);
    }

    /** Adds a task, and wakes a worker for it. */
    void add(Task task, long rank, long stamp) {
        Side side = put(task, rank, stamp);
        VarHandle.fullFence();
        if (side != null) {
            side.idle().wakeOne(context);
        } else {
            context.wakeOneFor(task);
        }
    }

    /** Adds a task without waking a worker. */
    private Side put(Task task, long rank, long stamp) {
        if (task.isRestricted()) {
            forSome.add(task, rank, stamp);
            return null;
        }
        Side side = sideOf(task);
        (side == null ? stranded : side.tasks()).add(task, rank, stamp);
        return side;
    }

    private Side sideOf(Task task) {
        Side only = null;
        int able = 0;
        for (Side side : sides) {
            if (side.suits(task)) {
                only = side;
                able++;
            }
        }
        return able < 2 ? only : strongest(task);
    }

    private Side strongest(Task task) {
        Side best = null;
        double most = 0;
        Side guessed = null;
        double guess = 0;
        boolean known = true;
        for (Side side : sides) {
            if (side.suits(task)) {
                double power = side.power(task, context.predictor());
                known &= power > 0;
                if (power > most) {
                    best = side;
                    most = power;
                }
                if (side.usualPower() > guess) {
                    guessed = side;
                    guess = side.usualPower();
                }
            }
        }
        return known ? best : guessed;
    }

    /** Takes the task of the highest rank for a worker, and registers the worker as idle if it finds none. */
    Task take(Worker worker, RankedTasks.Taken taken) {
        Side side = byArchitecture[worker.architecture().index()];
        if (take(side, worker, taken)) {
            if (side.idle().contains(worker)) {
                side.idle().remove(worker);
            }
            return taken.task();
        }
        side.idle().add(worker);
        VarHandle.fullFence();
        if (take(side, worker, taken)) {
            side.idle().remove(worker);
            return taken.task();
        }
        return null;
    }

    private boolean take(Side side, Worker worker, RankedTasks.Taken taken) {
        if (forSome.size() > 0
                && forSome.firstRank(worker)
                        >= Math.max(Long.MIN_VALUE + 1, side.tasks().firstRank(worker))
                && forSome.take(worker, taken)) {
            return true;
        }
        return side.tasks().take(worker, taken);
    }

    void takeAll(RankedTasks.Sink sink) {
        for (Side side : sides) {
            side.tasks().takeAll(sink);
        }
        stranded.takeAll(sink);
        forSome.takeAll(sink);
    }

    @Override
    public String toString() {
        return Arrays.toString(sides);
    }
}
