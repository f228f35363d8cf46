package org.asterism.spi.topology;

import java.nio.file.Path;
import java.util.BitSet;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for the topology of a machine. If there are several, the one with the highest service ranking is asked.
 * Any thread may call it.
 */
@ConsumerType
public interface TopologyProvider {
    /** The service property that names the provider (String), such as {@code hwloc}. */
    String NAME = "topology.provider";

    /**
     * The topology of this machine, restricted to what this process may use.
     *
     * @return read once, then kept
     */
    Topology machine();

    /**
     * Makes the topology of a machine from its description.
     *
     * @param description in hwloc's notation, such as {@code pack:2 numa:2 core:8 pu:2}
     * @return the machine that is described
     * @throws IllegalArgumentException if the description makes no sense
     * @throws UnsupportedOperationException if this provider cannot do that; the message must name one that can
     */
    Topology synthetic(String description);

    /**
     * Reads a topology in hwloc's XML format (version 2).
     *
     * @param file the file
     * @return the machine that it describes
     * @throws IllegalArgumentException if the file cannot be read as such; the message must name file, line and reason
     */
    Topology xml(Path file);

    /**
     * Binds the calling thread, which must be a platform thread.
     *
     * @param processingUnits the operating system's numbers of the processing units that it may run on
     * @return false if this machine cannot bind threads, or not to these
     */
    boolean bindCurrentThread(BitSet processingUnits);
}
