package org.asterism.kit.policy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Deals tasks out to the workers in turn, or keeps them near to who has released them; what is made of what the API
 * offers for that.
 */
final class LocalPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final LocalTasks local;
    private final WorkerCollection workers;

    /** Tasks that nobody can execute. */
    private final TaskPriorityQueue unclaimed = new TaskPriorityQueue();

    private final AtomicInteger turn = new AtomicInteger();

    LocalPolicy(PolicyContext context, WorkerCollection workers) {
        context.properties().allowOnly();
        this.context = context;
        this.workers = workers;
        local = new LocalTasks(context);
    }

    @Override
    public void addWorkers(List<Worker> added) {
        workers.add(added);
        local.addWorkers(added);
        unclaimed.takeAll(this::push);
    }

    @Override
    public void removeWorkers(List<Worker> removed) {
        workers.remove(removed);
        local.removeWorkers(removed, this::push);
    }

    @Override
    public void push(Task task) {
        Worker self = context.currentWorker();
        List<Worker> all = workers.workers();
        if (!all.isEmpty()) {
            Worker first = self == null ? all.get(Math.floorMod(turn.getAndIncrement(), all.size())) : self;
            for (Worker worker : workers.from(first)) {
                if (worker.canExecute(task)) {
                    local.push(task, worker);
                    return;
                }
            }
        }
        unclaimed.add(task);
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        local.takeStranded(worker, this::push);
        Task task = local.pop(worker);
        return task == null ? unclaimed.takeFor(worker) : task;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        // Those that nobody can execute are the last here, although some may have been pushed before others.
        local.drain(sink);
        unclaimed.takeAll(sink);
    }
}
