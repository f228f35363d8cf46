package org.asterism.core.internal.runtime.machine;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.MachineTopology;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * The topology of a simulated machine, as far as its description goes: memories with their processor cores, and
 * devices.
 *
 * <p>It does not know packages and caches. If there are several such memories, each is in a group with its cores, as in
 * hwloc. It is built on the first query, and again after workers have joined or left.
 */
public final class DescribedTopology implements MachineTopology {
    /**
     * The topology of certain workers. It holds them weakly, since they belong to a driver, and drivers come and go.
     *
     * @param objects the objects of the workers, by worker id
     */
    private record Known(
            WeakReference<List<? extends Worker>> workers, Topology topology, Map<Integer, TopologyObject> objects) {}

    private final Supplier<? extends List<? extends Worker>> workers;
    private final Supplier<? extends List<MemoryNode>> memories;
    private volatile Known known;

    /** @param workers those that are there; the same list until workers come or go */
    public DescribedTopology(
            Supplier<? extends List<? extends Worker>> workers, Supplier<? extends List<MemoryNode>> memories) {
        this.workers = workers;
        this.memories = memories;
    }

    @Override
    public Optional<Topology> machine() {
        return Optional.of(known().topology());
    }

    @Override
    public Optional<TopologyObject> objectOf(Worker worker) {
        return Optional.ofNullable(known().objects().get(worker.id()));
    }

    /** Two threads may both make one, of which the last one is kept. */
    private Known known() {
        List<? extends Worker> present = workers.get();
        Known made = known;
        if (made == null || !made.workers().refersTo(present)) {
            made = make(present);
            known = made;
        }
        return made;
    }

    private Known make(List<? extends Worker> present) {
        Map<Integer, TopologyObject> objects = new HashMap<>();
        List<TopologyObject> devices = new ArrayList<>();
        Map<Integer, List<Worker>> coresByMemory = new TreeMap<>();
        for (Worker worker : present) {
            if (worker.architecture() == Architecture.CPU) {
                coresByMemory
                        .computeIfAbsent(worker.memoryNode(), node -> new ArrayList<>())
                        .add(worker);
            } else {
                TopologyObject device = device(worker, devices.size());
                devices.add(device);
                objects.put(worker.id(), device);
            }
        }
        List<TopologyObject> parts = new ArrayList<>();
        for (Map.Entry<Integer, List<Worker>> near : coresByMemory.entrySet()) {
            List<TopologyObject> cores = new ArrayList<>();
            for (Worker worker : near.getValue()) {
                TopologyObject core = core(worker, objects.size() - devices.size());
                cores.add(core);
                objects.put(worker.id(), core);
            }
            cores.addFirst(memory(near.getKey(), parts.size(), units(cores)));
            parts.add(object(TopologyType.GROUP, parts.size(), -1, "", cores));
        }
        List<TopologyObject> all =
                new ArrayList<>(parts.size() == 1 ? parts.getFirst().children() : parts);
        all.addAll(devices);
        TopologyObject machine = object(TopologyType.MACHINE, 0, 0, "", all);
        Topology topology = new Topology(machine, "the description of a simulated machine");
        return new Known(new WeakReference<>(present), topology, objects);
    }

    private static TopologyObject core(Worker worker, int number) {
        BitSet unit = new BitSet();
        unit.set(worker.id());
        return new TopologyObject(TopologyType.PU, number, worker.id(), worker.name(), unit, 0, Map.of(), List.of());
    }

    private static TopologyObject device(Worker worker, int number) {
        return object(TopologyType.OS_DEVICE, number, -1, worker.name(), List.of());
    }

    private TopologyObject memory(int id, int number, BitSet units) {
        Optional<MemoryNode> node =
                memories.get().stream().filter(one -> one.id() == id).findFirst();
        long capacity = node.map(MemoryNode::capacity).orElse(0L);
        return new TopologyObject(
                TopologyType.NUMA_NODE,
                number,
                id,
                node.map(MemoryNode::name).orElse(""),
                units,
                capacity == Long.MAX_VALUE ? 0 : capacity,
                Map.of(),
                List.of());
    }

    private static TopologyObject object(
            TopologyType type, int number, int osIndex, String name, List<TopologyObject> children) {
        return new TopologyObject(type, number, osIndex, name, units(children), 0, Map.of(), children);
    }

    private static BitSet units(List<TopologyObject> objects) {
        BitSet units = new BitSet();
        objects.forEach(object -> units.or(object.processingUnits()));
        return units;
    }
}
