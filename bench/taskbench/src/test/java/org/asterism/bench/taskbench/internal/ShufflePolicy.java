package org.asterism.bench.taskbench.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.SchedulingPolicy;

/** Has a single worker run ready tasks in random order, and notes which. For one thread. */
final class ShufflePolicy implements SchedulingPolicy {
    final List<String> order = new ArrayList<>();
    private final List<Task> ready = new ArrayList<>();
    private final Random random;

    ShufflePolicy(long seed) {
        random = new Random(seed);
    }

    @Override
    public void addWorkers(List<Worker> workers) {
        // There is one, and all tasks are for it.
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // There is one, and all tasks are for it.
    }

    @Override
    public void push(Task task) {
        ready.add(task);
    }

    @Override
    public Task pop(Worker worker) {
        if (ready.isEmpty()) {
            return null;
        }
        Task task = ready.remove(random.nextInt(ready.size()));
        order.add(task.codelet().name() + " " + task.priority());
        return task;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        ready.forEach(sink);
        ready.clear();
    }
}
