package org.asterism.driver.sim.internal.machine;

import java.util.List;

/**
 * The description of a machine.
 *
 * @param source the file, or the name that stands for it
 * @param name the name, for people
 * @param memories the first is main memory
 * @param workers groups of alike workers, in the order in which their units are numbered
 * @param network the connections between the memories
 * @param kernels the times of kernels
 * @param costs the times of other operations
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
