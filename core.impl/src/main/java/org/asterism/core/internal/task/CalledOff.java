package org.asterism.core.internal.task;

import java.util.concurrent.CancellationException;

/**
 * Why tasks were called off. A type of its own tells a task that was called off from one whose kernel or whose program's
 * future has thrown a {@link CancellationException} itself, which is a failure.
 */
public final class CalledOff extends CancellationException {
    private static final long serialVersionUID = 1L;

    private final long taskId;

    private CalledOff(long taskId, String message, Throwable cause) {
        super(message);
        this.taskId = taskId;
        if (cause != null) {
            initCause(cause);
        }
    }

    /** A program called {@link Job#cancel} for a task. */
    static CalledOff byProgram(Job job) {
        return new CalledOff(job.id(), job + " was called off by its program", null);
    }

    /** Something befell many tasks at once. */
    public static CalledOff because(String sentence, Throwable cause) {
        return new CalledOff(0, sentence, cause);
    }

    /** The task that was called off, or 0 if many were. */
    public long taskId() {
        return taskId;
    }

    /** What to say of a task that ended because of this. */
    String messageFor(Job job) {
        return taskId == job.id() ? getMessage() : job + " was called off: " + getMessage();
    }
}
