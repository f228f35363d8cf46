package org.asterism.driver.sim.internal.machine;

import java.util.List;
import org.asterism.api.Architecture;

/**
 * Workers that are alike in all but their number.
 *
 * @param architecture what they are
 * @param timings under which names kernels have times for them; the first that a kernel has counts
 * @param count how many there are
 * @param memory where they work, as an index of the machine's memories
 * @param pipeline how many tasks each takes at a time
 * @param idleWatts what each needs always
 * @param busyWatts what each needs while a kernel runs, all in all
 * @param model what kind of processor it is, for people
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
