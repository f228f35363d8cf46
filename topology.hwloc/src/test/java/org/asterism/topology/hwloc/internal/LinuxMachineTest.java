package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider without hwloc, on trees of files that describe the machine of {@code two-sockets-two-gpus.xml}. */
class LinuxMachineTest {
    private static final String CPU = "sys/devices/system/cpu/";
    private static final String NODE = "sys/devices/system/node/";

    @TempDir
    Path root;

    @Test
    void shouldFindTheSameMachineAsHwloc() throws IOException {
        twoSockets("0-15", "0-1");
        Set<TopologyType> onlyHwlocs =
                Set.of(TopologyType.BRIDGE, TopologyType.PCI_DEVICE, TopologyType.OS_DEVICE, TopologyType.OTHER);
        assertEquals(
                TopologyText.structureWithout(
                        XmlTopology.read(XmlTopologyTest.resource("two-sockets-two-gpus.xml")), onlyHwlocs),
                TopologyText.structureWithout(machine(), onlyHwlocs));
    }

    @Test
    void shouldFindSizesOfCachesAndMemory() throws IOException {
        twoSockets("0-15", "0-1");
        Topology machine = machine();
        assertEquals(32L << 10, machine.objects(TopologyType.L1).getFirst().bytes());
        assertEquals(1L << 20, machine.objects(TopologyType.L2).getFirst().bytes());
        assertEquals(32L << 20, machine.objects(TopologyType.L3).getFirst().bytes());
        assertEquals(
                64L << 30, machine.objects(TopologyType.NUMA_NODE).getFirst().bytes());
    }

    @Test
    void shouldHangDevicesAtTheirSocketAndLeaveOutUnimportantOnes() throws IOException {
        twoSockets("0-15", "0-1");
        pci("0000:af:00.0", "0x030200", "4-7,12-15");
        pci("0000:00:1f.0", "0x060100", "0-15");
        pci("0000:01:00.0", "0x020000", "");
        Topology machine = machine();

        assertEquals(2, machine.objects(TopologyType.PCI_DEVICE).size());
        TopologyObject second = machine.objects(TopologyType.PACKAGE).get(1);
        TopologyObject gpu = second.children().getLast();
        assertEquals("0000:af:00.0", gpu.attributes().get("pci_busid"));
        assertEquals("0302 [10de:2335]", gpu.attributes().get("pci_type"));
        assertEquals(
                "0000:01:00.0", machine.root().children().getLast().attributes().get("pci_busid"));
    }

    @Test
    void shouldLeaveOutWhatTheProcessMayNotUse() throws IOException {
        twoSockets("4-5,12", "1");
        assertEquals(
                "MACHINE#0{4-5,12}(PACKAGE#1{4-5,12}(NUMA_NODE#1{4-5,12}"
                        + " L3#-1{4-5,12}(L2#-1{4,12}(L1#-1{4,12}(CORE#0{4,12}(PU#4{4} PU#12{12})))"
                        + " L2#-1{5}(L1#-1{5}(CORE#1{5}(PU#5{5}))))))",
                TopologyText.structure(machine()));
    }

    @Test
    void shouldKeepMemoryThatNoUsableProcessorIsNearTo() throws IOException {
        twoSockets("0", "0-1");
        Topology machine = machine();
        assertEquals(
                List.of("0:0", "1:"),
                machine.objects(TopologyType.NUMA_NODE).stream()
                        .map(node -> node.osIndex() + ":" + ProcessorSets.text(node.processingUnits()))
                        .sorted()
                        .toList());
    }

    @Test
    void shouldWorkWithOnlyTheListOfProcessors() throws IOException {
        write(CPU + "online", "0-1");
        write("proc/meminfo", "MemTotal:        2048 kB");
        assertEquals(
                "MACHINE#0{0-1}(NUMA_NODE#0{0-1} CORE#0{0}(PU#0{0}) CORE#1{1}(PU#1{1}))",
                TopologyText.structure(machine()));
        assertEquals(
                2L << 20, machine().objects(TopologyType.NUMA_NODE).getFirst().bytes());
    }

    @Test
    void shouldIgnoreFilesThatHoldNonsense() throws IOException {
        twoSockets("0-15", "0-1");
        write(CPU + "cpu3/topology/core_id", "many");
        write(CPU + "cpu3/topology/core_cpus_list", "3-1");
        write(CPU + "cpu3/cache/index2/size", "huge");
        write(NODE + "node1/meminfo", "");
        assertEquals(16, machine().objects(TopologyType.PU).size());
        assertEquals(8, machine().objects(TopologyType.CORE).size());
    }

    @Test
    void shouldLeaveOutACacheThatCutsThroughAnother() throws IOException {
        twoSockets("0-15", "0-1");
        for (int unit : new int[] {0, 4}) {
            write(CPU + "cpu" + unit + "/cache/index3/shared_cpu_list", "0,4");
        }
        Topology machine = machine();
        assertEquals(16, machine.objects(TopologyType.PU).size());
        assertEquals(2, machine.objects(TopologyType.L3).size());
    }

    @Test
    void shouldCountProcessorsWhereThereIsNoLinux() {
        Topology machine = new JdkProvider(root, () -> 3).machine();
        assertEquals(
                "MACHINE#0{0-2}(CORE#0{0}(PU#0{0}) CORE#1{1}(PU#1{1}) CORE#2{2}(PU#2{2}))",
                TopologyText.structure(machine));
    }

    @Test
    void shouldReadTheMachineOnce() throws IOException {
        twoSockets("0-15", "0-1");
        JdkProvider provider = new JdkProvider(root, () -> 1);
        assertSame(provider.machine(), provider.machine());
    }

    private Topology machine() {
        return new JdkProvider(root, () -> 1).machine();
    }

    private void twoSockets(String allowedUnits, String allowedNodes) throws IOException {
        write(CPU + "online", "0-15");
        write(
                "proc/self/status",
                "Name:\tjava\nCpus_allowed:\tffff\nCpus_allowed_list:\t" + allowedUnits + "\nMems_allowed_list:\t"
                        + allowedNodes);
        write(NODE + "online", "0-1");
        for (int socket = 0; socket < 2; socket++) {
            String units = socket == 0 ? "0-3,8-11" : "4-7,12-15";
            write(NODE + "node" + socket + "/cpulist", units);
            write(NODE + "node" + socket + "/meminfo", "Node " + socket + " MemTotal:       67108864 kB");
            for (int core = 0; core < 4; core++) {
                for (int thread = 0; thread < 2; thread++) {
                    int unit = socket * 4 + core + 8 * thread;
                    processor(unit, socket, core, socket * 4 + core + "," + (socket * 4 + core + 8), units);
                }
            }
        }
    }

    private void processor(int unit, int socket, int core, String threads, String socketUnits) throws IOException {
        String topology = CPU + "cpu" + unit + "/topology/";
        write(topology + "physical_package_id", "" + socket);
        write(topology + "core_id", "" + core);
        write(topology + "die_id", "0");
        write(topology + "thread_siblings_list", threads);
        write(topology + "die_cpus_list", socketUnits);
        write(topology + "package_cpus_list", socketUnits);
        cache(unit, 0, 1, "Data", "32K", threads);
        cache(unit, 1, 1, "Instruction", "32K", threads);
        cache(unit, 2, 2, "Unified", "1024K", threads);
        cache(unit, 3, 3, "Unified", "32768K", socketUnits);
    }

    private void cache(int unit, int index, int level, String type, String size, String shared) throws IOException {
        String cache = CPU + "cpu" + unit + "/cache/index" + index + "/";
        write(cache + "level", "" + level);
        write(cache + "type", type);
        write(cache + "size", size);
        write(cache + "shared_cpu_list", shared);
    }

    private void pci(String address, String pciClass, String near) throws IOException {
        String folder = "sys/bus/pci/devices/" + address + "/";
        write(folder + "class", pciClass);
        write(folder + "vendor", "0x10de");
        write(folder + "device", "0x2335");
        write(folder + "local_cpulist", near);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }
}
