package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;

/** Where tasks begin anew that cannot be run where they have come to. */
@FunctionalInterface
public interface Reentry {
    /**
     * Pushes a task to the root of the tree, or keeps it aside if no worker can execute it now. It keeps its place in the order of
     * pushes.
     *
     * @param task is in the tree, and stored nowhere
     */
    void pushAgain(Task task);
}
