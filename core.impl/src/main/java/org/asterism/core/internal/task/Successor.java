package org.asterism.core.internal.task;

/**
 * An object that can wait for predecessors. It counts those that have not ended, plus one until all of them are named.
 */
public interface Successor extends GraphNode {
    /** Adds an obstacle; only while all obstacles are being named, or while another one is sure to stay. */
    void addObstacle();

    /** Removes an obstacle; says whether it was the last, and then leaves what follows to the caller. */
    boolean removeObstacleQuietly();

    /** Says that something it waits for has failed; the first cause counts. */
    void poison(Throwable cause);
}
