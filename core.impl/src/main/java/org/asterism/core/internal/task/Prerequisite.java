package org.asterism.core.internal.task;

/**
 * A prerequisite of a task that may never come: an unsubmitted task, or work outside the runtime.
 *
 * <p>When a context closes, it must find the prerequisites of its submitted tasks. Before the submission, only the
 * waiting task refers to its prerequisites, so the garbage collector can remove tasks that are never submitted.
 */
public interface Prerequisite {
    /**
     * Is told that a task which waits for this was submitted, before that one has its place on its data; also if the
     * submission is refused then for its data. Any thread.
     */
    void waiterSubmitted();
}
