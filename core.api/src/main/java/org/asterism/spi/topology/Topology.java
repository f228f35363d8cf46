package org.asterism.spi.topology;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a machine is built: a tree whose root is the machine and whose leaves are processing units and devices.
 *
 * @param root of type {@link TopologyType#MACHINE}
 * @param source where it comes from, for people, such as {@code hwloc 2.9.0} or {@code synthetic numa:2 core:4}
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

    private static Stream<TopologyObject> walk(TopologyObject object) {
        return Stream.concat(Stream.of(object), object.children().stream().flatMap(Topology::walk));
    }
}
