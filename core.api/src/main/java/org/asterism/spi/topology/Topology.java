package org.asterism.spi.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;

/**
 * The structure of a machine: a tree whose root is the machine and whose leaves are processing units and devices.
 * Immutable; any thread may use it. Each query walks through the tree.
 *
 * @param root of type {@link TopologyType#MACHINE}
 * @param source the source, for people, such as {@code hwloc 2.9.0} or {@code synthetic numa:2 core:4}
 */
public record Topology(TopologyObject root, String source) {
    /**
     * All objects of a type.
     *
     * @param type the type
     * @return in the order of the tree, which is hwloc's logical order
     */
    public List<TopologyObject> objects(TopologyType type) {
        return walk(root).filter(object -> object.type() == type).toList();
    }

    /**
     * Returns the object of a worker, from its driver's properties: the processing unit of
     * {@link ComputeUnit#PROCESSING_UNIT}, or the PCI device of {@link ComputeUnit#PCI_BUS}. Policies use
     * {@link org.asterism.spi.policy.PolicyContext#topologyObject} instead, which knows the workers of described
     * machines, too.
     *
     * @param worker that is on this machine
     * @return empty if its driver does not report it, or this topology has no such object
     */
    public Optional<TopologyObject> objectOf(Worker worker) {
        if (worker.properties().get(ComputeUnit.PROCESSING_UNIT) instanceof Integer unit) {
            return walk(root)
                    .filter(object -> object.type() == TopologyType.PU && object.osIndex() == unit)
                    .findFirst();
        }
        if (worker.properties().get(ComputeUnit.PCI_BUS) instanceof String bus) {
            return walk(root)
                    .filter(object -> object.type() == TopologyType.PCI_DEVICE
                            && bus.equalsIgnoreCase(object.attributes().get("pci_busid")))
                    .findFirst();
        }
        return Optional.empty();
    }

    /**
     * The innermost object of a type that an object lies in; for a {@link TopologyType#NUMA_NODE}, which has nothing in
     * it but stands beside the processors and devices that are near to it, the nearest one. As hwloc's
     * {@code hwloc_get_ancestor_obj_by_type}, but for an object of the type itself, which is its own ancestor here.
     *
     * @param object one of this topology's objects: the same object, not one that equals it
     * @param type such as {@link TopologyType#PACKAGE}
     * @return empty if there is none around it, or the object is not one of this topology's
     */
    public Optional<TopologyObject> ancestor(TopologyObject object, TopologyType type) {
        for (TopologyObject around : path(object).reversed()) {
            if (around.type() == type) {
                return Optional.of(around);
            }
            Optional<TopologyObject> memory = around.children().stream()
                    .filter(child -> type == TopologyType.NUMA_NODE && child.type() == type)
                    .filter(child -> child.children().isEmpty())
                    .findFirst();
            if (memory.isPresent()) {
                return memory;
            }
        }
        return Optional.empty();
    }

    /**
     * The innermost object around some objects, which may be one of them. As hwloc's
     * {@code hwloc_get_common_ancestor_obj}, for any number of objects.
     *
     * @param objects of this topology: the same objects, not such that equal them
     * @return the machine if there are none, or one is not of this topology
     */
    public TopologyObject commonAncestor(Collection<TopologyObject> objects) {
        Set<TopologyObject> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        wanted.addAll(objects);
        if (wanted.isEmpty()) {
            return root;
        }
        TopologyObject common = root;
        for (TopologyObject next = root; next != null; next = childWithAll(next, wanted)) {
            common = next;
        }
        return common;
    }

    private static TopologyObject childWithAll(TopologyObject object, Set<TopologyObject> wanted) {
        return object.children().stream()
                .filter(child -> walk(child).filter(wanted::contains).count() == wanted.size())
                .findFirst()
                .orElse(null);
    }

    /** From the machine to an object; empty if that is not of this topology. */
    private List<TopologyObject> path(TopologyObject object) {
        Set<TopologyObject> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        wanted.add(object);
        List<TopologyObject> path = new ArrayList<>();
        for (TopologyObject next = root; next != null; next = childWithAll(next, wanted)) {
            path.add(next);
        }
        return path.getLast() == object ? path : List.of();
    }

    private static Stream<TopologyObject> walk(TopologyObject object) {
        return Stream.concat(Stream.of(object), object.children().stream().flatMap(Topology::walk));
    }
}
