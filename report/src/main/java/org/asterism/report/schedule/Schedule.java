package org.asterism.report.schedule;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run's schedule was like. Times are nanoseconds of the runtime's clock.
 *
 * @param makespan from the first submission to the end of the last kernel
 * @param tasks how many kernels ran
 * @param flops what they did together; 0 if nobody has said it
 * @param joules the energy of all workers during the makespan; empty if none is known
 * @param area the area bound; empty if it is not known
 * @param path the critical path; empty if it is not known
 * @param workers what each worker did, by id
 * @param links what was copied from each memory to each other, in the order of the memories
 * @param recording what ran when, if that was asked for
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
     * What a worker did.
     *
     * @param id its id
     * @param name its name
     * @param architecture what kind of processor it is
     * @param tasks how many kernels it ran
     * @param busy how long these took
     */
    public record WorkerLoad(int id, String name, String architecture, long tasks, long busy) {}

    /**
     * What was copied from one memory to another.
     *
     * @param number the link's number, in the order of its first copy
     * @param from the name of a memory node
     * @param to the name of another
     * @param bytes how much
     * @param copies how many transfers
     */
    public record LinkLoad(int number, String from, String to, long bytes, long copies) {}

    /** The larger of the two bounds; empty if either is not known. */
    public OptionalDouble bound() {
        return area.isPresent() && path.isPresent()
                ? OptionalDouble.of(Math.max(area.getAsDouble(), path.getAsDouble()))
                : OptionalDouble.empty();
    }

    /** The share of the makespan for which a bound accounts; empty if none is known. */
    public OptionalDouble efficiency() {
        OptionalDouble bound = bound();
        return bound.isPresent() && makespan > 0
                ? OptionalDouble.of(bound.getAsDouble() / makespan)
                : OptionalDouble.empty();
    }
}
