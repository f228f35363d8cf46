package org.asterism.core.internal.context;

import org.asterism.core.internal.task.Job;

/** Visits some of the ready tasks of a context. */
@FunctionalInterface
public interface ReadyVisitor {
    /**
     * Looks at a task.
     *
     * @param job was ready just now
     * @param standsFor the number of places that it was chosen from
     * @return whether to show another one
     */
    boolean visit(Job job, int standsFor);
}
