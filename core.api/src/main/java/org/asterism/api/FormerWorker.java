package org.asterism.api;

import java.util.Objects;
import java.util.Optional;

/**
 * A worker that has left its runtime with its driver or its device.
 *
 * @param id its number, which no other worker of the runtime gets
 * @param name its name, which another worker may have now
 * @param architecture its kind of processor
 * @param executedTasks the number of tasks that it has run to their end, including failed ones; it may still grow while
 *     the worker ends its last task
 * @param loss what its driver reported when the device was lost; empty if the worker left with its driver
 */
public record FormerWorker(int id, String name, Architecture architecture, long executedTasks, Optional<String> loss) {
    /** Refuses null. */
    public FormerWorker {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(architecture, "architecture");
        Objects.requireNonNull(loss, "loss");
    }

    /**
     * A worker that has left with its driver.
     *
     * @param id its number
     * @param name its name
     * @param architecture its kind of processor
     * @param executedTasks the number of tasks that it has run
     */
    public FormerWorker(int id, String name, Architecture architecture, long executedTasks) {
        this(id, name, architecture, executedTasks, Optional.empty());
    }
}
