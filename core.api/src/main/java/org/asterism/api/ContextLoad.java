package org.asterism.api;

import java.util.Map;

/**
 * Finished and remaining work of a scheduling context at one moment. All counts except {@code ready} and
 * {@code running} only grow.
 *
 * @param submitted tasks that were submitted
 * @param ready tasks that wait for a worker
 * @param running tasks that a worker has taken and that have not ended
 * @param done tasks that have succeeded
 * @param failed tasks that have failed
 * @param cancelled tasks that were cancelled
 * @param busyNanos the time for which each worker has run tasks of the context, in nanoseconds of the runtime's clock,
 *     by the id of the worker
 * @param nanoTime the time of this snapshot, by the runtime's clock
 */
public record ContextLoad(
        long submitted,
        long ready,
        long running,
        long done,
        long failed,
        long cancelled,
        Map<Integer, Long> busyNanos,
        long nanoTime) {
    /** Copies the map. */
    public ContextLoad {
        busyNanos = Map.copyOf(busyNanos);
    }

    /**
     * Returns the number of tasks that have not ended.
     *
     * @return a count; at least 0
     */
    public long left() {
        return Math.max(0, submitted - done - failed - cancelled);
    }
}
