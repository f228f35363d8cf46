package org.asterism.core.internal.context;

import java.util.Optional;
import org.asterism.api.Worker;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/** The topology of a runtime's machine, and the places of the workers in it. Any thread may ask. */
public interface MachineTopology {
    /** The topology; empty if nobody knows it. This may take a while the first time. */
    Optional<Topology> machine();

    /** The object of a worker; empty if that is not known. */
    default Optional<TopologyObject> objectOf(Worker worker) {
        return machine().flatMap(topology -> topology.objectOf(worker));
    }
}
