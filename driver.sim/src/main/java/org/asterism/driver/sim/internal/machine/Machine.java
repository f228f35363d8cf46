package org.asterism.driver.sim.internal.machine;

import java.util.List;

/**
 * A machine, as somebody has described it.
 *
 * @param source the file, or the name that stands for it
 * @param name for people
 * @param memories the first is main memory
 * @param workers groups of alike workers, in the order in which their units are numbered
 * @param network how data get from one memory to another
 * @param kernels how long work takes
 * @param costs what else takes time
 */
public record Machine(
        String source,
        String name,
        List<MemoryDescription> memories,
        List<WorkerGroup> workers,
        NetworkDescription network,
        KernelTable kernels,
        Costs costs) {
    /** Copies the lists. */
    public Machine {
        memories = List.copyOf(memories);
        workers = List.copyOf(workers);
    }
}
