package org.asterism.spi.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A queue of tasks for policies, by priority: each worker takes, of the tasks that it can execute, one of the highest
 * priority, and of those the oldest. Adding does not hinder taking: new tasks are sorted in by whoever takes next.
 *
 * <p>When to use: a central queue, or a queue per worker, of tasks with priorities. Any thread may use it at any time.
 */
public final class TaskPriorityQueue {
    private final TaskLanes<Lane> lanes = new TaskLanes<>(Lane::new, true);

    private static final VarHandle SORTED;

    static {
        try {
            SORTED = MethodHandles.lookup().findVarHandle(Lane.class, "sorted", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final class Lane extends TaskLanes.Lane {
        private final PriorityBuckets buckets = new PriorityBuckets();

        /** Roughly how many tasks are sorted in, for readers without the lock; exact for whoever is alone. */
        private long sorted;

        Lane(long architectures) {
            super(architectures);
        }

        private void sortIn() {
            if (arrivals.isEmpty()) {
                return;
            }
            for (long stamp = arrivals.oldestStamp(); stamp != Long.MAX_VALUE; stamp = arrivals.oldestStamp()) {
                // Counted before it leaves the arrivals, both with release: a reader who looks at the
                // arrivals first never sees the lane empty while it is not.
                buckets.add(arrivals.peek(), arrivals.oldestPriority(), stamp);
                SORTED.setRelease(this, buckets.size());
                arrivals.take();
            }
        }

        @Override
        Task takeFirst() {
            sortIn();
            Task task = buckets.take();
            if (task != null) {
                SORTED.setRelease(this, buckets.size());
            }
            return task;
        }

        @Override
        long firstPriority() {
            return buckets.highestPriority();
        }

        @Override
        long firstStamp() {
            sortIn();
            return buckets.isEmpty() ? Long.MAX_VALUE : buckets.highestStamp();
        }

        @Override
        boolean isEmpty() {
            return arrivals.isEmpty() && sortedNow() == 0;
        }

        @Override
        long size() {
            return arrivals.size() + sortedNow();
        }

        private long sortedNow() {
            return (long) SORTED.getAcquire(this);
        }

        @Override
        void takeAll(Consumer<TaskLanes.Stamped> sink) {
            sortIn();
            buckets.takeAll(sink);
            SORTED.setRelease(this, 0L);
        }
    }

    /** Makes an empty queue. */
    public TaskPriorityQueue() {}

    /**
     * Adds a task after those of its priority.
     *
     * @param task any task
     */
    public void add(Task task) {
        lanes.add(task);
    }

    /**
     * Takes the oldest task of the highest priority that a worker can execute.
     *
     * @param worker who asks
     * @return null if there is none
     */
    public Task takeFor(Worker worker) {
        return lanes.takeFor(worker);
    }

    /**
     * Takes all tasks, in the order in which they were added.
     *
     * @param sink is given each task
     */
    public void takeAll(Consumer<? super Task> sink) {
        lanes.takeAll(sink);
    }

    /**
     * How many tasks are in the queue.
     *
     * @return roughly, while others use it
     */
    public long size() {
        return lanes.size();
    }
}
