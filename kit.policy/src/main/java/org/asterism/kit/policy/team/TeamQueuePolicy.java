package org.asterism.kit.policy.team;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.SelectiveTaskQueue;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Scheduling policy with one queue for all workers and with parallel tasks. A free worker takes the first task that it
 * can execute. It runs a parallel task with the largest combination that it leads. A worker that leads no combination
 * for the task leaves it to the workers that do. It has no properties.
 *
 * <p><b>Threads.</b> As for every {@link SchedulingPolicy}.
 *
 * <p>Source: the policies peager and pprio of StarPU. Here the core calls the other members of a team.
 */
public final class TeamQueuePolicy implements SchedulingPolicy {
    private static final long SEQUENTIAL = 1L << Leaders.SEQUENTIAL;
    private static final Predicate<Task> IS_SEQUENTIAL = task -> task.codelet().parallelism() == Parallelism.SEQUENTIAL;

    private final PolicyContext context;
    private final SelectiveTaskQueue queue;

    /** Null until the first use. */
    private volatile Leaders leaders;

    /** Whether a parallel task ever arrived. Until then, the leaders are not looked up. */
    private volatile boolean hasParallel;

    /**
     * Creates a policy without workers.
     *
     * @param context context of the policy
     * @param queue an empty queue, for this policy alone
     * @throws IllegalArgumentException if the context has properties
     */
    public TeamQueuePolicy(PolicyContext context, SelectiveTaskQueue queue) {
        context.properties().allowOnly();
        this.context = context;
        this.queue = queue;
    }

    /** Wakes the new workers, because tasks may have waited for workers of their kind. */
    @Override
    public void addWorkers(List<Worker> workers) {
        workers.forEach(context::wake);
    }

    /** Wakes all remaining workers, because they may now take tasks that only the removed workers could take. */
    @Override
    public void removeWorkers(List<Worker> workers) {
        if (hasParallel) {
            context.workers().forEach(context::wake);
        }
    }

    @Override
    public void push(Task task) {
        int kind = Leaders.kind(task);
        if (kind == Leaders.SEQUENTIAL) {
            queue.add(task, kind);
            context.wakeOneFor(task);
            return;
        }
        if (!hasParallel) {
            hasParallel = true;
        }
        queue.add(task, kind);
        wakeLeaderFor(task);
    }

    /** Wakes one sleeping worker that may take the task. Leaders of larger combinations come first. */
    private void wakeLeaderFor(Task task) {
        Leaders now = leaders();
        if (!now.canExecute(task)) {
            context.wakeOneFor(task);
            return;
        }
        Worker current = context.currentWorker();
        if (current != null && now.of(current).largestFor(task) != null && !context.wakeOneFor(task)) {
            return; // the current worker takes the task itself, or no worker sleeps
        }
        if (now.wakeOneFor(task, context)) {
            return;
        }
        for (Worker worker : context.workers()) {
            if (worker.architecture() != Architecture.CPU && worker.canExecute(task) && context.wake(worker)) {
                return;
            }
        }
    }

    @Override
    public Task pop(Worker worker) {
        if (!hasParallel) {
            return queue.takeFor(worker, SEQUENTIAL, IS_SEQUENTIAL);
        }
        Leader leader = leaders().of(worker);
        Task task = queue.takeFor(worker, leader.kinds(), leader);
        if (task != null && !IS_SEQUENTIAL.test(task)) {
            context.team(task, leader.largestFor(task));
        }
        return task;
    }

    /**
     * Returns the leaders of the present combinations. If the program created a combination since the last call, other
     * workers may take the queued tasks now, so all workers are woken.
     */
    private Leaders leaders() {
        List<CombinedWorker> combined = context.combinedWorkers();
        Leaders known = leaders;
        if (known != null && known.areOf(combined)) {
            return known;
        }
        Leaders fresh = new Leaders(combined);
        leaders = fresh;
        if (known != null) {
            context.workers().forEach(context::wake);
        }
        return fresh;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        queue.takeAll(sink);
    }
}
