package org.asterism.core.internal.runtime.machine;

import java.util.Optional;
import java.util.function.Supplier;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.MachineTopology;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * The machine that is there, as the topology service knows it.
 *
 * @param provider asked each time, since services come and go
 */
public record ProvidedTopology(Supplier<Optional<Topology>> provider) implements MachineTopology {
    @Override
    public Optional<Topology> machine() {
        return provider.get();
    }

    @Override
    public Optional<TopologyObject> objectOf(Worker worker) {
        return machine().flatMap(topology -> topology.objectOf(worker));
    }
}
