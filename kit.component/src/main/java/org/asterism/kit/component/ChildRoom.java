package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * A child, and whether it is known to have no room: one that has refused a task is offered no other for the same
 * architectures until it has asked for some. {@link Task#isRestricted Restricted} tasks are always offered. For
 * components that offer tasks to several children.
 *
 * <p>Made anew when the component's children or workers have {@link SchedulingComponent#changed changed}.
 *
 * <p><b>Threads.</b> Any number. A refusal counts only if the child has not asked since the task was offered.
 */
public final class ChildRoom {
    private static final long NOTHING = 0;

    private final SchedulingComponent child;
    private final WorkerSet workers;
    private final boolean direct;
    private final AtomicLong asked = new AtomicLong();

    /** What it refused last, and how often it had asked then; see {@link #note}. */
    private volatile long refused = NOTHING;

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
        long note = task.isRestricted() ? NOTHING : note(task.architectureSet());
        if (note != NOTHING && refused == note || !workers.canExecute(task)) {
            return false;
        }
        if (child.push(task)) {
            return true;
        }
        refused = note;
        return false;
    }

    /**
     * A set of architectures and the number of askings, the lower halves of both, in one word that is written at once.
     */
    private long note(long architectures) {
        return architectures >>> 32 == 0 ? asked.get() << 32 | architectures : NOTHING;
    }
}
