package org.asterism.kit.policy;

import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A queue of tasks for policies: first in, first out, where each worker takes the oldest task that it can execute.
 * Adding and taking do not hinder each other; takers of the same kind of task exclude each other for a few
 * instructions.
 *
 * <p>When to use: a central queue, or a queue per worker, of tasks without priorities. Any thread may use it at any
 * time.
 */
public final class TaskFifo {
    private final TaskLanes<Lane> lanes = new TaskLanes<>(Lane::new, false);

    private static final class Lane extends TaskLanes.Lane {
        Lane(long architectures) {
            super(architectures);
        }

        @Override
        Task takeFirst() {
            return arrivals.take();
        }

        @Override
        long firstPriority() {
            return 0;
        }

        @Override
        long firstStamp() {
            return arrivals.oldestStamp();
        }

        @Override
        boolean isEmpty() {
            return arrivals.isEmpty();
        }

        @Override
        long size() {
            return arrivals.size();
        }

        @Override
        boolean isInOrder() {
            return true;
        }

        @Override
        void takeAll(ObjLongConsumer<Task> sink) {
            arrivals.takeAll(sink);
        }
    }

    /** Makes an empty queue. */
    public TaskFifo() {}

    /**
     * Adds a task at the end.
     *
     * @param task any task
     */
    public void add(Task task) {
        lanes.add(task);
    }

    /**
     * Adds a task at the end that not every worker of its architectures asks for.
     *
     * @param task any task
     * @param kind what workers ask for, from 0 to 63; 0 is what {@link #add(Task)} adds. Of no account for a
     *     {@link Task#isRestricted restricted} task
     */
    public void add(Task task, int kind) {
        lanes.add(task, kind);
    }

    /**
     * Takes the oldest task that a worker can execute.
     *
     * @param worker who asks
     * @return null if there is none
     */
    public Task takeFor(Worker worker) {
        return lanes.takeFor(worker);
    }

    /**
     * Takes the oldest task that a worker can execute and asks for. Tasks that it does not ask for stand in no other's
     * way.
     *
     * @param worker who asks
     * @param kinds the kinds of tasks that it asks for, each as the bit of its number
     * @param wanted which of the {@link Task#isRestricted restricted} tasks it asks for, which have no kind; no lock is
     *     held meanwhile
     * @return null if there is none
     */
    public Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted) {
        return lanes.takeFor(worker, kinds, wanted);
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
