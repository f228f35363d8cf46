package org.asterism.driver.cpu.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * The processing units of a machine in the order in which workers take them: first one of each core, then the second
 * ones. So a small number of workers does not share cores.
 */
final class Places {
    private Places() {}

    /**
     * All of a machine.
     *
     * @param topology the machine; one that tells no cores counts each processing unit as one
     * @return by hardware thread within the core, then in the machine's own order
     */
    static List<Place> of(Topology topology) {
        Map<Integer, Integer> sockets = numbers(topology, TopologyType.PACKAGE);
        Map<Integer, Integer> nodes = numbers(topology, TopologyType.NUMA_NODE);
        Map<Integer, Integer> cores = numbers(topology, TopologyType.CORE);
        Map<Integer, Integer> threadsSeen = new HashMap<>();
        List<Place> places = new ArrayList<>();
        for (TopologyObject unit : topology.objects(TopologyType.PU)) {
            int number = unit.osIndex();
            int core = cores.getOrDefault(number, unit.logicalIndex());
            int thread = threadsSeen.merge(core, 1, Integer::sum) - 1;
            places.add(
                    new Place(number, thread, core, sockets.getOrDefault(number, -1), nodes.getOrDefault(number, -1)));
        }
        places.sort(Comparator.comparingInt(Place::thread)); // stable: keeps the machine's order within
        return places;
    }

    /**
     * Those that are named, in the order of their names.
     *
     * @throws IllegalArgumentException if the machine, or what this process may use of it, lacks one
     */
    static List<Place> named(List<Place> all, List<Integer> cpus) {
        Map<Integer, Place> byNumber = new HashMap<>();
        all.forEach(place -> byNumber.put(place.processingUnit(), place));
        List<Place> named = new ArrayList<>();
        for (int cpu : cpus) {
            Place place = byNumber.get(cpu);
            if (place == null) {
                throw new IllegalArgumentException("property 'cpus' of " + CpuConfiguration.PID
                        + " names processing unit " + cpu + ", which this process cannot use: it has "
                        + byNumber.keySet().stream().sorted().toList());
            }
            named.add(place);
        }
        return named;
    }

    /**
     * For each processing unit the first object of a type around it: nodes go by the system's number, others by
     * hwloc's.
     */
    private static Map<Integer, Integer> numbers(Topology topology, TopologyType type) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (TopologyObject object : topology.objects(type)) {
            int number = type == TopologyType.NUMA_NODE ? object.osIndex() : object.logicalIndex();
            object.processingUnits().stream().forEach(unit -> numbers.putIfAbsent(unit, number));
        }
        return numbers;
    }
}
