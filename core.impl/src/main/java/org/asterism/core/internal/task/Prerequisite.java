package org.asterism.core.internal.task;

/**
 * What a task waits for, and what may never come: a task that is not submitted, or work outside of the runtime. Its
 * context has to find it when it closes, from the submission of the waiting task on. Until then only the waiting task
 * holds it, so that tasks which are never submitted can be collected.
 */
public interface Prerequisite {
    /**
     * Is told that a task which waits for this was submitted, before that one has its place on its data; also if the
     * submission is refused then for its data. Any thread.
     */
    void waiterSubmitted();
}
