package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.asterism.api.Clock;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeveralDevicesTest {
    private final Driver driver = Pocl.driver();

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    private static List<String> names(List<ComputeUnit> units) {
        return units.stream().map(ComputeUnit::name).toList();
    }

    private static void close(List<ComputeUnit> units) {
        units.forEach(ComputeUnit::close);
    }

    private static DriverRequest atMost(int most, String... properties) {
        return new DriverRequest(OptionalInt.of(most), Clock.system(), StartedUnit.map(properties));
    }

    private void assumeTwo() {
        assumeTrue(
                driver.report(anything()).devices().size() > 1,
                "SKIPPED: there is one device only; POCL_DEVICES='pthread pthread' makes two of it");
    }

    private static DriverRequest anything(String... properties) {
        return new DriverRequest(OptionalInt.empty(), Clock.system(), StartedUnit.map(properties));
    }

    @Test
    void shouldReportWhatTheRuntimeThatAsksUses() {
        Driver unconfigured = new OpenClDriver(Map.of());
        for (DriverRequest wanting : List.of(anything("cpu.devices", "true"), atMost(1))) {
            DeviceDescription device = unconfigured.report(wanting).devices().getFirst();
            assertTrue(device.used(), () -> "for " + wanting);
            assertFalse(device.remark().contains("cpu.devices"), device::remark);
        }
        DeviceDescription left =
                driver.report(anything("cpu.devices", "false")).devices().getFirst();
        assertFalse("cpu".equals(left.facts().get("device.type")) && left.used(), "the runtime's word wins");
        assertThrows(IllegalArgumentException.class, () -> unconfigured.report(anything("no.such", "property")));
    }

    @Test
    void shouldReportWhatThereIs() {
        DeviceReport report = new OpenClDriver(Map.of()).report(anything());
        assertEquals("opencl", report.driver());
        assertEquals("", report.remark());
        for (DeviceDescription device : report.devices()) {
            assertTrue(device.memory() > 0);
            assertFalse(device.model().isBlank());
            if ("cpu".equals(device.facts().get("device.type"))) {
                assertFalse(device.used());
                assertTrue(device.remark().contains("cpu.devices=true"), device.remark());
            }
        }
        assertTrue(driver.report(anything()).devices().getFirst().used(), "with cpu.devices=true");
    }

    @Test
    void shouldUseProcessorsOnlyIfAskedTo() {
        Driver plain = new OpenClDriver(Map.of());
        List<ComputeUnit> byItself = StartedUnit.open(plain);
        assertTrue(byItself.stream()
                .noneMatch(unit -> unit.properties().get("device.type").equals("cpu")));
        close(byItself);
        List<ComputeUnit> byProperty = StartedUnit.open(plain, "cpu.devices", "true");
        assertFalse(byProperty.isEmpty());
        close(byProperty);
        List<ComputeUnit> byNumber = plain.open(atMost(1));
        assertEquals(1, byNumber.size());
        close(byNumber);
        assertEquals(
                List.of(),
                plain.open(atMost(1, "cpu.devices", "false")).stream()
                        .filter(unit -> unit.properties().get("device.type").equals("cpu"))
                        .toList());
    }

    @Test
    void shouldSayOfUnitsWhereTheyAre() {
        List<ComputeUnit> units = StartedUnit.open(driver, "devices", "0", "workers", "2");
        assertEquals(List.of("opencl-0.0", "opencl-0.1"), names(units));
        for (ComputeUnit unit : units) {
            assertEquals(0, unit.properties().get(ComputeUnit.DEVICE));
            assertEquals("opencl-0", unit.properties().get("device.name"));
            assertEquals("opencl-0", unit.memory().orElseThrow().name());
        }
        close(units);
        List<ComputeUnit> single = StartedUnit.open(driver, "devices", "0");
        assertEquals(List.of("opencl-0"), names(single));
        close(single);
    }

    @Test
    void shouldUseTheDevicesThatAreNamed() {
        assumeTwo();
        List<ComputeUnit> second = StartedUnit.open(driver, "devices", "1");
        assertEquals(List.of("opencl-1"), names(second));
        close(second);
        List<ComputeUnit> none = StartedUnit.open(driver, "platform", "no such platform");
        assertEquals(List.of(), none);
    }

    @Test
    void shouldFindDevicesThatARuntimeDoesNotHaveYet() {
        assumeTwo();
        List<ComputeUnit> first = StartedUnit.open(driver, "devices", "0");
        DriverRequest all = new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of());
        List<ComputeUnit> more = driver.rescan(all, first);
        assertEquals(driver.report(anything()).devices().size() - 1, more.size());
        assertFalse(names(more).contains("opencl-0"));
        assertEquals(List.of(), driver.rescan(atMost(1), first), "a runtime that wants no more");
        close(first);
        close(more);
    }

    @Test
    void shouldDivideADeviceIntoPartsThatShareItsMemory() throws Exception {
        try (StartedUnit on = StartedUnit.of(driver, "devices", "0", "sub.devices", "1", "memory.limit", "16m")) {
            assumeTrue(on.units().size() > 1, "SKIPPED: the device has one compute unit only");
            ComputeUnit other = on.units().get(1);
            assertEquals(on.memory(), other.memory().orElseThrow());
            for (ComputeUnit part : on.units()) {
                assertEquals(1, part.properties().get("compute.units"));
                assertEquals(1000, part.properties().get(ComputeUnit.DEVICE), "by which models keep parts apart");
            }
            VectorView vector = on.vector(1, 2, 3);
            other.start();
            on.run(Doubling.KERNEL, vector);
            StartedUnit.await(other.launch(Doubling.KERNEL, StartedUnit.context(Doubling.KERNEL, vector)));
            other.stop();
            assertArrayEquals(new double[] {4, 8, 12}, on.numbers(vector));
        }
    }

    @Test
    void shouldDivideADeviceIntoPartsOfGivenSizes() {
        int units = (int) driver.report(anything()).devices().getFirst().facts().get("compute.units");
        assumeTrue(units > 1, "SKIPPED: the device has one compute unit only");
        List<ComputeUnit> parts = StartedUnit.open(driver, "devices", "0", "sub.devices", "1," + (units - 1));
        assertEquals(
                List.of(1, units - 1),
                parts.stream()
                        .map(part -> part.properties().get("compute.units"))
                        .toList());
        close(parts);
        for (String impossible : List.of(Integer.toString(units + 1), "1," + units)) {
            Exception refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> StartedUnit.open(driver, "devices", "0", "sub.devices", impossible));
            assertTrue(refusal.getMessage().contains("'sub.devices'"), refusal.getMessage());
            assertTrue(refusal.getMessage().contains(units + " compute units"), refusal.getMessage());
        }
    }

    @Test
    void shouldCopyToDevicesOfTheSameContextOnly() throws Exception {
        assumeTwo();
        try (StartedUnit apart = StartedUnit.of(driver)) {
            List<DeviceMemory> memories = memories(apart);
            assertFalse(memories.get(0).reaches(memories.get(1)), "devices with contexts of their own");
            assertThrows(
                    UnsupportedOperationException.class, () -> memories.get(0).copyTo(memories.get(1), List.of()));
        }
        try (StartedUnit together = StartedUnit.of(driver, "shared.context", "true")) {
            List<DeviceMemory> memories = memories(together);
            assertNotEquals(memories.get(0), memories.get(1));
            assertTrue(memories.get(0).reaches(memories.get(1)), "devices that share a context");
            VectorView vector = together.vector(1, 2, 3);
            VectorView there = StartedUnit.view(memories.get(1).allocate(24));
            StartedUnit.await(memories.get(0)
                    .copyTo(memories.get(1), List.of(StartedUnit.copy(vector.segment(), there.segment()))));
            ComputeUnit other = together.units().stream()
                    .filter(unit -> unit.memory().orElseThrow() == memories.get(1))
                    .findFirst()
                    .orElseThrow();
            other.start();
            StartedUnit.await(other.launch(Doubling.KERNEL, StartedUnit.context(Doubling.KERNEL, there)));
            other.stop();
            StartedUnit.await(memories.get(1)
                    .copyTo(memories.get(0), List.of(StartedUnit.copy(there.segment(), vector.segment()))));
            assertArrayEquals(new double[] {2, 4, 6}, together.numbers(vector));
        }
    }

    private static List<DeviceMemory> memories(StartedUnit on) {
        return List.copyOf(on.units().stream()
                .map(unit -> unit.memory().orElseThrow())
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    }
}
