package org.asterism.api;

/** A task failed or was called off. Its cause is what its kernel threw, or why it could not run. */
public final class TaskFailedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final long taskId;

    /**
     * Names the task.
     *
     * @param taskId the task's {@link Task#id}
     * @param message one line for people
     * @param cause what its kernel threw, or the failure of the task that it needed
     */
    public TaskFailedException(long taskId, String message, Throwable cause) {
        super(message, cause);
        this.taskId = taskId;
    }

    /**
     * Which task failed.
     *
     * @return its {@link Task#id}
     */
    public long taskId() {
        return taskId;
    }
}
