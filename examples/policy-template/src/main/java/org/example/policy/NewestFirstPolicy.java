package org.example.policy;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy that runs the newest ready task first, because its data are often still in the cache. A graph that unfolds
 * like a tree is walked in depth, so few tasks wait at a time. Old tasks may wait long; with the property
 * {@code oldest.every} = n, every n-th task given out is the oldest instead.
 */
final class NewestFirstPolicy implements SchedulingPolicy {
    /** Declares the property: its name, default, range and meaning. */
    static final String OLDEST_EVERY =
            "oldest.every (0; 0 to 1000000): the number of tasks given out from one oldest task to the next; 0 for "
                    + "none";

    /**
     * A task with the number of its push. {@code drain} needs these numbers, because it must return the tasks in the
     * order of their pushes.
     */
    private record Entry(Task task, long number) {}

    private final PolicyContext context;
    private final int oldestEvery;

    /** One stack per set of architectures, so that a task for GPUs never hides one for CPUs. Guarded by this. */
    private final Map<Long, Deque<Entry>> stacks = new HashMap<>();

    /** Tasks of which only their program knows which workers can run them, by their numbers. */
    private final ConcurrentSkipListMap<Long, Task> restricted = new ConcurrentSkipListMap<>();

    private long pushes;
    private volatile long pops;

    NewestFirstPolicy(PolicyContext context) {
        this.context = context;
        // Unknown names and values out of range are refused: the user reads why, and the old policy goes on.
        oldestEvery = context.properties().allowOnly(OLDEST_EVERY).integer(OLDEST_EVERY);
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
            long number = pushes++;
            if (task.isRestricted()) {
                restricted.put(number, task);
            } else {
                stacks.computeIfAbsent(task.architectureSet(), set -> new ArrayDeque<>())
                        .addLast(new Entry(task, number));
            }
        }
        // Last, when the task can be popped and no lock is held: a worker that is woken earlier finds nothing,
        // falls asleep again, and the task waits for ever.
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        while (true) {
            boolean oldest = oldestEvery > 0 && (pops + 1) % oldestEvery == 0;
            // Found without the lock, since asking runs the program's code; another worker may take it meanwhile.
            Entry other = restrictedFor(worker, oldest);
            synchronized (this) {
                Deque<Entry> best = stackFor(worker, oldest);
                Entry first = best == null ? null : end(best, oldest);
                if (first == null && other == null) {
                    return null;
                }
                if (other == null || first != null && comesBefore(first, other, oldest)) {
                    pops++;
                    return (oldest ? best.removeFirst() : best.removeLast()).task();
                }
                if (restricted.remove(other.number(), other.task())) {
                    pops++;
                    return other.task();
                }
            }
        }
    }

    private Entry restrictedFor(Worker worker, boolean oldest) {
        var inOrder = oldest ? restricted : restricted.descendingMap();
        for (Map.Entry<Long, Task> entry : inOrder.entrySet()) {
            if (worker.canExecute(entry.getValue())) {
                return new Entry(entry.getValue(), entry.getKey());
            }
        }
        return null;
    }

    private Deque<Entry> stackFor(Worker worker, boolean oldest) {
        Deque<Entry> best = null;
        for (Deque<Entry> stack : stacks.values()) {
            // All tasks of a stack can run in the same places, so we need to ask for one of them only.
            if (!stack.isEmpty()
                    && worker.canExecute(stack.getLast().task())
                    && (best == null || comesBefore(end(stack, oldest), end(best, oldest), oldest))) {
                best = stack;
            }
        }
        return best;
    }

    private static Entry end(Deque<Entry> stack, boolean oldest) {
        return oldest ? stack.getFirst() : stack.getLast();
    }

    private static boolean comesBefore(Entry one, Entry other, boolean oldest) {
        return oldest ? one.number() < other.number() : one.number() > other.number();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        // Another policy takes over, or this bundle is updated: hand out everything, in the order of the pushes.
        Stream<Entry> others = restricted.entrySet().stream().map(entry -> new Entry(entry.getValue(), entry.getKey()));
        List<Entry> all = Stream.concat(stacks.values().stream().flatMap(Deque::stream), others)
                .sorted(Comparator.comparingLong(Entry::number))
                .toList();
        stacks.clear();
        restricted.clear();
        all.forEach(entry -> sink.accept(entry.task()));
    }
}
