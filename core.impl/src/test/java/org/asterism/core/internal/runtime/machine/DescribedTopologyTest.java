package org.asterism.core.internal.runtime.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.junit.jupiter.api.Test;

class DescribedTopologyTest {
    private List<Worker> workers = List.of();
    private final DescribedTopology described = new DescribedTopology(
            () -> workers, () -> List.of(memory(0, "main", Long.MAX_VALUE), memory(1, "ram-1", 64)));

    private static Worker worker(int id, Architecture architecture, int node) {
        return stub(
                Worker.class,
                Map.of("id", id, "name", architecture + "-" + id, "architecture", architecture, "memoryNode", node));
    }

    private static MemoryNode memory(int id, String name, long capacity) {
        return stub(MemoryNode.class, Map.of("id", id, "name", name, "capacity", capacity));
    }

    private static <T> T stub(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> answers.get(method.getName());
                }));
    }

    private static String text(TopologyObject object) {
        String children =
                object.children().stream().map(DescribedTopologyTest::text).collect(Collectors.joining(" "));
        return object.type()
                + (object.name().isEmpty() ? "" : ":" + object.name())
                + object.processingUnits()
                + (children.isEmpty() ? "" : "(" + children + ")");
    }

    @Test
    void shouldPutCoresBesideTheirMemoryAndDevicesOnTheMachine() {
        workers = List.of(
                worker(0, Architecture.CUDA, 2), worker(1, Architecture.CPU, 0), worker(2, Architecture.CPU, 0));
        Topology machine = described.machine().orElseThrow();
        assertEquals(
                "MACHINE{1, 2}(NUMA_NODE:main{1, 2} PU:cpu-1{1} PU:cpu-2{2} OS_DEVICE:cuda-0{})", text(machine.root()));
        assertEquals("PU:cpu-2{2}", text(described.objectOf(workers.get(2)).orElseThrow()));
        assertEquals(
                "OS_DEVICE:cuda-0{}", text(described.objectOf(workers.get(0)).orElseThrow()));
    }

    @Test
    void shouldGroupCoresBySeveralMemories() {
        workers =
                List.of(worker(0, Architecture.CPU, 1), worker(1, Architecture.CPU, 0), worker(2, Architecture.CPU, 1));
        Topology machine = described.machine().orElseThrow();
        assertEquals(
                "MACHINE{0, 1, 2}(GROUP{1}(NUMA_NODE:main{1} PU:cpu-1{1})"
                        + " GROUP{0, 2}(NUMA_NODE:ram-1{0, 2} PU:cpu-0{0} PU:cpu-2{2}))",
                text(machine.root()));
        TopologyObject memory = machine.ancestor(
                        described.objectOf(workers.get(2)).orElseThrow(), TopologyType.NUMA_NODE)
                .orElseThrow();
        assertEquals(
                List.of(0, 1, 2),
                machine.objects(TopologyType.PU).stream()
                        .map(TopologyObject::logicalIndex)
                        .toList());
        assertEquals(1, memory.osIndex());
        assertEquals(64, memory.bytes());
    }

    @Test
    void shouldBeMadeAnewOnlyWhenWorkersHaveComeOrGone() {
        workers = List.of(worker(0, Architecture.CPU, 0));
        Topology first = described.machine().orElseThrow();
        assertSame(first, described.machine().orElseThrow());
        Worker gone = workers.getFirst();
        workers = List.of(worker(1, Architecture.CPU, 0));
        assertNotSame(first, described.machine().orElseThrow());
        assertEquals(Optional.empty(), described.objectOf(gone));
    }
}
