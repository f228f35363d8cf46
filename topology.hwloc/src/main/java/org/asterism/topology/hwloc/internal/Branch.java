package org.asterism.topology.hwloc.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.TopologyObject;

/**
 * An object of a topology that is being built.
 *
 * <p>Objects find their place by the processing units they contain, as in hwloc: memory is attached to the outermost
 * object below the machine that has the same processing units. If there is none, a group is made for it.
 */
final class Branch {
    private final TopologyType type;
    private final int osIndex;
    private final String name;
    private final BitSet processingUnits;
    private final long bytes;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<Branch> children = new ArrayList<>();

    Branch(TopologyType type, int osIndex, String name, BitSet processingUnits, long bytes) {
        this.type = type;
        this.osIndex = osIndex;
        this.name = name;
        this.processingUnits = processingUnits;
        this.bytes = bytes;
    }

    TopologyType type() {
        return type;
    }

    int osIndex() {
        return osIndex;
    }

    BitSet processingUnits() {
        return processingUnits;
    }

    /** Adds a fact; what is said twice is kept twice. */
    Branch attribute(String key, String value) {
        attributes.merge(key, value, (old, added) -> old + ", " + added);
        return this;
    }

    /** Adds a child behind those that are there. */
    void append(Branch child) {
        children.add(child);
    }

    /**
     * Puts a processor, cache or package into the tree under this object. Larger ones must be put before smaller ones,
     * and of equal ones the outer before the inner.
     *
     * @return false if it overlaps with another without one containing the other; then it is left out
     */
    boolean insert(Branch object) {
        for (Branch child : children) {
            if (ProcessorSets.contains(child.processingUnits, object.processingUnits)) {
                return child.insert(object);
            }
            if (child.processingUnits.intersects(object.processingUnits)) {
                return false;
            }
        }
        return children.add(object);
    }

    /** Puts memory into the finished tree of processors under this object, which is the machine. */
    void insertMemory(Branch memory) {
        Branch place = outermostAround(memory.processingUnits);
        boolean fits = place.processingUnits.equals(memory.processingUnits);
        if (!fits && !memory.processingUnits.isEmpty()) {
            place = place.groupOf(memory.processingUnits);
        }
        int position = 0;
        while (position < place.children.size() && place.children.get(position).type == TopologyType.NUMA_NODE) {
            position++;
        }
        place.children.add(position, memory);
    }

    /** Puts a device near to processing units of the finished tree under this object, which is the machine. */
    void insertDevice(Branch device, BitSet near) {
        Branch place = near.isEmpty() ? this : outermostAround(near);
        place.children.add(device);
    }

    /** The outermost object below this one that has exactly these processing units, else the innermost with more. */
    private Branch outermostAround(BitSet wanted) {
        if (wanted.isEmpty()) {
            return this;
        }
        Branch around = this;
        for (Branch inner = this; inner != null; ) {
            around = inner;
            inner = around.processorAround(wanted);
            if (inner != null && inner.processingUnits.equals(wanted)) {
                return inner;
            }
        }
        return around;
    }

    private Branch processorAround(BitSet wanted) {
        for (Branch child : children) {
            if (child.isInner() && ProcessorSets.contains(child.processingUnits, wanted)) {
                return child;
            }
        }
        return null;
    }

    private Branch groupOf(BitSet members) {
        List<Branch> inside = children.stream()
                .filter(child -> child.isInner() || child.type == TopologyType.PU)
                .filter(child -> ProcessorSets.contains(members, child.processingUnits))
                .toList();
        BitSet covered = new BitSet();
        inside.forEach(child -> covered.or(child.processingUnits));
        if (!covered.equals(members)) {
            return this; // the memory's borders cut through a core or a cache
        }
        Branch group = new Branch(TopologyType.GROUP, -1, "", members, 0);
        group.children.addAll(inside);
        children.set(children.indexOf(inside.getFirst()), group);
        children.removeAll(inside);
        return group;
    }

    /** Whether it can contain others; memory and devices hang at such objects, and a unit is too small for them. */
    private boolean isInner() {
        return switch (type) {
            case NUMA_NODE, BRIDGE, PCI_DEVICE, OS_DEVICE, PU -> false;
            default -> true;
        };
    }

    /** Puts siblings into the order of their first processing units. For trees without memory and devices as yet. */
    void sort() {
        children.sort(Comparator.comparingInt(child -> child.processingUnits.nextSetBit(0)));
        children.forEach(Branch::sort);
    }

    /** Makes the immutable tree, numbering the objects of each type in its order. */
    TopologyObject freeze() {
        return freeze(new EnumMap<>(TopologyType.class));
    }

    private TopologyObject freeze(Map<TopologyType, Integer> counts) {
        int logicalIndex = counts.merge(type, 1, Integer::sum) - 1;
        List<TopologyObject> frozen = new ArrayList<>(children.size());
        for (Branch child : children) {
            frozen.add(child.freeze(counts));
        }
        return new TopologyObject(type, logicalIndex, osIndex, name, processingUnits, bytes, attributes, frozen);
    }
}
