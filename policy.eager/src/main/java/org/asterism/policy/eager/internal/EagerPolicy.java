package org.asterism.policy.eager.internal;

import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * One central queue: a free worker takes the oldest task that it can execute. Priorities are ignored.
 *
 * <p>When to use: tasks of similar length on similar workers, and whenever nothing is known of the tasks.
 */
final class EagerPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final TaskFifo queue = new TaskFifo();

    EagerPolicy(PolicyContext context) {
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
