package org.asterism.debug;

import java.util.Locale;
import org.asterism.api.TaskState;

/** A step of a task at which it can be stopped. */
public enum Point {
    /** A ready task is about to be given to its policy. Stops the thread that pushes it. */
    PUSH("before the policy gets it"),

    /**
     * A policy has decided about a task. Stops the worker that takes it, as soon as it is out of the policy, and shows
     * the decision: a thread cannot be stopped within a policy, because it may hold the policy's locks.
     */
    SCHED("after the policy's decision"),

    /** A worker has taken a task. Stops this worker. */
    POP("when a worker has taken it"),

    /** A worker has the data of a task and is about to run its kernel. Stops this worker. */
    EXEC("before its kernel");

    private final String meaning;

    Point(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The word for this point in commands.
     *
     * @return the name in small letters
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * When a task is at this point.
     *
     * @return a few words that follow a task's name
     */
    public String meaning() {
        return meaning;
    }

    /**
     * Whether a task in some state can still come to this point.
     *
     * @param state the state of a task
     * @return false if the task is past it; a task that is tried again or repeats may return to it
     */
    public boolean isAhead(TaskState state) {
        return switch (state) {
            case CREATED, SUBMITTED -> true;
            case READY -> this != PUSH;
            case SCHEDULED, ACQUIRING -> this == EXEC;
            default -> false;
        };
    }
}
