package org.asterism.kit.policy.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Scheduling policy that places each ready task with the worker where it costs least: where it ends early, its data
 * need few transfers, and it uses little energy. It decides task by task while the program runs. With
 * {@link Traits#teams}, parallel tasks also go to several workers together: they wait in the leader's queue, and count
 * in the queues of all members.
 *
 * <p><b>Threads.</b> As for every {@link SchedulingPolicy}. Decisions read all queues without a lock, and change the
 * chosen queue under its lock or, if the task's duration is not known, without it, so two tasks that are pushed at the
 * same time may go to the same worker. No lock is held during calls of the predictor, the data or the program.
 *
 * <p>Source: list scheduling in the manner of HEFT (Topcuoglu, Hariri and Wu, 2002), as StarPU's policies dm, dmda and
 * pheft and their relatives do it.
 */
public final class LeastCostPolicy implements SchedulingPolicy {
    /** Up to so many workers that are alike are looked at one by one. */
    static final int MOST_SCANNED = 24;

    /** Tasks that run in the order in which they came get their data in that order, too. */
    private static final int ANY_PRIORITY = 0;

    private record Unplaced(Task task, long stamp) {}

    private final Traits traits;
    private final Settings settings;
    private final PolicyContext context;
    private final Clock clock;
    private final DataPlacement data;
    private final Predictor predictor;
    private final Lineup lineup;
    private final PushCounter pushes = new PushCounter();

    /** For one decision at a time; another thread makes its own meanwhile. */
    private final AtomicReference<PlacementDecision> decision = new AtomicReference<>();

    /** Tasks that no worker can execute. */
    private final List<Unplaced> unplaced = new ArrayList<>();

    private final SpinLock unplacedLock = new SpinLock();

    /**
     * Creates a policy without workers.
     *
     * @param traits of the policy
     * @param declared the declarations of its parameters
     * @param context of the policy; its properties override the configuration
     * @param configuration current weights; may change at any time
     * @throws IllegalArgumentException if the context has an undeclared property, or a value that is not allowed
     */
    public LeastCostPolicy(Traits traits, String declared, PolicyContext context, Supplier<Weights> configuration) {
        this(traits, context, new Settings(context.properties(), declared, configuration), MOST_SCANNED);
    }

    LeastCostPolicy(Traits traits, PolicyContext context, Settings settings, int mostScanned) {
        this.traits = traits;
        this.context = context;
        this.settings = settings;
        clock = context.clock();
        data = context.placement();
        predictor = context.predictor();
        lineup = new Lineup(context, traits, mostScanned);
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        lineup.add(workers, clock.nanoTime());
        List<Unplaced> waiting = List.copyOf(unplaced);
        unplaced.clear();
        waiting.forEach(task -> place(task.task, task.stamp));
    }

    /** Places what was meant for them anew, alone or with others. */
    @Override
    public void removeWorkers(List<Worker> workers) {
        StampedTasks orphans = new StampedTasks();
        List<WorkerQueue> gone = lineup.remove(workers);
        gone.forEach(queue -> queue.withdraw(placed -> true, orphans));
        if (traits.teams()) {
            lineup.queues()
                    .forEach(queue ->
                            queue.withdraw(placed -> placed.team != null && placed.team.hasSomeOf(gone), orphans));
        }
        orphans.takeAll(this::place);
    }

    // Tasks.

    @Override
    public void push(Task task) {
        place(task, pushes.next());
    }

    private void place(Task task, long stamp) {
        forgetEndedHere();
        Weights weights = settings.weights();
        long now = clock.nanoTime();
        PlacementDecision made = decision.getAndSet(null);
        if (made == null) {
            made = new PlacementDecision(traits, settings.isRanged(), predictor, data);
        }
        double part = traits.crowding() ? Crowding.part(lineup.groups()) : 1;
        boolean placed = made.decide(task, lineup.groupsFor(task), weights, part, now);
        Account runner = made.chosen();
        int implementation = made.implementation();
        long length = made.length();
        long travel = made.travel();
        double start = made.start();
        decision.set(made);
        if (!placed) {
            unplacedLock.lock();
            unplaced.add(new Unplaced(task, stamp));
            unplacedLock.unlock();
            return;
        }
        context.choose(task, implementation);
        context.decided(
                task,
                runner.leader(),
                start,
                length > 0 ? length : Double.NaN,
                traits.costs() ? travel : Double.NaN,
                Double.NaN);
        if (traits.teams() && task.codelet().parallelism() != Parallelism.SEQUENTIAL) {
            context.team(task, runner.combined());
        }
        Team team = runner instanceof Team several ? several : null;
        WorkerQueue queue = team == null ? (WorkerQueue) runner : team.leadersQueue();
        Worker leader = runner.leader();
        boolean prefetches =
                weights.prefetch() && task.dataCount() > 0 && data.memoryNodes().size() > 1;
        if (!prefetches && team == null) {
            queue.placeAndAdd(task, stamp, now, length, travel);
        } else {
            Placed entry = queue.place(task, team, stamp, now, length, travel);
            if (prefetches) {
                int priority = traits.sorted() ? task.priority() : ANY_PRIORITY;
                data.prefetch(task, leader, TransferKind.TASK_PREFETCH, priority);
            }
            queue.add(entry);
        }
        context.wake(leader);
    }

    /**
     * Removes ended tasks from the calling worker's queue, so that they do not count against the worker when it
     * releases their successors.
     */
    private void forgetEndedHere() {
        Worker current = context.currentWorker();
        WorkerQueue own = current == null ? null : lineup.of(current);
        if (own != null) {
            own.forgetStrays();
        }
    }

    @Override
    public void pushedTo(Task task, Worker worker) {
        WorkerQueue queue = lineup.of(worker);
        if (queue != null) {
            double time = predictor.executionNanos(task, worker, task.implementation());
            long travel = traits.costs() ? data.transferNanos(task, worker) : 0;
            queue.give(clock.nanoTime(), time > 0 ? Candidates.wholeNanos(time) : 0, travel);
        }
    }

    @Override
    public Task pop(Worker worker) {
        WorkerQueue queue = lineup.of(worker);
        if (queue == null) {
            return null;
        }
        if (queue.isEmpty()) {
            return null;
        }
        Task certain = queue.takeFirst(queue.keepsTime() ? clock.nanoTime() : WorkerQueue.UNCHANGED);
        if (certain != null) {
            return certain;
        }
        for (Placed first = queue.first(); first != null; first = queue.first()) {
            Placed next = traits.readiness()
                    ? queue.readiness(data)
                            .choose(queue, first, settings.weights().window())
                    : first;
            Task task = next.task;
            if (!task.isRestricted() || worker.canExecute(task)) {
                return queue.take(next, clock.nanoTime());
            }
            // Its bundle was placed elsewhere meanwhile.
            long stamp = next.stamp;
            place(queue.withdraw(next), stamp);
        }
        return null;
    }

    @Override
    public boolean followsExecution(Task task, Worker worker) {
        WorkerQueue queue = lineup.of(worker);
        return queue == null || queue.mustFollow(task);
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        WorkerQueue queue = lineup.of(worker);
        if (queue != null) {
            queue.begin(task, clock);
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        WorkerQueue queue = lineup.of(worker);
        if (queue != null) {
            queue.end(task, clock);
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        lineup.queues().forEach(queue -> queue.withdraw(placed -> true, all));
        unplaced.forEach(task -> all.accept(task.task, task.stamp));
        unplaced.clear();
        all.takeAll(sink);
    }
}
