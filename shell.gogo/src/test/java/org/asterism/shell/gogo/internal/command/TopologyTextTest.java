package org.asterism.shell.gogo.internal.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.junit.jupiter.api.Test;

class TopologyTextTest {
    private final int[] next = new int[TopologyType.values().length];

    private TopologyObject object(TopologyType type, long bytes, List<TopologyObject> children) {
        int index = next[type.ordinal()]++;
        BitSet units = new BitSet();
        if (type == TopologyType.PU) {
            units.set(index);
        }
        children.forEach(child -> units.or(child.processingUnits()));
        return new TopologyObject(type, index, index, "", units, bytes, Map.of(), children);
    }

    private TopologyObject core(int units) {
        List<TopologyObject> inside = IntStream.range(0, units)
                .mapToObj(unit -> object(TopologyType.PU, 0, List.of()))
                .toList();
        return object(TopologyType.L2, 1 << 20, List.of(object(TopologyType.CORE, 0, inside)));
    }

    private TopologyObject packageOf(int cores, int units) {
        List<TopologyObject> inside = new ArrayList<>();
        inside.add(object(TopologyType.NUMA_NODE, 3L << 29, List.of()));
        IntStream.range(0, cores).forEach(core -> inside.add(core(units)));
        return object(TopologyType.PACKAGE, 0, inside);
    }

    private TopologyText machine(TopologyObject... packages) {
        return new TopologyText(new Topology(object(TopologyType.MACHINE, 0, List.of(packages)), "a test"));
    }

    @Test
    void shouldFoldWhatIsBuiltAlike() {
        assertEquals("""
                Machine [a test]
                  2 x Package 0-1
                    NUMA node 0-1 (1.5 GiB)
                    4 x L2 0-7 (1 MiB) + Core 0-7 + 2 x PU 0-15""", machine(packageOf(4, 2), packageOf(4, 2)).text(100));
    }

    @Test
    void shouldTellApartWhatIsNot() {
        assertEquals("""
                Machine [a test]
                  Package 0
                    NUMA node 0 (1.5 GiB)
                    2 x L2 0-1 (1 MiB) + Core 0-1 + 2 x PU 0-3
                  Package 1
                    NUMA node 1 (1.5 GiB)
                    2 x L2 2-3 (1 MiB) + Core 2-3 + PU 4-5""", machine(packageOf(2, 2), packageOf(2, 1)).text(100));
    }

    @Test
    void shouldStayShortForAThousandCores() {
        TopologyObject[] packages =
                IntStream.range(0, 16).mapToObj(number -> packageOf(64, 2)).toArray(TopologyObject[]::new);

        assertEquals(4, machine(packages).text(100).lines().count());
    }

    @Test
    void shouldGiveMachinesEveryObject() {
        String json = Json.line(machine(packageOf(2, 1)).json());

        assertEquals(2, json.split("\"type\":\"core\"", -1).length - 1);
        assertTrue(json.contains("\"processing_units\":\"0-1\""), json);
        assertTrue(json.startsWith("{\"source\":\"a test\",\"root\":{\"type\":\"machine\""), json);
    }

    @Test
    void shouldWriteNumbersAsRanges() {
        assertEquals("0-2,5,7-8", TopologyText.ranges(IntStream.of(8, 7, 5, 0, 1, 2)));
    }
}
