package org.asterism.policy.prio.internal;

import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskPriorityQueue;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * One central queue by priority: a free worker takes, of the tasks that it can execute, the oldest of the highest
 * priority. Any int is a priority.
 *
 * <p>When to use: graphs whose critical path the program knows, on similar workers.
 */
final class PrioPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final TaskPriorityQueue queue = new TaskPriorityQueue();

    PrioPolicy(PolicyContext context) {
        context.properties().allowOnly();
        this.context = context;
    }

    /** Wakes them: tasks may have been waiting for workers of their kind. */
    @Override
    public void addWorkers(List<Worker> workers) {
        workers.forEach(context::wake);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // The queue belongs to all workers: nothing in it was meant for these.
    }

    @Override
    public void push(Task task) {
        queue.add(task);
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        return queue.takeFor(worker);
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        queue.takeAll(sink);
    }
}
