package org.asterism.kit.policy;

import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Queue of one worker, for policies with a queue per worker and stealing. The owner takes its oldest task of the
 * highest priority. A thief takes the newest one, or several. Each takes only tasks that it can execute, and other
 * tasks do not block these.
 *
 * <p>Threads that add compete for one lock, the owner and thieves for another, which {@link #addByOwner} may take, too.
 * Only a thief that reports that it found nothing takes both. {@link #isEmpty} takes no lock. {@link Task#isRestricted
 * Restricted} tasks are checked without a lock.
 *
 * <p>When to use: a queue per worker from which others steal. For a queue that all workers use, {@link TaskFifo} and
 * {@link TaskPriorityQueue} need no stamps. Any thread may use it at any time.
 */
public final class TaskDeque {
    private static final IntConsumer NOBODY = architecture -> {};

    private final boolean byPriority;
    private final IntConsumer exhausted;
    private final OrderedLanes lanes = new OrderedLanes(true);

    /**
     * Creates an empty queue.
     *
     * @param byPriority whether higher priorities come first; otherwise priorities are ignored
     */
    public TaskDeque(boolean byPriority) {
        this(byPriority, NOBODY);
    }

    /**
     * Creates an empty queue that reports unsuccessful thieves.
     *
     * @param byPriority whether higher priorities come first; otherwise priorities are ignored
     * @param exhausted receives the index of an architecture when a thief of that architecture finds no task for it. It
     *     is called with the queue's locks held, so later adders see its effects. It must only write to memory
     */
    public TaskDeque(boolean byPriority, IntConsumer exhausted) {
        this.byPriority = byPriority;
        this.exhausted = Objects.requireNonNull(exhausted, "exhausted");
    }

    /**
     * Adds a task as the newest of its priority.
     *
     * @param task any task
     * @param stamp number that increases with each push over all queues of a policy, so that {@link #takeAll} can
     *     report the order. A task from another queue may have a lower one than those that are here; whether it comes
     *     before or after these is open
     */
    public void add(Task task, long stamp) {
        lanes.addLast(task, byPriority ? task.priority() : 0, stamp);
    }

    /**
     * Adds a task as {@link #add} does. Cheaper for the owner's thread, which has the takers' lock in its cache; dearer
     * for other threads.
     *
     * @param task any task
     * @param stamp as for {@link #add}
     */
    public void addByOwner(Task task, long stamp) {
        lanes.addLastByTaker(task, byPriority ? task.priority() : 0, stamp);
    }

    /**
     * Takes the oldest task of the highest priority that a worker can execute.
     *
     * @param owner worker that will run the task
     * @return the task, or null if there is none
     */
    public Task takeFor(Worker owner) {
        return lanes.takeFor(owner);
    }

    /**
     * Takes the newest task of the highest priority that a worker can execute.
     *
     * @param thief worker that will run the task
     * @return the task, or null if there is none
     */
    public Task stealFor(Worker thief) {
        return stealFor(thief, 0, null);
    }

    /**
     * Takes the newest task of the highest priority that a worker can execute. Also takes up to half of the other tasks
     * of the same priority and architectures, but none while the queue holds restricted tasks.
     *
     * <p>Source: Hendler and Shavit, "Non-blocking steal-half work queues" (PODC 2002).
     *
     * @param thief worker that will run the task
     * @param most most tasks to take along; 0 or more
     * @param others receives these with their stamps, the newest first. It is called with the takers' lock held and
     *     must only write to memory; not called if {@code most} is 0
     * @return the task, or null if there is none
     */
    public Task stealFor(Worker thief, int most, ObjLongConsumer<? super Task> others) {
        Task task = lanes.stealFor(thief, most, others);
        if (task == null && exhausted != NOBODY) {
            lanes.reportEmpty(thief, exhausted);
        }
        return task;
    }

    /**
     * Takes all tasks, in the order of their stamps.
     *
     * @param sink receives each task and its stamp; it may add tasks to this queue, which it does not receive again
     */
    public void takeAll(ObjLongConsumer<? super Task> sink) {
        lanes.takeAll(sink);
    }

    /**
     * Whether the queue is empty.
     *
     * @return whether there is no task; a task that is added during the call may be missed, none that is there all the
     *     time
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * Returns the number of tasks in the queue.
     *
     * @return an approximation while other threads use it
     */
    public long size() {
        return lanes.size();
    }
}
