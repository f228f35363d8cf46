package org.asterism.api;

/**
 * Thrown to a thread that waits for a task that failed or was cancelled. The cause is the kernel's exception, or the
 * reason why the task could not run.
 */
public final class TaskFailedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final long taskId;

    /**
     * Creates the exception for a task.
     *
     * @param taskId the task's {@link Task#id}
     * @param message one line for people
     * @param cause the exception of its kernel, or the failure of the task that it needed
     */
    public TaskFailedException(long taskId, String message, Throwable cause) {
        super(message, cause);
        this.taskId = taskId;
    }

    /**
     * Returns the id of the task that failed.
     *
     * @return its {@link Task#id}
     */
    public long taskId() {
        return taskId;
    }
}
