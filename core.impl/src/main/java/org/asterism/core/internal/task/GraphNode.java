package org.asterism.core.internal.task;

import java.util.function.Consumer;

/** A node in the graph of waits: a task, a tag, or a join of tags. */
public interface GraphNode {
    /** Calls back with each node that waits for this one now. */
    void forEachNext(Consumer<GraphNode> visitor);
}
