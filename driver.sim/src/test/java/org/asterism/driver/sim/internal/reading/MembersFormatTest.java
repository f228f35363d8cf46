package org.asterism.driver.sim.internal.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MembersFormatTest {
    private static final String CLUSTER = """
            {"format": "asterism-machine-1", "name": "three nodes", "memories": [{"name": "main"}], "workers": [],
             "members": {"count": 3, "name": "node", "bytes": 1000000,
                         "workers": [{"architecture": "cpu", "count": 10}, {"architecture": "cuda", "pipeline": 2}],
                         "to": {"bandwidth_MBps": 1000, "latency_us": 10},
                         "from": {"bandwidth_MBps": 500, "latency_us": 20},
                         "to_shared": ["out"], "from_shared": ["in"]},
             "links": {"out": {"bandwidth_MBps": 800}, "in": {"bandwidth_MBps": 2000, "latency_us": 1},
                       "switch": {"bandwidth_MBps": 300}},
             "kernels": {"*": {"cpu": {"law": {"a_us": 0, "c_us": 5}}, "cuda": {"law": {"a_us": 0, "c_us": 1}}}}}
            """;

    @TempDir
    Path folder;

    private Machine read(String text) throws IOException {
        return MachineLibrary.read(
                Files.writeString(folder.resolve("machine.json"), text).toString());
    }

    private String[] links(Machine machine, int from, int to) {
        Way way = machine.network().ways()[from][to];
        return Arrays.stream(way.links())
                .mapToObj(link -> machine.network().links().get(link).name())
                .toArray(String[]::new);
    }

    @Test
    void shouldMakeAsManyMembersAsAFileSays() throws IOException {
        Machine machine = read(CLUSTER);
        assertEquals(
                List.of("main", "node1", "node2", "node3"),
                machine.memories().stream().map(MemoryDescription::name).toList());
        assertEquals(1_000_000, machine.memories().get(3).bytes());
        assertEquals(
                List.of("node1", "node1", "node2", "node2", "node3", "node3"),
                machine.workers().stream().map(WorkerGroup::member).toList());
        assertEquals(
                List.of(1, 1, 2, 2, 3, 3),
                machine.workers().stream().map(WorkerGroup::memory).toList());
        assertEquals(10, machine.workers().get(4).count());
        assertEquals(3, machine.workers().get(4).pipeline(), "as real members");
        assertEquals(2, machine.workers().get(5).pipeline());
    }

    @Test
    void shouldGiveEachDirectionItsOwnLink() throws IOException {
        Machine machine = read(CLUSTER);
        assertArrayEquals(new String[] {"out", "to node2"}, links(machine, 0, 2));
        assertArrayEquals(new String[] {"from node2", "in"}, links(machine, 2, 0));
        assertEquals(10_000 + 1_250_000, machine.network().ways()[0][2].nanosAlone(1_000_000));
        assertEquals(21_000 + 2_000_000, machine.network().ways()[2][0].nanosAlone(1_000_000));
        assertNull(machine.network().ways()[1][2], "members reach each other through main memory");
    }

    @Test
    void shouldLetMembersReachEachOtherIfAFileSaysSo() throws IOException {
        Machine overASwitch = read(CLUSTER.replace("\"to_shared\"", "\"between\": [\"switch\"], \"to_shared\""));
        assertArrayEquals(new String[] {"from node3", "switch", "to node1"}, links(overASwitch, 3, 1));
        Machine directly = read(CLUSTER.replace("\"to_shared\"", "\"between\": [], \"to_shared\""));
        assertArrayEquals(new String[] {"from node3", "to node1"}, links(directly, 3, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "count": 3,             | "count": 0,               | $.members.count: is 0: give a whole number, from 1 to 1000
            "count": 3,             | "count": 1001,            | $.members.count: is 1001: give a whole number, from 1 to 1000
            "count": 10             | "count": 1000000          | $.workers: has 3000003 workers in all: give a number from 0 to 1000000
            "name": "main"          | "name": "node2"           | $.members.name: is the name of another memory, too: names must differ
            "count": 10             | "memory": "main"          | $.members.workers[0].memory: is an unknown field
            ["out"]                 | ["exit"]                  | $.members.to_shared[0]: names no link: there is no 'exit'
            "from_shared"           | "back_shared"             | $.members.back_shared: is an unknown field: there are between, bytes, count,
            "bandwidth_MBps": 500,  | `                         ` | $.members.from.bandwidth_MBps: is missing: give a number
            "kernels"               | "routes": [{"from": "main", "to": "node1", "links": ["in"]}], "kernels" | $.members: has a way from main to node1, as the routes have: give no routes for what members' own links lead to
            """)
    void shouldSayWhatIsWrongWithMembers(String replaced, String by, String said) throws IOException {
        assertTrue(CLUSTER.contains(replaced), replaced);
        int at = CLUSTER.indexOf(replaced);
        String changed = CLUSTER.substring(0, at) + by + CLUSTER.substring(at + replaced.length());
        String message = assertThrows(IllegalArgumentException.class, () -> read(changed))
                .getMessage();
        assertTrue(message.contains(said), message);
    }

    @Test
    void shouldMakeClustersToMeasure() {
        Machine machine = MachineLibrary.read("cluster(members=100, workers=10)");
        assertEquals(101, machine.memories().size());
        assertEquals(
                1_000, machine.workers().stream().mapToInt(WorkerGroup::count).sum());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster(",
                "cluster()",
                "cluster(members=4)",
                "cluster(members=0,workers=1)",
                "cluster(members=1001,workers=1)",
                "cluster(members=1,workers=1001)",
                "cluster(members=1,workers=99999999999)"
            })
    void shouldSayWhichClustersThereAre(String name) {
        String message = assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read(name))
                .getMessage();
        assertEquals(
                "machine '" + name
                        + "': say cluster(members=N,workers=W), with 1 to 1000 members, and 1 to 1000 workers of each",
                message);
    }
}
