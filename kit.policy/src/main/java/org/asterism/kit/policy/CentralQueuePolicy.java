package org.asterism.kit.policy;

import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Scheduling policy with one queue for all workers: a free worker takes the first task that it can execute. The queue
 * determines the order. It has no properties.
 *
 * <p><b>Threads.</b> As for every {@link SchedulingPolicy}.
 */
public final class CentralQueuePolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final TaskQueue queue;

    /**
     * Creates a policy without workers.
     *
     * @param context context of the policy
     * @param queue an empty queue, for this policy alone
     * @throws IllegalArgumentException if the context has properties
     */
    public CentralQueuePolicy(PolicyContext context, TaskQueue queue) {
        context.properties().allowOnly();
        this.context = context;
        this.queue = queue;
    }

    /** Wakes the workers, because tasks may have waited for a worker of their kind. */
    @Override
    public void addWorkers(List<Worker> workers) {
        workers.forEach(context::wake);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // All workers share the queue, so no task was meant for the removed workers only.
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
