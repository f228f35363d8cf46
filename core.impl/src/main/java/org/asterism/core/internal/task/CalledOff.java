package org.asterism.core.internal.task;

import java.util.concurrent.CancellationException;

/**
 * The reason why a task was called off.
 *
 * <p>Its own type distinguishes such a task from a failed one, whose kernel or future has thrown a
 * {@link CancellationException} itself.
 */
public final class CalledOff extends CancellationException {
    private static final long serialVersionUID = 1L;

    private final long taskId;
    private final boolean isByRuntime;

    private CalledOff(long taskId, String message, Throwable cause, boolean isByRuntime) {
        super(message);
        this.taskId = taskId;
        this.isByRuntime = isByRuntime;
        if (cause != null) {
            initCause(cause);
        }
    }

    /** A program called {@link Job#cancel} for a task. */
    public static CalledOff byProgram(Job job) {
        return new CalledOff(job.id(), job + " was called off by its program", null, false);
    }

    /** Something befell many tasks at once. */
    public static CalledOff because(String sentence, Throwable cause) {
        return new CalledOff(0, sentence, cause, false);
    }

    /**
     * Returns the reason for tasks that the runtime itself cancels, for instance when it is closed. The next failure
     * report tells programs about it.
     */
    public static CalledOff byRuntime(String sentence) {
        return new CalledOff(0, sentence, null, true);
    }

    /**
     * A task that repeats begins no further round, as its program was promised; those that depend on it are called off
     * by the runtime.
     */
    static CalledOff noFurtherRound(Job job, CalledOff why) {
        return new CalledOff(job.id(), job + " was called off: " + why.getMessage(), null, true);
    }

    /** Whether the runtime has called a task off by itself, and its program does not expect that. */
    public boolean isByRuntimeFor(Job job) {
        return isByRuntime && taskId != job.id();
    }

    /** The task that was called off, or 0 if many were. */
    public long taskId() {
        return taskId;
    }

    /** Returns the message for a task that ended for this reason. */
    String messageFor(Job job) {
        return taskId == job.id() ? getMessage() : job + " was called off: " + getMessage();
    }
}
