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
 * Component that gives each architecture the tasks that gain most from it. Accelerators take the most accelerated tasks
 * first, processor cores the least accelerated ones. The architectures take turns: a task is pushed to its
 * {@link EarliestCompletion cheapest child} only if the chosen workers belong to the architecture whose turn it is;
 * otherwise it waits. Tasks that some workers cannot execute, or whose times are not all known, are placed by cost
 * alone.
 *
 * <p>If no turn places a task while the children hold no tasks, the first task is placed by cost alone. Otherwise all
 * architectures would wait for each other.
 *
 * <p><b>Threads.</b> Any. While a task is being placed, it is out of its bucket, and no lock is held. If a child
 * reports room meanwhile, placement runs once more, because the child may have missed that task.
 *
 * <p>Source: StarPU's component heteroprio, after Agullo, Bramas, Coulaud, Darve, Messner and Takahashi (2016).
 */
final class HeteroprioComponent extends SchedulingComponent {
    private final PolicyContext policy;
    private final EarliestCompletion completion;
    private final Buckets buckets;

    /** Tasks whose acceleration is not known. */
    private final TaskStore others;

    /** Number of times that a child reported room. */
    private final AtomicLong room = new AtomicLong();

    private final Spares<Turns> spares = new Spares<>(Turns::new);

    // Replaced only while no thread pushes.

    /** One worker of each architecture, in the order of their turns. */
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
        context().stored(task);
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

    /**
     * Returns the task that the worker's architecture would take first. Only workers without a store in between pull.
     */
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

    /** Working state for placing tasks in turns. Used by one thread at a time; each further thread creates its own. */
    private final class Turns {
        private final TaskTimes times = new TaskTimes(policy);
        private final EarliestCompletion.Decision decision = completion.decision();
        private final Task[] taken = new Task[1];

        /** Returns how many times faster the best workers are than the worst, or 0 if not all times are known. */
        private double acceleration(Task task) {
            if (task.isRestricted()) {
                return 0; // a restriction may change later, so today's acceleration need not hold
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

        /** Places all tasks that can be placed now. */
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
                // A child that reported room meanwhile may have missed the task that this thread held.
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

        /** Places one task that some workers cannot execute or whose times are not all known. */
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

        /**
         * Places the first task for an architecture. If {@code onlyThere}, the task is pushed only to workers of that
         * architecture.
         */
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
                return true; // its times were discarded meanwhile: it has to be measured again
            }
            decision.compare();
            decision.choose();
            long there = 1L << turn.architecture().index();
            return !onlyThere || (decision.workers().architectureSet() & there) != 0;
        }

        /** Tells the children about a task that was put back, because pulling workers may have missed it. */
        private void isBack(Task task) {
            if (someDirect) {
                tellChildren(task);
            }
        }
    }

    // Stored tasks.

    private double loadBelow() {
        return super.estimatedLoad();
    }

    /** Adds the stored tasks, as if workers of average speed ran them. */
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
