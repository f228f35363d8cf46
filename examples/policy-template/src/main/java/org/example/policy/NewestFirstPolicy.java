package org.example.policy;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * The task that became ready last runs first. What was just computed is then used while it is still in the cache, and a graph
 * that unfolds like a tree is walked in depth, so few of its tasks wait at a time. Old tasks may wait long, though: with the
 * property {@code oldest.every} = n, every n-th task given out is the oldest instead.
 */
final class NewestFirstPolicy implements SchedulingPolicy {
    /** A task and when it came: the order of pushes is what drain must restore. */
    private record Entry(Task task, long number) {}

    private final PolicyContext context;
    private final int oldestEvery;

    /** One stack per set of architectures, so that a task for GPUs never hides one for CPUs. Guarded by this. */
    private final Map<Long, Deque<Entry>> stacks = new HashMap<>();

    private long pushes;
    private long pops;

    NewestFirstPolicy(PolicyContext context) {
        this.context = context;
        // Unknown names and values out of range are refused: the user reads why, and the old policy goes on.
        oldestEvery = context.properties().allowOnly("oldest.every").integer("oldest.every", 0, 0, 1_000_000);
    }

    @Override
    public void addWorkers(List<Worker> workers) {
        // We keep nothing per worker. A policy that does makes its queues here; nothing else runs meanwhile.
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        // Nor have we meant a task for a worker in particular: whoever stays, or comes, finds it.
    }

    @Override
    public void push(Task task) {
        // Many threads push and pop at once, so what they share is guarded, for a few instructions only.
        synchronized (this) {
            stacks.computeIfAbsent(task.codelet().architectureSet(), set -> new ArrayDeque<>())
                    .addLast(new Entry(task, pushes++));
        }
        // Last, when the task can be popped and no lock is held: a worker that is woken earlier finds nothing,
        // falls asleep again, and the task waits for ever.
        context.wakeOneFor(task);
    }

    @Override
    public synchronized Task pop(Worker worker) {
        boolean oldest = oldestEvery > 0 && (pops + 1) % oldestEvery == 0;
        Deque<Entry> best = null;
        for (Deque<Entry> stack : stacks.values()) {
            // All tasks of a stack can run in the same places, so we need to ask for one of them only.
            if (!stack.isEmpty()
                    && worker.canExecute(stack.getLast().task())
                    && (best == null || comesBefore(stack, best, oldest))) {
                best = stack;
            }
        }
        if (best == null) {
            return null;
        }
        pops++;
        return (oldest ? best.removeFirst() : best.removeLast()).task();
    }

    private static boolean comesBefore(Deque<Entry> one, Deque<Entry> other, boolean oldest) {
        return oldest
                ? one.getFirst().number() < other.getFirst().number()
                : one.getLast().number() > other.getLast().number();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        // Another policy takes over, or this bundle is updated: hand out everything, in the order of the pushes.
        List<Entry> all = stacks.values().stream()
                .flatMap(Deque::stream)
                .sorted(Comparator.comparingLong(Entry::number))
                .toList();
        stacks.clear();
        all.forEach(entry -> sink.accept(entry.task()));
    }
}
