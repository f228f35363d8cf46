package org.asterism.core.internal.testing;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * One queue; a worker that pops a parallel task leads the largest team that it is a member of, or one that the dice
 * choose.
 */
public final class TeamPolicy implements SchedulingPolicy {
    public final AtomicInteger before = new AtomicInteger();
    public final AtomicInteger after = new AtomicInteger();
    public final PolicyContext context;
    private final RandomGenerator dice;
    private final TaskFifo tasks = new TaskFifo();

    public TeamPolicy(PolicyContext context) {
        this(context, null);
    }

    /** Makes a policy that chooses teams by chance; null for the largest. */
    public TeamPolicy(PolicyContext context, RandomGenerator dice) {
        this.context = context;
        this.dice = dice;
    }

    @Override
    public void addWorkers(List<Worker> workers) {
        workers.forEach(context::wake);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // The queue is everybody's.
    }

    @Override
    public void push(Task task) {
        tasks.add(task);
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        Task task = tasks.takeFor(worker);
        if (task != null) {
            context.team(task, choose(task, worker));
        }
        return task;
    }

    private CombinedWorker choose(Task task, Worker leader) {
        List<CombinedWorker> possible = context.combinedWorkers().stream()
                .filter(one -> one.contains(leader) && one.canExecute(task))
                .toList();
        if (possible.isEmpty()) {
            return null;
        }
        if (dice == null) {
            return possible.getFirst();
        }
        int chosen;
        synchronized (dice) {
            chosen = dice.nextInt(possible.size() + 1);
        }
        return chosen == possible.size() ? null : possible.get(chosen);
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        before.incrementAndGet();
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        after.incrementAndGet();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        tasks.takeAll(sink);
    }
}
