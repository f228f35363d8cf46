package org.asterism.core.internal.task;

/**
 * A prerequisite of a task that may never come: an unsubmitted task, or work outside the runtime.
 *
 * <p>From the submission of the waiting task on, its context must find the prerequisite when it closes. Until then only
 * the waiting task refers to it, so tasks that are never submitted can be collected.
 */
public interface Prerequisite {
    /**
     * Is told that a task which waits for this was submitted, before that one has its place on its data; also if the
     * submission is refused then for its data. Any thread.
     */
    void waiterSubmitted();
}
