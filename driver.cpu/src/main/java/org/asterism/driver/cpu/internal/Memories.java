package org.asterism.driver.cpu.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.spi.driver.DeviceMemory;

/** The memories of the compute units that were opened together: unit i works in memory i modulo their number. */
final class Memories {
    /** Without main memory, which comes first and needs nothing. */
    private final List<SecondMemory> seconds = new ArrayList<>();

    /**
     * Makes memories; one that no unit would work in is left out.
     *
     * @param settings the number and size of the memories
     * @param units the number of compute units that there will be
     * @param unbind lets the calling thread run on all processing units
     */
    Memories(MemorySettings settings, int units, Runnable unbind) {
        int number = Math.min(settings.nodes(), units);
        CopyEngine engine = new CopyEngine("asterism-cpu-copies", number - 1, unbind);
        for (int node = 1; node < number; node++) {
            seconds.add(new SecondMemory("ram-" + node, settings.limit(), engine));
        }
    }

    /** The memory of a compute unit; empty for main memory. */
    Optional<DeviceMemory> of(int unit) {
        int node = unit % (seconds.size() + 1);
        return node == 0 ? Optional.empty() : Optional.of(seconds.get(node - 1));
    }
}
