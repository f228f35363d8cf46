package org.asterism.kit.policy;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A queue of tasks for policies, by priority: each worker takes, of the tasks that it can execute, one of the highest
 * priority, and of those the oldest. Adding does not hinder taking: new tasks are sorted in by whoever takes next.
 *
 * <p>When to use: a central queue, or a queue per worker, of tasks with priorities. Any thread may use it at any time.
 */
public final class TaskPriorityQueue {
    private final TaskLanes<OrderedLane> lanes = new TaskLanes<>(OrderedLane::new, true);

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
     * Adds a task after those of its priority that not every worker of its architectures asks for.
     *
     * @param task any task
     * @param kind what workers ask for, from 0 to 63; 0 is what {@link #add(Task)} adds. Of no account for a
     *     {@link Task#isRestricted restricted} task
     */
    public void add(Task task, int kind) {
        lanes.add(task, kind);
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
     * Takes the oldest task of the highest priority that a worker can execute and asks for. Tasks that it does not ask
     * for stand in no other's way.
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
