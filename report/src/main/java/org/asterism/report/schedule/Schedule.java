package org.asterism.report.schedule;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measurements of a run's schedule. Times are nanoseconds of the runtime's clock.
 *
 * @param makespan time from the first submission to the end of the last kernel
 * @param tasks number of kernels that ran
 * @param flops their floating-point operations; 0 if the codelets do not declare them
 * @param joules energy of all workers during the makespan; empty if unknown
 * @param area area bound; empty if unknown
 * @param path critical path; empty if unknown
 * @param workers load of each worker, ordered by id
 * @param links load of each link between memories, in the order of the memories
 * @param recording recording, if requested
 */
public record Schedule(
        long makespan,
        long tasks,
        double flops,
        OptionalDouble joules,
        OptionalDouble area,
        OptionalDouble path,
        List<WorkerLoad> workers,
        List<LinkLoad> links,
        Optional<Recording> recording) {
    /**
     * Load of a worker.
     *
     * @param id id of the worker
     * @param name name of the worker
     * @param architecture its architecture
     * @param tasks number of kernels that it ran
     * @param busy their total time
     */
    public record WorkerLoad(int id, String name, String architecture, long tasks, long busy) {}

    /**
     * Copies from one memory node to another.
     *
     * @param number number of the link, in the order of first copies
     * @param from name of the source memory node
     * @param to name of the target memory node
     * @param bytes number of bytes
     * @param copies number of transfers
     */
    public record LinkLoad(int number, String from, String to, long bytes, long copies) {}

    /**
     * Returns the larger of the two bounds.
     *
     * @return nanoseconds; empty if either bound is unknown
     */
    public OptionalDouble bound() {
        return area.isPresent() && path.isPresent()
                ? OptionalDouble.of(Math.max(area.getAsDouble(), path.getAsDouble()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the ratio of the bound to the makespan.
     *
     * @return from 0 to 1; empty if the bound is unknown
     */
    public OptionalDouble efficiency() {
        OptionalDouble bound = bound();
        return bound.isPresent() && makespan > 0
                ? OptionalDouble.of(bound.getAsDouble() / makespan)
                : OptionalDouble.empty();
    }
}
