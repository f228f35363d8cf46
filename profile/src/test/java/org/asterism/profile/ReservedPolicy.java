package org.asterism.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Gives tasks to the worker with the lowest id, and those with a hint to the one with the highest. It wakes the latter
 * only when the former asks for a task. For one thread at a time.
 */
final class ReservedPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final Queue<Task> first = new ArrayDeque<>();
    private final Queue<Task> last = new ArrayDeque<>();
    private final List<Worker> workers = new ArrayList<>();

    ReservedPolicy(PolicyContext context) {
        this.context = context;
    }

    @Override
    public void addWorkers(List<Worker> added) {
        workers.addAll(added);
    }

    @Override
    public void removeWorkers(List<Worker> removed) {
        workers.removeAll(removed);
    }

    @Override
    public void push(Task task) {
        if (task.hint() != null) {
            last.add(task);
        } else {
            first.add(task);
            context.decided(task, workers.getFirst(), 1, 2, 3, Double.NaN);
            context.wake(workers.getFirst());
        }
    }

    @Override
    public Task pop(Worker worker) {
        if (worker == workers.getLast()) {
            return last.poll();
        }
        if (first.isEmpty() && !last.isEmpty() && workers.getFirst().executedTasks() > 0) {
            context.wake(workers.getLast());
        }
        return first.poll();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        first.forEach(sink);
        last.forEach(sink);
        first.clear();
        last.clear();
    }
}
