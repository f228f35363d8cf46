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

    /** Null until somebody asked. */
    private volatile Leaders leaders;

    /** Whether there ever was a parallel task: sequential ones alone cost no look at who leads whom. */
    private volatile boolean hasParallel;

    /**
     * Creates a policy without workers.
     *
     * @param context of the policy
     * @param queue an empty queue, for this policy alone
     * @throws IllegalArgumentException if the context has properties
     */
    public TeamQueuePolicy(PolicyContext context, SelectiveTaskQueue queue) {
        context.properties().allowOnly();
        this.context = context;
        this.queue = queue;
    }

    /** Wakes them: tasks may have been waiting for workers of their kind. */
    @Override
    public void addWorkers(List<Worker> workers) {
        workers.forEach(context::wake);
    }

    /** Wakes all others: tasks that were left to who has gone may be theirs now. */
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

    /** Wakes one worker that sleeps and that the task is for; who leads a larger combination is asked first. */
    private void wakeLeaderFor(Task task) {
        Leaders now = leaders();
        if (!now.canExecute(task)) {
            context.wakeOneFor(task);
            return;
        }
        Worker current = context.currentWorker();
        if (current != null && now.of(current).largestFor(task) != null && !context.wakeOneFor(task)) {
            return; // it takes the task itself, or nobody sleeps
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

    /** Who leads whom now. The program may have made a combination since: then tasks may be for others than before. */
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
