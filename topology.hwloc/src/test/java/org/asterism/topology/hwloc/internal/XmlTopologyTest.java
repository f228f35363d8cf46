package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlTopologyTest {
    @TempDir
    Path folder;

    static Path resource(String name) {
        try {
            return Path.of(XmlTopologyTest.class.getResource("/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldReadPackagesCachesCoresAndMemoryOfTwoSockets() {
        Topology machine = XmlTopology.read(resource("two-sockets-two-gpus.xml"));

        assertEquals(2, machine.objects(TopologyType.PACKAGE).size());
        assertEquals(8, machine.objects(TopologyType.CORE).size());
        assertEquals(16, machine.objects(TopologyType.PU).size());
        TopologyObject secondNode = machine.objects(TopologyType.NUMA_NODE).get(1);
        assertEquals("4-7,12-15", ProcessorSets.text(secondNode.processingUnits()));
        assertEquals(64L << 30, secondNode.bytes());
        assertEquals(32L << 20, machine.objects(TopologyType.L3).get(0).bytes());
        assertEquals(
                List.of(0, 1, 2, 3, 4, 5, 6, 7),
                machine.objects(TopologyType.CORE).stream()
                        .map(TopologyObject::logicalIndex)
                        .toList());
        assertEquals(3, machine.objects(TopologyType.CORE).get(7).osIndex());
        assertTrue(machine.source().endsWith("two-sockets-two-gpus.xml"), machine.source());
    }

    @Test
    void shouldTellWhichSocketAGpuIsNearTo() {
        Topology machine = XmlTopology.read(resource("two-sockets-two-gpus.xml"));

        TopologyObject second = machine.objects(TopologyType.PACKAGE).get(1);
        TopologyObject gpu =
                new Topology(second, "").objects(TopologyType.PCI_DEVICE).getFirst();
        assertEquals("0000:af:00.0", gpu.attributes().get("pci_busid"));
        assertEquals("NVIDIA H200", gpu.name());
        TopologyObject device = gpu.children().getFirst();
        assertEquals(TopologyType.OS_DEVICE, device.type());
        assertEquals("cuda1", device.name());
        assertEquals("CUDA", device.attributes().get("Backend"));
    }

    @Test
    void shouldKeepWhatHasNoTypeOfItsOwnUnderItsName() {
        Topology machine = XmlTopology.read(resource("two-sockets-two-gpus.xml"));

        assertEquals(8, machine.objects(TopologyType.OTHER).size());
        assertEquals("L1iCache", machine.objects(TopologyType.OTHER).getFirst().name());
    }

    @Test
    void shouldNameFileLineAndReasonWhenTheFileIsTruncated() {
        assertRefused(resource("truncated.xml"), "truncated.xml'", ", line 21:", "must start and end");
    }

    @Test
    void shouldNotExpandEntities() {
        assertRefused(resource("entity-bomb.xml"), ", line 13:", "\"g\"");
    }

    @Test
    void shouldNotReadOtherFilesThroughEntities() {
        assertRefused(resource("external-entity.xml"), ", line 7:", "secret");
    }

    @Test
    void shouldNotLoadTheDocumentTypeAndRefuseEntitiesItMightDeclare() throws IOException {
        assertRefused(
                file("<!DOCTYPE topology SYSTEM \"http://localhost:1/hwloc2.dtd\">\n<topology version=\"2.0\">\n"
                        + "<object type=\"Machine\" cpuset=\"0x1\">&other;</object></topology>"),
                ", line 3:",
                "other");
    }

    @Test
    void shouldRefuseObjectsNestedWithoutEnd() throws IOException {
        StringBuilder text = new StringBuilder("<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"0x1\">");
        for (int i = 0; i < 10_000; i++) {
            text.append("\n<object type=\"Group\" cpuset=\"0x1\">");
        }
        assertRefused(file(text.toString()), "line 91", "deeper than 90");
    }

    @Test
    void shouldRefuseTheFormatOfHwloc1AndSayHowToConvertIt() throws IOException {
        assertRefused(
                file("<topology>\n<object type=\"Machine\" cpuset=\"0x1\"/></topology>"),
                "line 1:",
                "hwloc 1",
                "lstopo");
    }

    @Test
    void shouldRefuseTheFormatOfHwloc3() throws IOException {
        assertRefused(file("<topology version=\"3.0\"/>"), "'3.0'", "2.x");
    }

    @Test
    void shouldRefuseXmlThatIsNoTopology() throws IOException {
        assertRefused(file("<html><body/></html>"), "no object of type Machine");
    }

    @Test
    void shouldRefuseWhatIsNoXml() throws IOException {
        assertRefused(file("\u0000\u0001 not XML"), "line 1", "no well-formed XML");
        assertRefused(file(""), "line 1", "no well-formed XML");
    }

    @Test
    void shouldRefuseAProcessingUnitOutsideItsCore() throws IOException {
        assertRefused(
                file(machine(
                        "<object type=\"Core\" cpuset=\"0x1\">\n<object type=\"PU\" os_index=\"1\" cpuset=\"0x2\"/>"
                                + "</object>")),
                "line 4:",
                "PU",
                "CORE");
    }

    @Test
    void shouldRefuseTwoProcessingUnitsOfOneNumber() throws IOException {
        String unit = "<object type=\"PU\" os_index=\"1\" cpuset=\"0x2\"/>\n";
        assertRefused(file(machine(unit + unit)), "line 4:", "two PUs", "1");
    }

    @Test
    void shouldRefuseAProcessingUnitWhoseSetIsAnother() throws IOException {
        assertRefused(
                file(machine("<object type=\"PU\" os_index=\"0\" cpuset=\"0x2\"/>")),
                "line 3:",
                "os_index is 0",
                "'1'");
    }

    @Test
    void shouldRefuseMasksAndNumbersThatAreNone() throws IOException {
        assertRefused(file(machine("<object type=\"Core\" cpuset=\"0xzz\"/>")), "line 3:", "0xzz");
        assertRefused(file(machine("<object type=\"Core\" cpuset=\"0xf...f\"/>")), "line 3:", "0xf...f");
        assertRefused(
                file(machine("<object type=\"L3Cache\" cpuset=\"0x3\" cache_size=\"-5\"/>")), "cache_size", "\"-5\"");
        assertRefused(file(machine("<object type=\"Core\" cpuset=\"0x1\" os_index=\"99999999999\"/>")), "os_index");
    }

    @Test
    void shouldRefuseAMachineWithoutProcessingUnits() throws IOException {
        assertRefused(file(machine("")), "no object of type PU");
    }

    @Test
    void shouldRefuseAMachineWithinAMachine() throws IOException {
        assertRefused(file(machine("<object type=\"Machine\" cpuset=\"0x3\"/>")), "line 3:", "Machine");
    }

    @Test
    void shouldRefuseFilesThatCannotBeRead() {
        assertRefused(folder.resolve("absent.xml"), "absent.xml", "does not exist");
        assertRefused(folder, folder.toString());
    }

    @Test
    void shouldReadMasksOfSeveralWords() throws IOException {
        Topology machine = XmlTopology.read(file("<topology version=\"2.0\"><object type=\"Machine\""
                + " cpuset=\"0x00000001,,0x80000000\"><object type=\"PU\" os_index=\"64\" cpuset=\"0x00000001,,0x0\"/>"
                + "</object></topology>"));
        assertEquals("31,64", ProcessorSets.text(machine.root().processingUnits()));
    }

    private static String machine(String content) {
        return "<topology version=\"2.0\">\n<object type=\"Machine\" cpuset=\"0x3\">\n" + content
                + "</object></topology>";
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("machine.xml"), text);
    }

    private static void assertRefused(Path file, String... parts) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> XmlTopology.read(file));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e.getMessage() + " should contain " + part);
        }
        assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }

    @Test
    void shouldRefuseAPipeWithoutOpeningIt() throws Exception {
        Path pipe = folder.resolve("pipe.xml");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertEquals(
                        "topology file '" + pipe + "' is a device, pipe or socket; name a file",
                        assertThrows(IllegalArgumentException.class, () -> XmlTopology.read(pipe))
                                .getMessage()));
    }
}
