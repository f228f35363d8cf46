package org.asterism.policy.parallel.pheft.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Clock;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.Candidates;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.kit.policy.placement.PlacementDecision;
import org.asterism.kit.policy.placement.Weights;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Places each task, when it is ready, where it costs least: with a worker or, if it is parallel, with several that run
 * it together. It waits in the queue of the worker that leads them, and from its placement until it has run it counts
 * in the accounts of all of them. A list scheduler in the manner of HEFT (Topcuoglu, Hariri and Wu, 2002).
 *
 * <p>When to use: parallel tasks whose times are known for each number of members; see {@code dmda} for sequential
 * ones.
 *
 * <p>Source: StarPU's policy pheft. Here each context has its own accounts, loads are not rounded, and the core calls
 * the other members together when the leader comes to the task: they do not wait for it before.
 *
 * <p><b>Threads.</b> Decisions read the accounts without a lock. No lock is held while the predictor, the data or the
 * program is asked.
 */
final class PheftPolicy implements SchedulingPolicy {
    /** How often a worker looks into its inbox, if all that it found there was not for it any more. */
    private static final int MOST_LOOKS = 3;

    private final Weights weights;
    private final PolicyContext context;
    private final Clock clock;
    private final DataPlacement data;
    private final Predictor predictor;
    private final Lineup lineup;
    private final PushCounter pushes = new PushCounter();

    /** For one decision at a time; another thread makes its own meanwhile. */
    private final AtomicReference<PlacementDecision<Alike, Account>> placement = new AtomicReference<>();

    /** Who will run the tasks that wait for several. */
    private final Map<Task, Together> together = new ConcurrentHashMap<>();

    /** Tasks that nobody can execute. */
    private final List<Task> unplaced = new ArrayList<>();

    private final SpinLock unplacedLock = new SpinLock();

    PheftPolicy(PolicyContext context) {
        this.context = context;
        weights = Weights.USUAL.with(context.properties().allowOnly(PheftPolicyFactory.DECLARED));
        clock = context.clock();
        data = context.placement();
        predictor = context.predictor();
        lineup = new Lineup(context);
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        lineup.add(workers, clock.nanoTime());
        List<Task> waiting = List.copyOf(unplaced);
        unplaced.clear();
        waiting.forEach(this::place);
    }

    /** Places anew what was meant for them, alone or with others. */
    @Override
    public void removeWorkers(List<Worker> workers) {
        StampedTasks orphans = new StampedTasks();
        lineup.remove(workers).forEach(inbox -> withdrawAll(inbox, orphans));
        for (Inbox inbox : lineup.inboxes()) {
            if (leadsSomeOf(inbox, workers)) {
                List<Task> all = new ArrayList<>();
                inbox.waiting.takeAll(all::add);
                for (Task task : all) {
                    if (hasSomeOf(together.get(task), workers)) {
                        withdraw(task, inbox);
                        orphans.accept(task, context.stamp(task));
                    } else {
                        inbox.waiting.add(task);
                    }
                }
            }
        }
        orphans.takeAll(this::place);
    }

    private boolean leadsSomeOf(Inbox inbox, List<Worker> workers) {
        return together.values().stream().anyMatch(who -> who.members()[0] == inbox.account && hasSomeOf(who, workers));
    }

    private static boolean hasSomeOf(Together who, List<Worker> workers) {
        return who != null && workers.stream().anyMatch(who.combined()::contains);
    }

    // Tasks.

    @Override
    public void push(Task task) {
        context.stamp(task, pushes.next());
        place(task);
    }

    private void place(Task task) {
        long now = clock.nanoTime();
        PlacementDecision<Alike, Account> made = placement.getAndSet(null);
        if (made == null) {
            made = new PlacementDecision<>(true, predictor, data);
        }
        boolean placed = made.decide(task, lineup.groupsFor(task), weights, 1, now);
        Account runner = made.chosen();
        int implementation = made.implementation();
        long length = made.length();
        long travel = made.travel();
        placement.set(made);
        if (!placed) {
            unplacedLock.lock();
            unplaced.add(task);
            unplacedLock.unlock();
            return;
        }
        context.choose(task, implementation);
        count(task, runner, length, Math.max(0, now + travel - runner.ready(now)), now);
        Worker leader = runner.leader();
        if (weights.prefetch() && task.dataCount() > 0 && data.memoryNodes().size() > 1) {
            data.prefetch(task, leader, TransferKind.TASK_PREFETCH, task.priority());
        }
        lineup.of(leader).waiting.add(task);
        context.wake(leader);
    }

    /** Has a task count as somebody's. Its data travel while they do what they have: only what lasts longer counts. */
    private void count(Task task, Account runner, long length, long wait, long now) {
        context.predict(task, length, wait);
        switch (runner) {
            case Single one -> {
                one.place(length(task) + wait(task), now);
                if (task.codelet().parallelism() != Parallelism.SEQUENTIAL) {
                    context.team(task, null);
                }
            }
            case Together several -> {
                for (Single member : several.members()) {
                    member.place(length(task), now);
                }
                several.members()[0].lengthen(wait(task));
                together.put(task, several);
                context.team(task, several.combined());
            }
        }
    }

    /** As it was noted, so that what is taken away is what was added. */
    private long length(Task task) {
        return (long) context.predictedNanos(task);
    }

    private long wait(Task task) {
        return (long) context.predictedTransferNanos(task);
    }

    @Override
    public void pushedTo(Task task, Worker worker) {
        Inbox inbox = lineup.of(worker);
        if (inbox != null) {
            long now = clock.nanoTime();
            double time = predictor.executionNanos(task, worker, task.implementation());
            long way = Math.max(0, now + data.transferNanos(task, worker) - inbox.account.ready(now));
            inbox.account.give((time > 0 ? Candidates.wholeNanos(time) : 0) + way, now);
        }
    }

    @Override
    public Task pop(Worker worker) {
        Inbox inbox = lineup.of(worker);
        if (inbox == null) {
            return null;
        }
        inbox.forgetStrays(clock.nanoTime());
        for (int look = 0; look < MOST_LOOKS && inbox.waiting.size() > 0; look++) {
            Task task = inbox.waiting.takeFor(worker);
            if (task != null) {
                inbox.take(task, runners(task), length(task), wait(task), clock.nanoTime());
                return task;
            }
            // The rest is not for this worker any more: a bundle was placed elsewhere meanwhile.
            List<Task> others = new ArrayList<>();
            inbox.waiting.takeRestricted(other -> !worker.canExecute(other), others::add);
            for (Task other : others) {
                withdraw(other, inbox);
                place(other);
            }
        }
        return null;
    }

    private Together runners(Task task) {
        return task.codelet().parallelism() == Parallelism.SEQUENTIAL ? null : together.remove(task);
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        Inbox inbox = lineup.of(worker);
        if (inbox != null) {
            inbox.begin(task, clock.nanoTime());
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        Inbox inbox = lineup.of(worker);
        if (inbox != null) {
            inbox.end(task, clock.nanoTime());
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        unplaced.forEach(task -> all.accept(task, context.stamp(task)));
        unplaced.clear();
        lineup.inboxes().forEach(inbox -> withdrawAll(inbox, all));
        all.takeAll(sink);
    }

    private void withdrawAll(Inbox inbox, StampedTasks into) {
        inbox.waiting.takeAll(task -> {
            withdraw(task, inbox);
            into.accept(task, context.stamp(task));
        });
    }

    /** Has a task that waited in an inbox count no more. */
    private void withdraw(Task task, Inbox inbox) {
        Together several = runners(task);
        if (several == null) {
            inbox.account.withdraw(length(task) + wait(task));
            return;
        }
        for (Single member : several.members()) {
            member.withdraw(length(task));
        }
        inbox.account.lengthen(-wait(task));
    }
}
