package org.asterism.core.internal.team;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * A part of the machine that has CPU workers: a tree whose leaves are single workers. Objects with the same workers,
 * such as a package and its only cache, are one part.
 *
 * @param names the names of the part by type, the outermost first; empty if unknown
 * @param parts the parts that it consists of, each with workers; none for a single worker
 * @param workers all workers in it, in the order of the tree
 */
record MachinePart(Map<TopologyType, String> names, List<MachinePart> parts, List<Worker> workers) {
    private static MachinePart of(Worker worker) {
        return new MachinePart(Map.of(), List.of(), List.of(worker));
    }

    /** A part made of parts; the only one of them, if it is the only one, with its own names and the outer ones. */
    private static MachinePart of(Map<TopologyType, String> outer, List<MachinePart> parts) {
        Map<TopologyType, String> names = new LinkedHashMap<>(outer);
        if (parts.size() == 1) {
            parts.getFirst().names().forEach(names::putIfAbsent);
            return new MachinePart(
                    names, parts.getFirst().parts(), parts.getFirst().workers());
        }
        return new MachinePart(
                names,
                parts,
                parts.stream().flatMap(part -> part.workers().stream()).toList());
    }

    /** The name of the outermost object that the part is, or an empty one. */
    String name() {
        return names.values().stream().findFirst().orElse("");
    }

    // From a topology.

    /**
     * The machine, as far as its workers can be found by the processing units that they are bound to; empty if one
     * cannot.
     */
    static Optional<MachinePart> of(Topology topology, List<Worker> workers) {
        Map<Integer, List<MachinePart>> byUnit = new LinkedHashMap<>();
        for (Worker worker : workers) {
            int unit = Cores.of(worker);
            if (unit < 0 || !topology.root().processingUnits().get(unit)) {
                return Optional.empty();
            }
            byUnit.computeIfAbsent(unit, any -> new ArrayList<>(1)).add(of(worker));
        }
        MachinePart machine = of(topology.root(), byUnit);
        return machine == null || machine.workers().size() < workers.size() ? Optional.empty() : Optional.of(machine);
    }

    private static MachinePart of(TopologyObject object, Map<Integer, List<MachinePart>> byUnit) {
        Map<TopologyType, String> names = new EnumMap<>(TopologyType.class);
        List<MachinePart> parts = new ArrayList<>();
        if (object.type() == TopologyType.PU) {
            parts.addAll(byUnit.getOrDefault(object.osIndex(), List.of()));
        } else {
            names.put(object.type(), nameOf(object));
        }
        for (TopologyObject child : object.children()) {
            if (child.type() == TopologyType.NUMA_NODE && child.children().isEmpty()) {
                // Memory stands beside the processing units that are near to it.
                if (child.processingUnits().equals(object.processingUnits())) {
                    names.put(TopologyType.NUMA_NODE, nameOf(child));
                }
                continue;
            }
            MachinePart part = of(child, byUnit);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? null : of(names, parts);
    }

    private static String nameOf(TopologyObject object) {
        String type = object.type().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return object.type() == TopologyType.MACHINE
                ? type
                : type + "-" + (object.osIndex() < 0 ? object.logicalIndex() : number(object));
    }

    /** Memories and processors are known by the operating system's numbers, caches have none. */
    private static int number(TopologyObject object) {
        return object.type() == TopologyType.NUMA_NODE ? object.osIndex() : object.logicalIndex();
    }

    // From the places of the workers' units.

    /** The machine as the places of the workers tell; empty if one has none. */
    static Optional<MachinePart> ofPlaces(List<Worker> workers) {
        Map<Worker, String[]> places = new LinkedHashMap<>();
        for (Worker worker : workers) {
            if (!(worker.properties().get(ComputeUnit.PLACE) instanceof String place)) {
                return Optional.empty();
            }
            places.put(worker, place.split("\\."));
        }
        return places.isEmpty() ? Optional.empty() : Optional.of(ofPlaces(places, 0));
    }

    private static MachinePart ofPlaces(Map<Worker, String[]> places, int depth) {
        Map<String, Map<Worker, String[]>> inside = new LinkedHashMap<>();
        List<MachinePart> parts = new ArrayList<>();
        places.forEach((worker, place) -> {
            if (depth < place.length) {
                inside.computeIfAbsent(place[depth], any -> new LinkedHashMap<>())
                        .put(worker, place);
            } else {
                parts.add(of(worker));
            }
        });
        inside.values().forEach(group -> parts.add(ofPlaces(group, depth + 1)));
        return of(Map.of(), parts);
    }

    @Override
    public String toString() {
        return name() + Arrays.asList(workers.toArray());
    }
}
