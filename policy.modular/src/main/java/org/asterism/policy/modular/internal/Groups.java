package org.asterism.policy.modular.internal;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * Groups of workers at each level of the machine. Workers without a processing unit, such as simulated workers and
 * devices, have no NUMA node, socket or cache. Immutable and thread-safe.
 */
public final class Groups {
    /**
     * Name of the worker property in which the driver of processor cores reports the operating system's NUMA node
     * number.
     */
    private static final String NUMA_NODE = "numa.node";

    private static final String SOCKET = "cpu.package";

    private static final Set<TopologyType> CACHES = Set.of(TopologyType.L3, TopologyType.L2, TopologyType.L1);

    private final Optional<Topology> machine;

    /**
     * Creates the groups.
     *
     * @param machine machine with the workers' processing units; without it, caches are unknown
     */
    public Groups(Optional<Topology> machine) {
        this.machine = machine;
    }

    /**
     * Returns the group of a worker.
     *
     * @param level level of the machine that the workers of a group share
     * @param worker any worker of the runtime
     * @return name of the group, unique on its level, such as {@code memory-node-1}; empty if the worker is in no group
     */
    public Optional<String> groupOf(Level level, Worker worker) {
        return switch (level) {
            case MACHINE -> Optional.of(level.toString());
            case NUMA_NODE -> numbered(level, said(worker, NUMA_NODE).or(() -> numaNode(worker)));
            case SOCKET -> numbered(level, said(worker, SOCKET).or(() -> socket(worker)));
            case CACHE ->
                outermostSharedCache(worker)
                        .map(cache -> level + "-" + cache.type().name().toLowerCase(Locale.ROOT) + "-"
                                + cache.logicalIndex());
            case MEMORY_NODE -> numbered(level, Optional.of(worker.memoryNode()));
            case ARCHITECTURE -> Optional.of(worker.architecture().name());
            case WORKER -> Optional.of(worker.name());
            case COMBINED_WORKER -> Optional.empty(); // a worker may be in several combinations
        };
    }

    private static Optional<String> numbered(Level level, Optional<Integer> number) {
        return number.map(index -> level + "-" + index);
    }

    private static Optional<Integer> said(Worker worker, String property) {
        return worker.properties().get(property) instanceof Integer number ? Optional.of(number) : Optional.empty();
    }

    /**
     * Returns the innermost NUMA node of a worker. With several kinds of memory, this is the first of the equally near
     * nodes.
     */
    private Optional<Integer> numaNode(Worker worker) {
        return around(worker, Set.of(TopologyType.NUMA_NODE))
                .min(Comparator.comparingInt(node -> node.processingUnits().cardinality()))
                .map(TopologyObject::osIndex);
    }

    private Optional<Integer> socket(Worker worker) {
        return around(worker, Set.of(TopologyType.PACKAGE)).findFirst().map(TopologyObject::logicalIndex);
    }

    private Optional<TopologyObject> outermostSharedCache(Worker worker) {
        return around(worker, CACHES)
                .filter(cache -> cache.processingUnits().cardinality() > 1)
                .min(Comparator.comparing(TopologyObject::type));
    }

    private Stream<TopologyObject> around(Worker worker, Set<TopologyType> types) {
        Optional<Integer> unit = said(worker, ComputeUnit.PROCESSING_UNIT);
        if (machine.isEmpty() || unit.isEmpty()) {
            return Stream.empty();
        }
        return types.stream()
                .map(machine.get()::objects)
                .flatMap(List::stream)
                .filter(object -> object.processingUnits().get(unit.get()));
    }
}
