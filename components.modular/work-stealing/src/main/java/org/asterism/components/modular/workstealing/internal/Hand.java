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
 * A child and the tasks that are kept for it: the child takes the oldest of the highest priority, thieves the newest of
 * it.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Hand {
    final SchedulingComponent child;
    final WorkerSet workers;
    private final TaskStore tasks;
    private final PolicyContext policy;

    /** How long the tasks are expected to take, as far as that is known. */
    private final AtomicLong nanos = new AtomicLong();

    /** The others, the nearest first; made when it first has to steal. */
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

    /** Takes a task back that was stolen from somebody. */
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
     * Pushes the child's own tasks to it. A kind of which it refuses one is left out then, and others may have looked
     * for it meanwhile.
     *
     * @param refused is given what was refused, when it is back
     * @return whether it has accepted something
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

    /** Takes all tasks out, the oldest first. */
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

    /** Whom to steal from, in this order. */
    Hand[] victims(Hands hands) {
        Hand[] known = victims;
        if (known == null) {
            known = hands.nearestTo(this, policy);
            victims = known;
        }
        return known;
    }
}
