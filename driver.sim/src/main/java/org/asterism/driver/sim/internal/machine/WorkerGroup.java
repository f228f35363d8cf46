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
 * @param member the member of the cluster that they belong to; null if they belong to the coordinator, or to a machine
 *     that is no cluster
 */
public record WorkerGroup(
        Architecture architecture,
        List<String> timings,
        int count,
        int memory,
        int pipeline,
        double idleWatts,
        double busyWatts,
        String model,
        String member) {
    /** Copies the list. */
    public WorkerGroup {
        timings = List.copyOf(timings);
    }

    /** Of no member. */
    public WorkerGroup(
            Architecture architecture,
            List<String> timings,
            int count,
            int memory,
            int pipeline,
            double idleWatts,
            double busyWatts,
            String model) {
        this(architecture, timings, count, memory, pipeline, idleWatts, busyWatts, model, null);
    }

    /** The same workers in a member of a cluster. */
    public WorkerGroup of(String name, int memoryOfIt) {
        return new WorkerGroup(architecture, timings, count, memoryOfIt, pipeline, idleWatts, busyWatts, model, name);
    }

    /** The same, but so many of them. */
    public WorkerGroup withCount(int changed) {
        return new WorkerGroup(architecture, timings, changed, memory, pipeline, idleWatts, busyWatts, model, member);
    }

    /** With another need of power. */
    public WorkerGroup withWatts(double idle, double busy) {
        return new WorkerGroup(architecture, timings, count, memory, pipeline, idle, busy, model, member);
    }
}
