package org.asterism.bench.taskbench.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Has a single worker run tasks in waves: all that are ready, then all that became ready by these, and so on. How large
 * the waves are says what shape the graph has. For one thread.
 */
final class WavePolicy implements SchedulingPolicy {
    final List<Integer> sizes = new ArrayList<>();
    private final Queue<Task> next = new ArrayDeque<>();
    private final Queue<Task> current = new ArrayDeque<>();

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
        next.add(task);
    }

    @Override
    public Task pop(Worker worker) {
        if (current.isEmpty() && !next.isEmpty()) {
            sizes.add(next.size());
            current.addAll(next);
            next.clear();
        }
        return current.poll();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        current.forEach(sink);
        next.forEach(sink);
        current.clear();
        next.clear();
    }
}
