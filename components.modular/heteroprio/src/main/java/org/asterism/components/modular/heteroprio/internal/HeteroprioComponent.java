package org.asterism.components.modular.heteroprio.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.kit.component.EarliestCompletion;
import org.asterism.kit.component.Spares;
import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.TaskStore;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.kit.policy.placement.WorkerSets;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Gives each kind of processor the tasks that gain most there: accelerators take those first that are accelerated most,
 * processor cores those that are accelerated least. A task is {@link EarliestCompletion placed} where it costs least,
 * but only in the turn of a kind of processor that is there; else it waits. Tasks that not all workers can execute, or
 * whose times are not all known, are placed by their costs alone.
 *
 * <p>If nothing can be done in any turn while nobody below has a task, the first task is placed by its costs: else all
 * would wait for each other.
 *
 * <p><b>Threads.</b> Any. A task that is being decided about is out of its bucket; no lock is held meanwhile. Who finds
 * no task while others decide about some is noticed: they decide once more.
 *
 * <p>Source: StarPU's component heteroprio, after Agullo, Bramas, Coulaud, Darve, Messner and Takahashi (2016).
 */
final class HeteroprioComponent extends SchedulingComponent {
    private final PolicyContext policy;
    private final EarliestCompletion completion;
    private final Buckets buckets;

    /** Tasks of which no acceleration is known. */
    private final TaskStore others;

    /** How often there was room below. */
    private final AtomicLong room = new AtomicLong();

    private final Spares<Turns> spares = new Spares<>(Turns::new);

    // Replaced while nobody pushes.

    /** A worker of each architecture, in the order of their turns. */
    private Worker[] turns = {};

    /** A set for the workers of each kind that the predictor knows. */
    private WorkerSets kinds;

    private boolean someDirect;
    private double speed = 1;

    HeteroprioComponent(ComponentContext context, CostWeights weights) {
        super(context);
        policy = context.policy();
        completion = new EarliestCompletion(context, weights);
        buckets = new Buckets(policy);
        others = new TaskStore(policy, Task::priority);
        kinds = WorkerSets.of(List.of(), policy.predictor());
    }

    @Override
    public void changed() {
        completion.changed();
        Predictor predictor = policy.predictor();
        Map<Architecture, Worker> first = new LinkedHashMap<>();
        Map<Integer, List<Worker>> alike = new LinkedHashMap<>();
        for (Worker worker : context().workersInContext().list()) {
            first.putIfAbsent(worker.architecture(), worker);
            alike.computeIfAbsent(predictor.kind(worker), kind -> new ArrayList<>())
                    .add(worker);
        }
        turns = first.values().stream()
                .sorted(Comparator.comparing((Worker worker) -> isCore(worker))
                        .thenComparing(worker -> worker.architecture().index()))
                .toArray(Worker[]::new);
        kinds = WorkerSets.of(alike.values().stream().map(WorkerSet::new).toList(), predictor);
        speed = context().workersInContext().list().stream()
                .mapToDouble(predictor::relativeSpeed)
                .average()
                .orElse(1);
        someDirect = context().children().stream().anyMatch(SchedulingComponent::isDirect);
    }

    private static boolean isCore(Worker worker) {
        return worker.architecture() == Architecture.CPU;
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isReservoir() {
        return true;
    }

    @Override
    public boolean isPump() {
        return true;
    }

    // Tasks.

    @Override
    public boolean push(Task task) {
        Turns mine = spares.take();
        double acceleration = mine.acceleration(task);
        if (acceleration > 0) {
            buckets.add(task, acceleration);
        } else {
            others.add(task);
        }
        mine.placeAll();
        spares.give(mine);
        return true;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        room.incrementAndGet();
        Turns mine = spares.take();
        boolean pushed = mine.placeAll();
        spares.give(mine);
        return tellParents() || pushed;
    }

    /** What a worker gets that is not below a store: what its kind of processor would take first. */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        Task task = takeFor(worker);
        if (task == null) {
            tellParents();
            task = takeFor(worker);
        }
        return task;
    }

    private Task takeFor(Worker worker) {
        Task task = others.takeFor(worker);
        if (task == null) {
            Turns mine = spares.take();
            if (buckets.firstFor(worker, !isCore(worker), mine.taken) != null) {
                task = mine.taken[0];
                mine.taken[0] = null;
            }
            spares.give(mine);
        }
        return task;
    }

    /** Places tasks, in turn for each architecture. One thread at a time; another one makes its own. */
    private final class Turns {
        private final TaskTimes times = new TaskTimes(policy);
        private final EarliestCompletion.Decision decision = completion.decision();
        private final Task[] taken = new Task[1];

        /** How many times faster the best workers are than the worst; 0 if that is not known of all. */
        private double acceleration(Task task) {
            if (task.isRestricted()) {
                return 0; // what is known of it today need not be true tomorrow
            }
            times.ask(task, kinds);
            double least = Double.POSITIVE_INFINITY;
            double most = 0;
            for (int kind = 0; kind < kinds.size(); kind++) {
                double nanos = times.canExecute(kind) ? times.nanos(kind) : 0;
                if (!(nanos > 0)) {
                    most = 0;
                    break;
                }
                least = Math.min(least, nanos);
                most = Math.max(most, nanos);
            }
            times.forget();
            return most > 0 ? most / least : 0;
        }

        /** Places what can be placed now. */
        private boolean placeAll() {
            boolean some = false;
            long before;
            do {
                before = room.get();
                TaskStore.Round round = others.size() > 0 ? others.round(policy.currentWorker()) : null;
                while (placeOne(round)) {
                    some = true;
                }
                decision.forget();
                // Who has asked meanwhile may have found nothing because it was in our hands.
            } while (room.get() != before);
            return some;
        }

        private boolean placeOne(TaskStore.Round round) {
            boolean placed = round != null && placeOther(round);
            for (Worker turn : turns) {
                if (placeFor(turn, true)) {
                    return true;
                }
            }
            if (!placed && turns.length > 0 && loadBelow() == 0) {
                return placeFor(turns[0], false);
            }
            return placed;
        }

        /** Places a task that not all workers can execute or whose times are not all known. */
        private boolean placeOther(TaskStore.Round round) {
            while (true) {
                long before = room.get();
                Task task = others.takeFirst(round);
                if (task == null || decision.place(task)) {
                    return task != null;
                }
                others.refuse(round, task, before);
                isBack(task);
            }
        }

        /** Places the first task for an architecture; unless it is to go anywhere, only if its place is there. */
        private boolean placeFor(Worker turn, boolean onlyThere) {
            Buckets.Bucket bucket = buckets.firstFor(turn, !isCore(turn), taken);
            if (bucket == null) {
                return false;
            }
            Task task = taken[0];
            taken[0] = null;
            if (decide(task, turn, onlyThere) && decision.pushPredicted()) {
                return true;
            }
            bucket.tasks().putBack(task);
            isBack(task);
            return false;
        }

        private boolean decide(Task task, Worker turn, boolean onlyThere) {
            if (!decision.predict(task)) {
                return true; // what was known of it has been forgotten: it is to be measured
            }
            decision.compare();
            decision.choose();
            long there = 1L << turn.architecture().index();
            return !onlyThere || (decision.workers().architectureSet() & there) != 0;
        }

        /** Workers that pull may have looked for it in vain. */
        private void isBack(Task task) {
            if (someDirect) {
                tellChildren(task);
            }
        }
    }

    // What is kept.

    private double loadBelow() {
        return super.estimatedLoad();
    }

    /** The tasks kept here are run at the average speed of the workers below. */
    @Override
    public double estimatedLoad() {
        return loadBelow() + storedTasks() / speed;
    }

    @Override
    public long storedTasks() {
        return others.size() + buckets.size();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        others.takeAll(sink);
        buckets.takeAll(sink);
    }
}
