package org.asterism.policy.modular.internal;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/** A machine with two sockets that differ. */
public final class TestMachine {
    /** Four processing units with a third-level cache, and four without. */
    public static final Topology TWO_SOCKETS = twoSockets();

    private TestMachine() {}

    private static Topology twoSockets() {
        TopologyObject first = object(
                TopologyType.PACKAGE,
                0,
                0,
                range(0, 4),
                object(TopologyType.NUMA_NODE, 0, 10, range(0, 4)),
                object(
                        TopologyType.L3,
                        0,
                        0,
                        range(0, 4),
                        object(TopologyType.L2, 0, 0, range(0, 2)),
                        object(TopologyType.L2, 1, 1, range(2, 4))));
        TopologyObject second = object(
                TopologyType.PACKAGE,
                1,
                1,
                range(4, 8),
                object(TopologyType.NUMA_NODE, 1, 11, range(4, 8)),
                object(TopologyType.L2, 2, 2, range(4, 6)),
                object(TopologyType.L2, 3, 3, range(6, 7)),
                object(TopologyType.L2, 4, 4, range(7, 8)));
        // A node that spans both, as a machine with memory of two kinds can have: the nearer one counts.
        TopologyObject far = object(TopologyType.NUMA_NODE, 2, 12, range(0, 8));
        return new Topology(object(TopologyType.MACHINE, 0, 0, range(0, 8), far, first, second), "a test");
    }

    private static TopologyObject object(
            TopologyType type, int logicalIndex, int osIndex, BitSet units, TopologyObject... children) {
        return new TopologyObject(type, logicalIndex, osIndex, "", units, 0, Map.of(), List.of(children));
    }

    private static BitSet range(int from, int to) {
        BitSet bits = new BitSet();
        bits.set(from, to);
        return bits;
    }
}
