package org.asterism.core.internal.balance;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Architecture;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.spi.observation.RuntimeObserver;

/**
 * Measures how fast the workers of each architecture work for each context, while a balancer is in charge. What was done between
 * two looks counts fully; what was done before fades, so that a program's next phase is soon seen as it is.
 *
 * <p><b>Threads.</b> Workers count, each in places of its own, which nobody else writes; one thread at a time looks.
 */
final class Measurement implements RuntimeObserver {
    /** What of the earlier measurements counts beside those of a look that brought new ones. */
    private static final double FADING = 0.8;

    private record Place(int worker, SchedulingContext context) {}

    /** What an architecture has done for a context, faded. */
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

    /** A tally, and how much of it has been looked at. */
    private static final class Seen {
        final Tally tally = new Tally();
        final Architecture architecture;
        long runs;
        long tasks;
        long nanos;
        double flops;

        Seen(Architecture architecture) {
            this.architecture = architecture;
        }
    }

    private final Map<Place, Seen> places = new ConcurrentHashMap<>();
    private final Map<SchedulingContext, Map<Architecture, Sum>> sums = new HashMap<>();

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        tally(task, worker).add(end - begin, task.flops());
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        tally(task, worker).addPart(end - begin);
    }

    private Tally tally(Task task, Worker worker) {
        return places.computeIfAbsent(new Place(worker.id(), task.context()), any -> new Seen(worker.architecture()))
                .tally;
    }

    /** How often a worker has run a task of a context, or taken part in one. */
    long runs(Worker worker, SchedulingContext context) {
        Seen seen = places.get(new Place(worker.id(), context));
        return seen == null ? 0 : seen.tally.runs();
    }

    /** Takes in what was counted since the last look. */
    void look() {
        places.forEach((place, seen) -> {
            long runs = seen.tally.runs();
            if (runs > seen.runs) {
                long tasks = seen.tally.tasks();
                Sum sum = sums.computeIfAbsent(place.context(), any -> new HashMap<>())
                        .computeIfAbsent(seen.architecture, any -> new Sum());
                long nanos = seen.tally.nanos();
                double flops = seen.tally.flops();
                sum.newTasks += tasks - seen.tasks;
                sum.newNanos += nanos - seen.nanos;
                sum.newFlops += flops - seen.flops;
                seen.runs = runs;
                seen.tasks = tasks;
                seen.nanos = nanos;
                seen.flops = flops;
            }
        });
        sums.values().forEach(byArchitecture -> byArchitecture.values().forEach(Sum::fade));
    }

    /** Forgets contexts that are there no more. */
    void keepOnly(Iterable<Context> contexts) {
        Map<SchedulingContext, Boolean> kept = new HashMap<>();
        contexts.forEach(context -> kept.put(context, true));
        places.keySet().removeIf(place -> !kept.containsKey(place.context()));
        sums.keySet().removeIf(context -> !kept.containsKey(context));
    }

    /**
     * How much work a worker of an architecture does in a nanosecond for a context.
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

    /** How many operations a task of a context takes on average; NaN if that is not known. */
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
