package org.asterism.spi.topology;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.asterism.api.TopologyType;

/**
 * One object of a topology. Immutable; its bit set must not be changed.
 *
 * @param type its type
 * @param logicalIndex its number among the objects of its type, in the order of the tree
 * @param osIndex the operating system's number, or -1
 * @param name a name for people, or empty
 * @param processingUnits the operating system's numbers of the processing units in it
 * @param bytes the size of a cache or of a node's memory, or 0
 * @param attributes further facts, by hwloc's names, such as {@code pci_busid}
 * @param children the objects in it; memory first, then processors, then devices
 */
public record TopologyObject(
        TopologyType type,
        int logicalIndex,
        int osIndex,
        String name,
        BitSet processingUnits,
        long bytes,
        Map<String, String> attributes,
        List<TopologyObject> children) {
    /** Copies map and list. */
    public TopologyObject {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }
}
