package org.asterism.core.internal.task;

/** What can wait for others: it counts those that have not ended, and one more until all of them are named. */
public interface Successor extends GraphNode {
    /** Adds an obstacle; only while all obstacles are being named. */
    void addObstacle();

    /** Removes an obstacle; says whether it was the last, and then leaves what follows to the caller. */
    boolean removeObstacleQuietly();

    /** Says that something it waits for has failed; the first cause counts. */
    void poison(Throwable cause);
}
