package org.asterism.core.internal.task;

/**
 * The prerequisites of a task that is not submitted, of which its context does not know yet. Immutable.
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
