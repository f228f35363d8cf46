package org.asterism.api;

import java.util.List;
import org.asterism.api.TaskOverview.WaitingTask;

/**
 * Thrown to a thread that waits for tasks that cannot end by themselves. The tasks stay submitted. After the cause is
 * removed, the thread may wait again.
 */
public final class TasksStuckException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** The waiting tasks; transient because they are only for programs in this JVM. */
    private final transient List<WaitingTask> waiting;

    /**
     * Creates the exception for stuck tasks.
     *
     * @param message the stuck tasks, the reason and the remedy
     * @param waiting the oldest waiting tasks, with their obstacles
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
