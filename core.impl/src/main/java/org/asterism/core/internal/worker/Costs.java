package org.asterism.core.internal.worker;

/**
 * The virtual time of the core's operations on tasks. Without them, the core's own work would take no time in a
 * simulated runtime.
 *
 * @param submitNanos the cost of a task's submission for its program
 * @param pushNanos the cost of giving a ready task to the policy
 * @param fetchNanos the cost of a request for one of a task's data, for its worker
 * @param turnNanos the cost of a worker's look around, per memory that it serves; it passes before a woken worker pops,
 *     and between the end of a task and the next look for one
 */
public record Costs(long submitNanos, long pushNanos, long fetchNanos, long turnNanos) {
    /**
     * Returns the cost of core work with a place in the order of data, for the thread that lets it begin. Like StarPU,
     * it counts one pushed task, and one task that is submitted and pushed.
     */
    public long holdNanos() {
        return submitNanos + 2 * pushNanos;
    }

    /** Whether nothing costs anything. */
    public boolean areNone() {
        return submitNanos + pushNanos + fetchNanos + turnNanos == 0;
    }
}
