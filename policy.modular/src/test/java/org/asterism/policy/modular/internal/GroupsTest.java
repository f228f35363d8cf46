package org.asterism.policy.modular.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

final class GroupsTest {
    private final Groups groups = new Groups(Optional.of(TestMachine.TWO_SOCKETS));
    private final Groups blind = new Groups(Optional.empty());

    private static Worker onUnit(int unit) {
        return new FakeWorker(unit, Architecture.CPU, 0, Map.of("cpu.pu", unit));
    }

    @Test
    void shouldGroupWorkersByWhatTheySayOfThemselves() {
        Worker worker = new FakeWorker(3, Architecture.CUDA, 2);

        assertEquals(Optional.of("machine"), groups.groupOf(Level.MACHINE, worker));
        assertEquals(Optional.of("memory-node-2"), groups.groupOf(Level.MEMORY_NODE, worker));
        assertEquals(Optional.of("cuda"), groups.groupOf(Level.ARCHITECTURE, worker));
        assertEquals(Optional.of("cuda-3"), groups.groupOf(Level.WORKER, worker));
    }

    @Test
    void shouldFindProcessorCoresInTheTopology() {
        assertEquals(Optional.of("numa-node-10"), groups.groupOf(Level.NUMA_NODE, onUnit(3)));
        assertEquals(Optional.of("numa-node-11"), groups.groupOf(Level.NUMA_NODE, onUnit(4)));
        assertEquals(Optional.of("socket-0"), groups.groupOf(Level.SOCKET, onUnit(3)));
        assertEquals(Optional.of("socket-1"), groups.groupOf(Level.SOCKET, onUnit(7)));
    }

    @Test
    void shouldTakeTheOutermostCacheThatIsShared() {
        assertEquals(Optional.of("cache-l3-0"), groups.groupOf(Level.CACHE, onUnit(1)), "not the L2 of two units");
        assertEquals(Optional.of("cache-l2-2"), groups.groupOf(Level.CACHE, onUnit(4)), "that socket has no L3");
        assertEquals(Optional.empty(), groups.groupOf(Level.CACHE, onUnit(6)), "its L2 is its own");
    }

    @Test
    void shouldBelieveADriverThatNamesNodeAndSocketItself() {
        Worker worker = new FakeWorker(0, Architecture.CPU, 0, Map.of("cpu.pu", 0, "numa.node", 5, "cpu.package", 6));

        assertEquals(Optional.of("numa-node-5"), groups.groupOf(Level.NUMA_NODE, worker));
        assertEquals(Optional.of("socket-6"), groups.groupOf(Level.SOCKET, worker));
        assertEquals(Optional.of("socket-6"), blind.groupOf(Level.SOCKET, worker));
    }

    @Test
    void shouldMakeNoGroupOfWhatIsNotKnown() {
        for (Level level : List.of(Level.NUMA_NODE, Level.SOCKET, Level.CACHE)) {
            assertEquals(Optional.empty(), groups.groupOf(level, new FakeWorker(0, Architecture.CUDA, 1)), "a device");
            assertEquals(Optional.empty(), groups.groupOf(level, onUnit(100)), "not on this machine");
            assertEquals(Optional.empty(), blind.groupOf(level, onUnit(0)), "no topology");
        }
    }
}
