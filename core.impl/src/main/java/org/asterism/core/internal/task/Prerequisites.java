package org.asterism.core.internal.task;

/**
 * What a task waits for, and what its context does not know of before the task is submitted. Immutable.
 *
 * @param last what was named last
 * @param before what was named before that, or null
 */
record Prerequisites(Prerequisite last, Prerequisites before) {
    /** Tells all of them that the task was submitted. */
    void tell() {
        for (Prerequisites rest = this; rest != null; rest = rest.before) {
            rest.last.waiterSubmitted();
        }
    }
}
