package org.asterism.api;

import java.util.List;
import org.asterism.api.TaskOverview.WaitingTask;

/**
 * Thrown to a thread that waits for tasks that cannot end by themselves. The tasks stay submitted. After the cause is
 * removed, the thread may wait again.
 */
public final class TasksStuckException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** What waits; transient because it is for programs at hand only. */
    private final transient List<WaitingTask> waiting;

    /**
     * Names the tasks.
     *
     * @param message what is stuck, why, and what would help
     * @param waiting the oldest tasks that wait, and what for
     */
    public TasksStuckException(String message, List<WaitingTask> waiting) {
        super(message, null);
        this.waiting = List.copyOf(waiting);
    }

    /**
     * The oldest tasks that wait.
     *
     * @return by id, each with what it waits for; if tasks wait for each other in a circle, those of the circle
     */
    public List<WaitingTask> waiting() {
        return waiting;
    }
}
