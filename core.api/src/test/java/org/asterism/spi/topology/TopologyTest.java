package org.asterism.spi.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;
import org.junit.jupiter.api.Test;

/** A machine with two packages of two processing units and a memory each; a device hangs at the second one. */
class TopologyTest {
    private final TopologyObject[] units = {unit(0), unit(1), unit(2), unit(3)};
    private final TopologyObject[] memories = {memory(0), memory(1)};
    private final TopologyObject device = new TopologyObject(
            TopologyType.PCI_DEVICE, 0, -1, "", new BitSet(), 0, Map.of("pci_busid", "0000:3b:00.0"), List.of());
    private final TopologyObject bridge = object(TopologyType.BRIDGE, 0, device);
    private final TopologyObject cache = object(TopologyType.L3, 0, units[0], units[1]);
    private final TopologyObject[] packages = {
        object(TopologyType.PACKAGE, 0, memories[0], cache),
        object(TopologyType.PACKAGE, 1, memories[1], units[2], units[3], bridge)
    };
    private final Topology machine = new Topology(object(TopologyType.MACHINE, 0, packages), "a test");

    private static TopologyObject unit(int number) {
        BitSet units = new BitSet();
        units.set(number);
        return new TopologyObject(TopologyType.PU, number, number + 10, "", units, 0, Map.of(), List.of());
    }

    private static TopologyObject memory(int number) {
        return object(TopologyType.NUMA_NODE, number);
    }

    private static TopologyObject object(TopologyType type, int number, TopologyObject... children) {
        return new TopologyObject(type, number, number, "", new BitSet(), 0, Map.of(), List.of(children));
    }

    private static Worker worker(Map<String, Object> properties) {
        return (Worker) Proxy.newProxyInstance(
                Worker.class.getClassLoader(), new Class<?>[] {Worker.class}, (proxy, method, arguments) -> {
                    assertEquals("properties", method.getName());
                    return properties;
                });
    }

    @Test
    void shouldFindWorkersByWhatTheirDriversSay() {
        assertSame(
                units[2],
                machine.objectOf(worker(Map.of(ComputeUnit.PROCESSING_UNIT, 12)))
                        .orElseThrow());
        assertSame(
                device,
                machine.objectOf(worker(Map.of(ComputeUnit.PCI_BUS, "0000:3B:00.0")))
                        .orElseThrow());
        assertEquals(Optional.empty(), machine.objectOf(worker(Map.of(ComputeUnit.PROCESSING_UNIT, 2))));
        assertEquals(Optional.empty(), machine.objectOf(worker(Map.of(ComputeUnit.PCI_BUS, "0000:3c:00.0"))));
        assertEquals(Optional.empty(), machine.objectOf(worker(Map.of())));
    }

    @Test
    void shouldFindTheInnermostObjectOfATypeAroundAnother() {
        assertSame(packages[1], machine.ancestor(units[3], TopologyType.PACKAGE).orElseThrow());
        assertSame(packages[1], machine.ancestor(device, TopologyType.PACKAGE).orElseThrow());
        assertSame(cache, machine.ancestor(units[0], TopologyType.L3).orElseThrow());
        assertSame(cache, machine.ancestor(cache, TopologyType.L3).orElseThrow(), "itself");
        assertSame(
                machine.root(), machine.ancestor(units[0], TopologyType.MACHINE).orElseThrow());
        assertEquals(Optional.empty(), machine.ancestor(units[3], TopologyType.L3));
        assertEquals(Optional.empty(), machine.ancestor(unit(3), TopologyType.MACHINE), "of another topology");
    }

    @Test
    void shouldFindTheMemoryThatStandsBesideProcessorsAndDevices() {
        assertSame(
                memories[0], machine.ancestor(units[1], TopologyType.NUMA_NODE).orElseThrow());
        assertSame(memories[1], machine.ancestor(device, TopologyType.NUMA_NODE).orElseThrow());
        assertSame(
                memories[1],
                machine.ancestor(packages[1], TopologyType.NUMA_NODE).orElseThrow());
        assertEquals(Optional.empty(), machine.ancestor(machine.root(), TopologyType.NUMA_NODE));
    }

    @Test
    void shouldFindTheInnermostObjectAroundSeveral() {
        assertSame(cache, machine.commonAncestor(List.of(units[0], units[1])));
        assertSame(units[0], machine.commonAncestor(List.of(units[0], units[0])));
        assertSame(packages[0], machine.commonAncestor(List.of(units[0], memories[0])));
        assertSame(packages[1], machine.commonAncestor(List.of(device, units[3])));
        assertSame(packages[1], machine.commonAncestor(List.of(packages[1], units[3])));
        assertSame(machine.root(), machine.commonAncestor(List.of(units[0], units[2])));
        assertSame(machine.root(), machine.commonAncestor(List.of()));
        assertSame(machine.root(), machine.commonAncestor(List.of(units[0], unit(0))), "one is of another topology");
    }
}
