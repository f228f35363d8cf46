package org.asterism.api;

import java.util.Objects;

/**
 * A worker that has left its runtime with its driver or its device.
 *
 * @param id its number, which no other worker of the runtime gets
 * @param name its name, which another worker may have now
 * @param architecture its kind of processor
 * @param executedTasks the number of tasks that it has run to their end, including failed ones; it may still grow while
 *     the worker ends its last task
 */
public record FormerWorker(int id, String name, Architecture architecture, long executedTasks) {
    /** Refuses null. */
    public FormerWorker {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(architecture, "architecture");
    }
}
