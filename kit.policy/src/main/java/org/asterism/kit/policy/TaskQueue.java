package org.asterism.kit.policy;

import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Queue of ready tasks from which workers take only tasks that they can execute. The implementations differ in the
 * order.
 *
 * <p><b>Threads.</b> Any thread may use it at any time.
 */
public interface TaskQueue {
    /**
     * Adds a task. It goes after all tasks that are equal in the order.
     *
     * @param task any task
     */
    void add(Task task);

    /**
     * Takes the first task that a worker can execute.
     *
     * @param worker that will run it
     * @return the task, or null if there is none
     */
    Task takeFor(Worker worker);

    /**
     * Takes all tasks, in the order in which they were added.
     *
     * @param sink receives each task
     */
    void takeAll(Consumer<? super Task> sink);

    /**
     * Returns the number of tasks in the queue.
     *
     * @return an approximation while other threads use the queue
     */
    long size();
}
