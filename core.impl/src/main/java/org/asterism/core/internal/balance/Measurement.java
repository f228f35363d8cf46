package org.asterism.core.internal.balance;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.context.Context;

/**
 * Measures how fast the workers of each architecture work for each context, while a balancer is in charge.
 *
 * <p>Work between the last two looks counts fully, and earlier work fades, so the measurement soon reflects a new phase
 * of the program.
 *
 * <p><b>Threads.</b> Each worker counts in its own places, which no other thread writes. One thread at a time looks.
 */
final class Measurement implements RuntimeObserver {
    /** Weight of the earlier measurements when a look has brought new ones. */
    private static final double FADING = 0.8;

    /** The faded sum of an architecture's work for a context. */
    private static final class Sum {
        double tasks;
        double nanos;
        double flops;
        long newTasks;
        double newNanos;
        double newFlops;

        void fade() {
            if (newNanos > 0 || newTasks > 0) {
                tasks = FADING * tasks + newTasks;
                nanos = FADING * nanos + newNanos;
                flops = FADING * flops + newFlops;
                newTasks = 0;
                newNanos = 0;
                newFlops = 0;
            }
        }
    }

    /** A tally of a worker for a context, and the part of it that earlier looks have counted. */
    private static final class Place {
        final SchedulingContext context;
        final Architecture architecture;
        final Tally tally = new Tally();
        long runs;
        long tasks;
        long nanos;
        double flops;

        Place(SchedulingContext context, Architecture architecture) {
            this.context = context;
            this.architecture = architecture;
        }
    }

    private static final Place[] NONE = {};

    /** By the worker's id, and for each worker in no order; rows are replaced, not changed. */
    private volatile Place[][] places = {};

    private final Map<SchedulingContext, Map<Architecture, Sum>> sums = new HashMap<>();

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        place(task.context(), worker).tally.add(end - begin, task.flops());
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        place(task.context(), worker).tally.addPart(end - begin);
    }

    private Place place(SchedulingContext context, Worker worker) {
        Place known = find(context, worker);
        return known == null ? add(context, worker) : known;
    }

    private Place find(SchedulingContext context, Worker worker) {
        Place[][] now = places;
        if (worker.id() < now.length) {
            for (Place place : now[worker.id()]) {
                if (place.context == context) {
                    return place;
                }
            }
        }
        return null;
    }

    private synchronized Place add(SchedulingContext context, Worker worker) {
        Place[][] more = Arrays.copyOf(places, Math.max(places.length, worker.id() + 1));
        for (int id = 0; id < more.length; id++) {
            more[id] = more[id] == null ? NONE : more[id];
        }
        Place[] row = more[worker.id()];
        Place added = new Place(context, worker.architecture());
        more[worker.id()] = Arrays.copyOf(row, row.length + 1);
        more[worker.id()][row.length] = added;
        places = more;
        return added;
    }

    /** Returns the number of times that a worker has run a task of a context, or taken part in one. */
    long runs(Worker worker, SchedulingContext context) {
        Place place = find(context, worker);
        return place == null ? 0 : place.tally.runs();
    }

    /** Takes in what was counted since the last look. */
    void look() {
        for (Place[] row : places) {
            for (Place place : row) {
                look(place);
            }
        }
        sums.values().forEach(byArchitecture -> byArchitecture.values().forEach(Sum::fade));
    }

    private void look(Place place) {
        long runs = place.tally.runs();
        if (runs == place.runs) {
            return;
        }
        long tasks = place.tally.tasks();
        long nanos = place.tally.nanos();
        double flops = place.tally.flops();
        Sum sum = sums.computeIfAbsent(place.context, any -> new HashMap<>())
                .computeIfAbsent(place.architecture, any -> new Sum());
        sum.newTasks += tasks - place.tasks;
        sum.newNanos += nanos - place.nanos;
        sum.newFlops += flops - place.flops;
        place.runs = runs;
        place.tasks = tasks;
        place.nanos = nanos;
        place.flops = flops;
    }

    /** Forgets contexts that are there no more. */
    void keepOnly(Collection<Context> contexts) {
        if (!contexts.containsAll(sums.keySet())) {
            forgetOthers(contexts);
            sums.keySet().retainAll(contexts);
        }
    }

    private synchronized void forgetOthers(Collection<Context> contexts) {
        places = Arrays.stream(places)
                .map(row -> Arrays.stream(row)
                        .filter(place -> contexts.contains(place.context))
                        .toArray(Place[]::new))
                .toArray(Place[][]::new);
    }

    /**
     * Returns the amount of work that a worker of an architecture does in a nanosecond for a context.
     *
     * @param inFlops whether the work is counted in operations and not in tasks
     * @return NaN if nothing is known
     */
    double speed(Context context, Architecture architecture, boolean inFlops) {
        Sum sum = sums.getOrDefault(context, Map.of()).get(architecture);
        if (sum == null || sum.tasks == 0) {
            return Double.NaN;
        }
        double work = inFlops ? sum.flops : sum.tasks;
        return work > 0 ? work / Math.max(1, sum.nanos) : Double.NaN;
    }

    /** Returns the number of operations that a task of a context takes on average; NaN if that is not known. */
    double flopsPerTask(Context context) {
        double tasks = 0;
        double flops = 0;
        for (Sum sum : sums.getOrDefault(context, Map.of()).values()) {
            tasks += sum.tasks;
            flops += sum.flops;
        }
        return tasks == 0 ? Double.NaN : flops / tasks;
    }
}
