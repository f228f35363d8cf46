package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HwlocProviderTest {
    private HwlocProvider provider;

    /** A provider through the installed library; without one, the test is skipped. */
    static HwlocProvider hwloc() {
        String library;
        try {
            library = HwlocProbe.find("");
        } catch (HwlocUnavailableException e) {
            return Assumptions.abort("not tested: " + e.getMessage());
        }
        return new HwlocProvider(library, JdkProvider.here(), e -> fail("hwloc was given up", e));
    }

    @AfterEach
    void giveBack() {
        if (provider != null) {
            provider.close();
        }
    }

    @Test
    void shouldReadThisMachineOnce() {
        provider = hwloc();
        Topology machine = provider.machine();
        assertTrue(machine.source().matches("hwloc 2\\.\\d+.*"), machine.source());
        assertFalse(machine.objects(TopologyType.PU).isEmpty());
        assertSame(machine, provider.machine());
    }

    @Test
    void shouldSeeTheSameUnitsAndCoresAsTheJdkProvider() {
        provider = hwloc();
        Topology other = JdkProvider.here().machine();
        assertEquals(other.root().processingUnits(), provider.machine().root().processingUnits());
        assertEquals(
                other.objects(TopologyType.CORE).size(),
                provider.machine().objects(TopologyType.CORE).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core:2 pu:2",
                "pu:3",
                "core:1 pu:2",
                "numa:1 core:2 pu:1",
                "numa:2 core:4 pu:2",
                "numa:2 pu:2",
                "pack:2 numa:2 core:2 pu:1",
                "numa:2 pack:1 core:1 pu:1",
                "pack:2 numa:1 core:1 pu:1",
                "pack:1 die:2 l3:1 l2:1 l1:1 core:1 pu:2",
                "pack:2 l3:1 core:1 numa:1 pu:1",
                "pack:2 numa:2 l3:1 core:8 pu:2",
                "Package:3 NUMANode:1 L2Cache:2 Core:2 PU:2"
            })
    void shouldBuildTheSameMachineFromADescriptionAsTheJdkProvider(String description) {
        provider = hwloc();
        assertEquals(
                TopologyText.structureAndSizes(provider.syntheticByHwloc(description)),
                TopologyText.structureAndSizes(JdkProvider.here().synthetic(description)));
    }

    @Test
    void shouldUnderstandAllOfHwlocsNotation() {
        provider = hwloc();
        assertEquals(
                64,
                provider.synthetic("pack:2 [numa(memory=4GB)] l3:2 core:8 2")
                        .objects(TopologyType.PU)
                        .size());
    }

    @Test
    void shouldSayWhyADescriptionIsRefused() {
        provider = hwloc();
        assertReason("core:2", "end with processing units");
        assertReason("foo:2 pu:1", "known are pack");
        assertReason("pack:2 [bar] pu:1", "refused by hwloc");
        assertReason("core:1000000 pu:100000", "more than 16384");
        assertReason("core:4097 [numa] pu:1", "more than 4096");
    }

    private void assertReason(String description, String reason) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> provider.synthetic(description));
        assertTrue(e.getMessage().contains(reason) && e.getMessage().contains(description), e.getMessage());
    }

    @Test
    void shouldGoOnWithTheSubstituteWhenClosed() {
        provider = hwloc();
        provider.close();
        assertEquals(JdkProvider.here().machine().source(), provider.machine().source());
        assertEquals(
                4, provider.synthetic("core:4 pu:1").objects(TopologyType.PU).size());
    }

    @Test
    void shouldGiveUpOnceAndGoOnWithTheSubstituteWhenTheLibraryFails() {
        List<HwlocUnavailableException> reasons = new ArrayList<>();
        provider = new HwlocProvider("libnothwloc.so.99", JdkProvider.here(), reasons::add);
        assertEquals(
                JdkProvider.here().machine().root().processingUnits(),
                provider.machine().root().processingUnits());
        provider.synthetic("core:2 pu:1");
        assertEquals(1, reasons.size());
        assertTrue(reasons.getFirst().getMessage().contains("libnothwloc.so.99"), reasons.toString());
    }

    @Test
    void shouldRefuseOtherMajorVersions() throws HwlocUnavailableException {
        Hwloc.checkVersion("libhwloc", 0x00020800);
        HwlocUnavailableException one =
                assertThrows(HwlocUnavailableException.class, () -> Hwloc.checkVersion("libhwloc", 0x00010b00));
        assertTrue(one.getMessage().contains("API version 1.11"), one.getMessage());
        assertThrows(HwlocUnavailableException.class, () -> Hwloc.checkVersion("libhwloc", 0x00030000));
    }

    @Test
    void shouldSayWhatToInstallWhenAConfiguredLibraryIsMissing() {
        HwlocUnavailableException e =
                assertThrows(HwlocUnavailableException.class, () -> HwlocProbe.find("/nowhere/libhwloc.so"));
        assertTrue(e.getMessage().contains("/nowhere/libhwloc.so"), e.getMessage());
        assertTrue(e.getMessage().contains(HwlocConfiguration.PID), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hwloc", "jdk"})
    void shouldSeeOnlyWhatTasksetLeaves(String which) throws Exception {
        Path taskset = Path.of("/usr/bin/taskset");
        Assumptions.assumeTrue(Files.isExecutable(taskset), "taskset is not installed");
        if (which.equals("hwloc")) {
            hwloc().close();
        }
        int last = JdkProvider.here().machine().root().processingUnits().length() - 1;
        Process process = new ProcessBuilder(
                        taskset.toString(),
                        "-c",
                        "" + last,
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PrintMachine.class.getName(),
                        which)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        assertEquals("" + last, output.strip());
    }

    /** Prints the processing units of the machine and of its PUs. */
    static final class PrintMachine {
        private PrintMachine() {}

        public static void main(String[] arguments) {
            Topology machine = (arguments[0].equals("hwloc") ? hwloc() : JdkProvider.here()).machine();
            if (machine.objects(TopologyType.PU).size() == 1) {
                System.out.println(ProcessorSets.text(machine.root().processingUnits()));
            }
        }
    }

    @Test
    void shouldReadTheMachineOnceForAllUsersWithoutAContainer() {
        assertSame(new SharedProvider().machine(), new SharedProvider().machine());
    }
}
