package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;

/** The tree's entrance, as its ends see it: where tasks begin anew that cannot be run where they have come to. */
public interface Reentry {
    /** The bits of a task's stamp that say into which tree it was pushed. */
    long TAG = -1L << 40;

    /**
     * What is in these bits of the tasks of this tree.
     *
     * @return the same at every call
     */
    long tag();

    /**
     * Pushes a task to the root of the tree, or keeps it aside if no worker can execute it now. It keeps its place in
     * the order of pushes.
     *
     * @param task is in the tree, and stored nowhere
     */
    void pushAgain(Task task);
}
