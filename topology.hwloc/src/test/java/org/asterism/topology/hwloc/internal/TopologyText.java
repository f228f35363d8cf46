package org.asterism.topology.hwloc.internal;

import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/** Writes topologies in one line per tree, so that tests compare whole machines. */
final class TopologyText {
    private TopologyText() {}

    /** Types, system's numbers and processing units, such as {@code MACHINE#0{0-1}(PU#0{0} PU#1{1})}. */
    static String structure(Topology topology) {
        return structure(topology.root(), Set.of(), false);
    }

    /** The same with sizes. */
    static String structureAndSizes(Topology topology) {
        return structure(topology.root(), Set.of(), true);
    }

    /** The same without objects of some types, whose children count as their parents'. */
    static String structureWithout(Topology topology, Set<TopologyType> types) {
        return structure(topology.root(), types, false);
    }

    private static String structure(TopologyObject object, Set<TopologyType> left, boolean sizes) {
        String children = object.children().stream()
                .map(child -> structure(child, left, sizes))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        if (left.contains(object.type())) {
            return children;
        }
        return object.type() + "#" + object.osIndex() + "{" + ProcessorSets.text(object.processingUnits()) + "}"
                + (sizes ? object.bytes() : "") + (children.isEmpty() ? "" : "(" + children + ")");
    }
}
