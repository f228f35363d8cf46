package org.asterism.driver.cpu.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.asterism.spi.topology.TopologyProvider;

/**
 * A machine of sockets, each with a memory node and cores of two hardware threads. Thread t of core c has the number
 * {@code c + t * cores}, as on most machines. It writes down what threads are bound to.
 */
final class FakeTopology implements TopologyProvider {
    final List<BitSet> bound = new ArrayList<>();
    boolean canBind = true;
    RuntimeException failure;
    private final Topology machine;

    FakeTopology(int sockets, int coresPerSocket) {
        int cores = sockets * coresPerSocket;
        List<TopologyObject> packages = new ArrayList<>();
        for (int s = 0; s < sockets; s++) {
            BitSet units = new BitSet();
            List<TopologyObject> children = new ArrayList<>();
            for (int c = s * coresPerSocket; c < (s + 1) * coresPerSocket; c++) {
                TopologyObject first = object(TopologyType.PU, 2 * c, c, bits(c), List.of());
                TopologyObject second = object(TopologyType.PU, 2 * c + 1, c + cores, bits(c + cores), List.of());
                BitSet both = bits(c, c + cores);
                units.or(both);
                children.add(object(TopologyType.CORE, c, c - s * coresPerSocket, both, List.of(first, second)));
            }
            children.addFirst(object(TopologyType.NUMA_NODE, s, 10 + s, units, List.of()));
            packages.add(object(TopologyType.PACKAGE, s, s, units, children));
        }
        BitSet all = new BitSet();
        all.set(0, 2 * cores);
        machine = new Topology(object(TopologyType.MACHINE, 0, 0, all, packages), "fake");
    }

    static BitSet bits(int... numbers) {
        BitSet bits = new BitSet();
        for (int number : numbers) {
            bits.set(number);
        }
        return bits;
    }

    private static TopologyObject object(
            TopologyType type, int logical, int os, BitSet units, List<TopologyObject> children) {
        return new TopologyObject(type, logical, os, "", units, 0, Map.of(), children);
    }

    @Override
    public Topology machine() {
        if (failure != null) {
            throw failure;
        }
        return machine;
    }

    @Override
    public Topology synthetic(String description) {
        throw new UnsupportedOperationException("a fake");
    }

    @Override
    public Topology xml(Path file) {
        throw new UnsupportedOperationException("a fake");
    }

    @Override
    public boolean bindCurrentThread(BitSet processingUnits) {
        bound.add((BitSet) processingUnits.clone());
        return canBind;
    }
}
