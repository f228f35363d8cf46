package org.asterism.driver.sim.internal.machine;

import java.util.List;
import org.asterism.api.Architecture;

/**
 * A group of equal workers.
 *
 * @param architecture their architecture
 * @param timings the names of kinds of workers under which to look for a kernel's times; the first name for which the
 *     kernel has times counts
 * @param count their number
 * @param memory the memory where they work, as an index of the machine's memories
 * @param pipeline the number of tasks that each takes at a time
 * @param idleWatts the power of each when idle
 * @param busyWatts the whole power of each while a kernel runs
 * @param model the kind of processor, for people
 */
public record WorkerGroup(
        Architecture architecture,
        List<String> timings,
        int count,
        int memory,
        int pipeline,
        double idleWatts,
        double busyWatts,
        String model) {
    /** Copies the list. */
    public WorkerGroup {
        timings = List.copyOf(timings);
    }

    /** The same, but so many of them. */
    public WorkerGroup withCount(int changed) {
        return new WorkerGroup(architecture, timings, changed, memory, pipeline, idleWatts, busyWatts, model);
    }

    /** With another need of power. */
    public WorkerGroup withWatts(double idle, double busy) {
        return new WorkerGroup(architecture, timings, count, memory, pipeline, idle, busy, model);
    }
}
