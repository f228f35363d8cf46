package org.asterism.kit.policy;

/**
 * Task queue by priority: each worker takes the oldest task of the highest priority that it can execute. Adding does
 * not block taking, because the next taker sorts new tasks in.
 *
 * <p>When to use: a central queue, or a queue per worker, of tasks with priorities.
 */
public final class TaskPriorityQueue extends TaskLanes {
    /** Creates an empty queue. */
    public TaskPriorityQueue() {
        super(architectures -> new OrderedLane(architectures, false), true);
    }
}
