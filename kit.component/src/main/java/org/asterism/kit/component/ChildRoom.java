package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * Child of a component, with a record of whether it has room. After the child has refused a task, it is offered no
 * other task for the same architectures until it asks. {@link Task#isRestricted Restricted} tasks are always offered.
 * Components that distribute tasks to several children use this class.
 *
 * <p>Create a new one when the component's children or workers have {@link SchedulingComponent#changed changed}.
 *
 * <p><b>Threads.</b> Any number. A refusal counts only if the child has not asked since the task was offered.
 */
public final class ChildRoom {
    private static final long NOTHING = 0;

    private final SchedulingComponent child;
    private final WorkerSet workers;
    private final boolean direct;
    private final AtomicLong asked = new AtomicLong();

    /** Architectures of the last refused task, and the number of requests at that time; see {@link #note}. */
    private volatile long refused = NOTHING;

    /**
     * Creates the record of a child without refusals.
     *
     * @param child the child
     */
    public ChildRoom(SchedulingComponent child) {
        this.child = child;
        workers = child.context().workersInContext();
        direct = child.isDirect();
    }

    /**
     * Returns the child.
     *
     * @return the same at every call
     */
    public SchedulingComponent child() {
        return child;
    }

    /**
     * Whether the child is {@link SchedulingComponent#isDirect() direct}.
     *
     * @return the value at construction
     */
    public boolean isDirect() {
        return direct;
    }

    /**
     * Whether a worker of the context below the child can execute a task.
     *
     * @param task any task
     * @return true if a worker or combination can execute it
     */
    public boolean canExecute(Task task) {
        return workers.canExecute(task);
    }

    /** Records that the child reports room. Call this before anything is offered to it. */
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
     * Packs a set of architectures and the number of requests into one word, so that both are written atomically. Each
     * keeps its lower 32 bits.
     */
    private long note(long architectures) {
        return architectures >>> 32 == 0 ? asked.get() << 32 | architectures : NOTHING;
    }
}
