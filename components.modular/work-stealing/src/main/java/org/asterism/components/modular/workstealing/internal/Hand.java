package org.asterism.components.modular.workstealing.internal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Tasks that are kept for one child. The child takes the oldest task of the highest priority. A thief takes the newest
 * one.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Hand {
    final SchedulingComponent child;
    final WorkerSet workers;
    private final TaskStore tasks;
    private final PolicyContext policy;

    /** Sum of the predicted times of the tasks, as far as they are known. */
    private final AtomicLong nanos = new AtomicLong();

    /** The other hands, the nearest first; created by the first steal. */
    private volatile Hand[] victims;

    Hand(SchedulingComponent child, PolicyContext policy) {
        this.child = child;
        this.policy = policy;
        tasks = new TaskStore(policy, Task::priority);
        workers = child.context().workersInContext();
    }

    void add(Task task) {
        count(task, 1);
        tasks.add(task);
    }

    /** Puts back a task that was taken or stolen, in its original order. */
    void putBack(Task task) {
        count(task, 1);
        tasks.putBack(task);
    }

    Task takeFor(Worker worker) {
        return counted(tasks.takeFor(worker));
    }

    Task stealFor(Worker thief) {
        return tasks.isEmpty() ? null : counted(tasks.stealFor(thief));
    }

    /**
     * Pushes the child's own tasks to it. After the child refuses a task, further tasks of that kind are skipped. Other
     * workers may have missed a refused task while this thread held it.
     *
     * @param refused receives each refused task after it was put back
     * @return whether the child accepted a task
     */
    boolean pushOwn(Consumer<? super Task> refused) {
        TaskStore.Round round = tasks.round(policy.currentWorker());
        boolean pushed = false;
        for (Task task = tasks.takeFirst(round); task != null; task = tasks.takeFirst(round)) {
            count(task, -1);
            if (workers.canExecute(task) && child.push(task)) {
                pushed = true;
            } else {
                count(task, 1);
                tasks.refuse(round, task, 0);
                refused.accept(task);
            }
        }
        return pushed;
    }

    /** Removes all tasks, the oldest first, and passes them to {@code sink}. */
    void takeAll(Consumer<? super Task> sink) {
        tasks.takeAll(sink);
        nanos.set(0);
    }

    long size() {
        return tasks.size();
    }

    private Task counted(Task task) {
        if (task != null) {
            count(task, -1);
        }
        return task;
    }

    private void count(Task task, int sign) {
        long length = Math.round((double) policy.predictedNanos(task));
        if (length != 0) {
            nanos.addAndGet(sign * length);
        }
    }

    long nanos() {
        return Math.max(0, nanos.get());
    }

    /** Returns the hands to steal from, in this order. */
    Hand[] victims(Hands hands) {
        Hand[] known = victims;
        if (known == null) {
            known = hands.nearestTo(this, policy);
            victims = known;
        }
        return known;
    }
}
