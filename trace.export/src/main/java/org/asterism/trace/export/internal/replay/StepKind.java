package org.asterism.trace.export.internal.replay;

/** Kinds of steps. Their ordinals are known to the page's script. */
enum StepKind {
    /** A context has another tree, or none: the place is that of the tree, or -1. */
    TREE,
    /** A component keeps a task: the place is that of its name, or -1 if the task is put aside. */
    STORED,
    /** A worker, the place, takes a task from the tree. */
    POPPED,
    /** A worker starts to run a task. */
    LAUNCHED,
    /** A worker has run a task. */
    EXECUTED,
    /** A task ends in a component: the place is 1 if it failed, 2 if it was cancelled. */
    LEFT,
    /** A worker takes a task that the program bound to it. */
    BOUND
}
