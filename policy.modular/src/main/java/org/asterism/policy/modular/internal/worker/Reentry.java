package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;

/** Entrance of a tree for use by its ends: tasks that cannot run where they arrived start again here. */
public interface Reentry {
    /** Bits of a task's stamp that identify the tree into which it was pushed. */
    long TAG = -1L << 40;

    /**
     * Returns the value of these bits for the tasks of this tree.
     *
     * @return the value
     */
    long tag();

    /**
     * Pushes a task to the root of the tree, or keeps it aside if no worker can execute it now. The task keeps its
     * place in the order of pushes.
     *
     * @param task task of the tree that is in no store
     */
    void pushAgain(Task task);
}
