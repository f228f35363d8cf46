package org.asterism.api;

import java.util.Objects;

/**
 * A worker that has left its runtime with its driver or its device.
 *
 * @param id its number, which no other worker of the runtime gets
 * @param name its name, which another worker may have now
 * @param architecture its kind of processor
 * @param executedTasks how many tasks it has run to their end, failed ones included; more may come while it ends the
 *     last one
 */
public record FormerWorker(int id, String name, Architecture architecture, long executedTasks) {
    /** Refuses null. */
    public FormerWorker {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(architecture, "architecture");
    }
}
