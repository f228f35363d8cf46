package org.asterism.core.internal.testing;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.WorkerCollection;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.WorkerLock;

/**
 * A queue per worker that can stand no two threads, guarded by the worker's lock: what a worker releases it keeps, what
 * the program releases is dealt out, and who has none steals. Counts how often each queue was touched, as unprotected
 * as the queue.
 */
public final class Shelves implements SchedulingPolicy {
    /** What is kept for one worker. */
    private static final class Shelf {
        final ArrayDeque<Task> tasks = new ArrayDeque<>();
        int touched;

        /** Counts, and now and then leaves others the time to disturb. */
        void touch() {
            int before = touched;
            if (before % 8 == 0) {
                Thread.yield();
            }
            touched = before + 1;
        }
    }

    private final PolicyContext context;
    private final WorkerCollection workers;
    private final Shelf[] shelves = new Shelf[16];
    private final AtomicInteger turn = new AtomicInteger();

    public Shelves(PolicyContext context) {
        this.context = context;
        workers = WorkerCollection.tree(context);
    }

    @Override
    public void addWorkers(List<Worker> added) {
        workers.add(added);
        added.forEach(worker -> shelves[worker.id()] = new Shelf());
    }

    @Override
    public void removeWorkers(List<Worker> removed) {
        workers.remove(removed);
        for (Worker worker : removed) {
            shelves[worker.id()].tasks.forEach(this::push);
            shelves[worker.id()].tasks.clear();
        }
    }

    @Override
    public void push(Task task) {
        List<Worker> all = workers.workers();
        Worker self = context.currentWorker();
        Worker target = self == null ? all.get(Math.floorMod(turn.getAndIncrement(), all.size())) : self;
        try (WorkerLock _ = context.lock(target)) {
            Shelf shelf = shelves[target.id()];
            shelf.tasks.add(task);
            shelf.touch();
        }
        context.wake(target);
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        Shelf own = shelves[worker.id()];
        Task task = own.tasks.poll();
        if (task != null) {
            own.touch();
            return task;
        }
        for (Worker other : workers.from(worker)) {
            try (WorkerLock taken = context.tryLock(other)) {
                task = taken == null ? null : shelves[other.id()].tasks.pollLast();
                if (task != null) {
                    shelves[other.id()].touch();
                    return task;
                }
            }
        }
        return null;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        for (Worker worker : workers.workers()) {
            shelves[worker.id()].tasks.forEach(sink);
            shelves[worker.id()].tasks.clear();
        }
    }

    /** How often all queues were touched; when nobody does any more. */
    public int touched() {
        int sum = 0;
        for (Worker worker : workers.workers()) {
            sum += shelves[worker.id()].touched;
        }
        return sum;
    }
}
