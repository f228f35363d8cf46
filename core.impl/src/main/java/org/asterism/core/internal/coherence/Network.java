package org.asterism.core.internal.coherence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The links between memory nodes that have carried at least one copy. Only commands of the {@link Traffic} use it. */
final class Network {
    private record Way(int from, int to) {}

    private final Map<Way, Link> byWay = new HashMap<>();

    /** The same links, to iterate without an allocation; replaced whenever one comes or goes. */
    private Link[] all = {};

    /** The link from one node to another. */
    Link between(NodeMemory from, NodeMemory to) {
        Way way = new Way(from.id(), to.id());
        Link link = byWay.get(way);
        if (link == null) {
            link = new Link(from, to);
            byWay.put(way, link);
            all = byWay.values().toArray(new Link[0]);
        }
        return link;
    }

    /** The links there are; the array is never changed. */
    Link[] all() {
        return all;
    }

    /** Forgets the links of a node that has left, and returns them. */
    List<Link> forget(NodeMemory node) {
        List<Link> gone =
                byWay.values().stream().filter(link -> link.isOf(node)).toList();
        byWay.values().removeAll(gone);
        all = byWay.values().toArray(new Link[0]);
        return gone;
    }
}
