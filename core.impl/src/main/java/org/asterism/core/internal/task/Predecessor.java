package org.asterism.core.internal.task;

/** What others can wait for. */
public abstract class Predecessor implements GraphNode {
    /** What waits for this; read and written by {@link Successors} only. */
    public volatile Object successors;
}
