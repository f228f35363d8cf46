package org.asterism.stress;

import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** A policy with one queue, which wakes one worker for each task. */
final class Central implements SchedulingPolicy {
    private final PolicyContext context;
    private final TaskFifo queue = new TaskFifo();

    Central(PolicyContext context) {
        this.context = context;
    }

    @Override
    public void addWorkers(List<Worker> workers) {
        // The queue belongs to all workers.
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // The queue belongs to all workers.
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
