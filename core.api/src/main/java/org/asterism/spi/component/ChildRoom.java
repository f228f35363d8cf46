package org.asterism.spi.component;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;

/**
 * A child, and whether it is known to have no room: one that has refused a task is offered no other until it has asked for some. For
 * components that offer tasks to several children.
 *
 * <p>Made anew when the component's children or workers have {@link SchedulingComponent#changed changed}.
 *
 * <p><b>Threads.</b> Any number. A refusal counts only if the child has not asked since the task was offered.
 */
public final class ChildRoom {
    private final SchedulingComponent child;
    private final WorkerSet workers;
    private final boolean direct;
    private final AtomicLong asked = new AtomicLong();

    /** How often it had asked when it refused. */
    private volatile long fullAt = -1;

    /**
     * For one child.
     *
     * @param child as it is now
     */
    public ChildRoom(SchedulingComponent child) {
        this.child = child;
        workers = child.context().workersInContext();
        direct = child.isDirect();
    }

    /**
     * The child.
     *
     * @return the same at every call
     */
    public SchedulingComponent child() {
        return child;
    }

    /**
     * Whether the child is {@link SchedulingComponent#isDirect() direct}.
     *
     * @return as it was when this was made
     */
    public boolean isDirect() {
        return direct;
    }

    /**
     * Whether a worker of the context below the child can execute a task.
     *
     * @param task any task
     * @return what the workers say
     */
    public boolean canExecute(Task task) {
        return workers.canExecute(task);
    }

    /** To be called when the child says that it has room, before anything is offered to it. */
    public void asks() {
        asked.incrementAndGet();
    }

    /**
     * Pushes a task, unless the child cannot execute it or is known to have no room.
     *
     * @param task belongs to the caller
     * @return whether the child has accepted it
     */
    public boolean push(Task task) {
        long before = asked.get();
        if (fullAt == before || !workers.canExecute(task)) {
            return false;
        }
        if (child.push(task)) {
            return true;
        }
        fullAt = before;
        return false;
    }
}
