package org.asterism.policy.modular.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.policy.modular.internal.TestMachine;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class MachineGroupsTest {
    private final MachineGroups groups = new MachineGroups();
    private int asked;

    private final TopologyProvider provider = new TopologyProvider() {
        @Override
        public Topology machine() {
            asked++;
            return TestMachine.TWO_SOCKETS;
        }

        @Override
        public Topology synthetic(String description) {
            throw new AssertionError("not asked for");
        }

        @Override
        public Topology xml(Path file) {
            throw new AssertionError("not asked for");
        }

        @Override
        public boolean bindCurrentThread(BitSet processingUnits) {
            throw new AssertionError("not asked for");
        }
    };

    private int split(Level level) {
        List<Worker> workers = List.of(
                new FakeWorker(0, Architecture.CPU, 0, Map.of("cpu.pu", 0)),
                new FakeWorker(1, Architecture.CPU, 0, Map.of("cpu.pu", 6)));
        return groups.split(workers, new Step.Each(level, "")).groups().size();
    }

    @Test
    void shouldAskForTheMachineOnceAndOnlyWhenATreeNeedsIt() {
        assertEquals(0, split(Level.SOCKET), "nobody knows");
        groups.ask(provider);
        assertEquals(2, split(Level.WORKER));
        assertEquals(0, asked);
        assertEquals(2, split(Level.SOCKET));
        assertEquals(2, split(Level.SOCKET));
        assertEquals(1, asked);
        groups.askNoMore(provider);
        assertEquals(0, split(Level.SOCKET));
    }
}
