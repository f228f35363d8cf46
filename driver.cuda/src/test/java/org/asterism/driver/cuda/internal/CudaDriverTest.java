package org.asterism.driver.cuda.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.asterism.api.Clock;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CudaDriverTest {
    private static final DriverRequest ANYTHING = request(OptionalInt.empty(), Map.of());

    private static DriverRequest request(OptionalInt most, Map<String, String> properties) {
        return new DriverRequest(most, Clock.system(), properties);
    }

    private static List<ComputeUnit> open(FakeCuda cuda, Map<String, String> properties) {
        return cuda.driver(Map.of()).open(request(OptionalInt.empty(), properties));
    }

    private static List<String> names(List<ComputeUnit> units) {
        return units.stream().map(ComputeUnit::name).toList();
    }

    @Test
    void shouldOfferNothingAndSayWhyWithoutADriver() {
        CudaDriver driver = new CudaDriver(
                Map.of(),
                whyNot -> {
                    whyNot.accept("there is no libcuda.so.1");
                    return Optional.empty();
                },
                Optional::empty);
        assertEquals(List.of(), driver.open(request(OptionalInt.empty(), Map.of())));
        assertEquals(new DeviceReport("cuda", "there is no libcuda.so.1", List.of()), driver.report(ANYTHING));
    }

    @Test
    void shouldLookForADriverAgain() {
        List<String> looks = new ArrayList<>();
        FakeCuda cuda = new FakeCuda(1);
        CudaDriver driver = new CudaDriver(
                Map.of(),
                whyNot -> {
                    looks.add("look");
                    if (looks.size() == 1) {
                        whyNot.accept("not yet");
                        return Optional.empty();
                    }
                    return Optional.of(cuda.library());
                },
                Optional::empty);
        assertEquals("not yet", driver.report(ANYTHING).remark());
        assertEquals(List.of("cuda-0"), names(driver.rescan(request(OptionalInt.empty(), Map.of()), List.of())));
        assertEquals("", driver.report(ANYTHING).remark());
        assertEquals(2, looks.size(), "looks, when it was found at the second");
    }

    @Test
    void shouldOpenAWorkerPerDevice() {
        List<ComputeUnit> units = open(new FakeCuda(3), Map.of());
        assertEquals(List.of("cuda-0", "cuda-1", "cuda-2"), names(units));
        ComputeUnit last = units.getLast();
        assertEquals(
                Map.of(
                        "device",
                        2,
                        "device.name",
                        "cuda-2",
                        "device.model",
                        "Imagined 2",
                        "device.type",
                        "gpu",
                        "pci.bus",
                        "0000:02:00.0",
                        "compute.capability",
                        "8.6",
                        "multiprocessors",
                        100,
                        "driver.version",
                        "12.4"),
                last.properties());
        assertEquals(2, last.pipeline());
        assertEquals("cuda-2", last.memory().orElseThrow().name());
    }

    @Test
    void shouldOpenTheDevicesAndWorkersThatAreAskedFor() {
        Map<String, String> properties = Map.of("devices", "0, 2", "workers", "2", "pipeline", "3");
        List<ComputeUnit> units = open(new FakeCuda(3), properties);
        assertEquals(List.of("cuda-0.0", "cuda-0.1", "cuda-2.0", "cuda-2.1"), names(units));
        Set<DeviceMemory> memories = new LinkedHashSet<>();
        units.forEach(unit -> memories.add(unit.memory().orElseThrow()));
        assertEquals(2, memories.size(), "memories of two devices");
        assertEquals(3, units.getFirst().pipeline());
    }

    @ParameterizedTest
    @CsvSource({
        "0, ''",
        "1, 'cuda-0'",
        "2, 'cuda-0 cuda-1'",
        "3, 'cuda-0.0 cuda-0.1 cuda-1'",
        "4, 'cuda-0.0 cuda-0.1 cuda-1.0 cuda-1.1'"
    })
    void shouldDealALimitedNumberOfWorkersOutToTheDevices(int most, String names) {
        List<ComputeUnit> units = new FakeCuda(2).driver(Map.of()).open(request(OptionalInt.of(most), Map.of()));
        assertEquals(names, String.join(" ", names(units)));
    }

    @Test
    void shouldOpenNoMoreWorkersPerDeviceThanIsSaid() {
        CudaDriver driver = new FakeCuda(2).driver(Map.of("workers", 1));
        assertEquals(List.of("cuda-0", "cuda-1"), names(driver.open(request(OptionalInt.of(8), Map.of()))));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 966367644", // a GiB less 10 percent
        "50, '', 536870924",
        "0, 64m, 67108864",
        "'', 1g, 966367644"
    })
    void shouldLeaveMemoryFree(String reserve, String limit, long capacity) {
        List<ComputeUnit> units = open(new FakeCuda(1), Map.of("memory.reserve", reserve, "memory.limit", limit));
        assertEquals(capacity, units.getFirst().memory().orElseThrow().capacity());
    }

    @Test
    void shouldUseNoMemoryThatOthersUse() {
        FakeCuda cuda = new FakeCuda(1).answer("freeMemory", arguments -> 5000L);
        assertEquals(
                4500, open(cuda, Map.of()).getFirst().memory().orElseThrow().capacity());
    }

    @Test
    void shouldFindDevicesThatHaveCome() {
        FakeCuda cuda = new FakeCuda(2);
        CudaDriver driver = cuda.driver(Map.of());
        List<ComputeUnit> units = driver.open(request(OptionalInt.empty(), Map.of()));
        assertEquals(List.of(), driver.rescan(request(OptionalInt.empty(), Map.of()), units));
        cuda.answer("deviceCount", arguments -> 3);
        assertEquals(List.of("cuda-2"), names(driver.rescan(request(OptionalInt.empty(), Map.of()), units)));
        assertEquals(
                List.of("cuda-1", "cuda-2"),
                names(driver.rescan(request(OptionalInt.empty(), Map.of()), units.subList(0, 1))),
                "one was lost and has gone");
        assertEquals(List.of(), driver.rescan(request(OptionalInt.of(2), Map.of()), units), "no more are wanted");
    }

    @Test
    void shouldLeaveOutADeviceThatCannotBeOpened() {
        FakeCuda cuda = new FakeCuda(3).failFor("retainContext", 1, 46);
        assertEquals(List.of("cuda-0", "cuda-2"), names(open(cuda, Map.of())));
        FakeCuda silent = new FakeCuda(3).failFor("deviceName", 0, 999);
        assertEquals(List.of("cuda-1", "cuda-2"), names(open(silent, Map.of())));
    }

    @Test
    void shouldGiveTheContextBackOfADeviceThatCannotBeOpened() {
        FakeCuda cuda = new FakeCuda(1).answer("createStream", arguments -> {
            throw new IllegalStateException("thrown by a test");
        });
        assertEquals(List.of(), open(cuda, Map.of()));
        assertEquals(1, cuda.calls("retainContext"));
        assertEquals(1, cuda.calls("releaseContext"));
    }

    @Test
    void shouldReportWhatIsThereAndWhetherItIsUsed() {
        DeviceReport report = new FakeCuda(2).driver(Map.of("devices", "1")).report(ANYTHING);
        assertEquals("cuda", report.driver());
        assertEquals("", report.remark());
        DeviceDescription first = report.devices().getFirst();
        assertEquals("cuda-0", first.name());
        assertEquals("Imagined 0", first.model());
        assertEquals(1L << 30, first.memory());
        assertFalse(first.used());
        assertTrue(first.remark().contains("'devices'"), first.remark());
        assertEquals("0000:00:00.0", first.facts().get("pci.bus"));
        assertTrue(report.devices().getLast().used());
        DriverRequest wanting = new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of("devices", "0"));
        assertTrue(
                new FakeCuda(2)
                        .driver(Map.of("devices", "1"))
                        .report(wanting)
                        .devices()
                        .getFirst()
                        .used(),
                "the runtime's word wins");
        assertEquals("", report.devices().getLast().remark());
    }

    @Test
    void shouldNeverCallAStandInADevice() {
        FakeCuda cuda = new FakeCuda(1).answer("deviceName", arguments -> "CUDA stand-in 0");
        DeviceReport report = cuda.driver(Map.of()).report(ANYTHING);
        assertTrue(report.remark().contains("stand-in"), report.remark());
        assertTrue(report.devices().getFirst().remark().startsWith("no GPU"), report.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "workers, many, a number from 0 to 64",
        "workers, 65, a number from 0 to 64",
        "pipeline, 0, a number from 1 to 64",
        "memory.limit, much, 'a number of bytes such as 65536, 64k, 16m or 1g'",
        "memory.limit, 0, 'a number of bytes such as 65536, 64k, 16m or 1g'",
        "memory.reserve, 91, a number from 0 to 90",
        "devices, -1, 'numbers of devices such as 0,2, or all'",
        "devices, first, 'numbers of devices such as 0,2, or all'"
    })
    void shouldSayWhatAPropertyMayBe(String name, String value, String allowed) {
        String message = assertThrows(IllegalArgumentException.class, () -> open(new FakeCuda(1), Map.of(name, value)))
                .getMessage();
        assertEquals("driver.cuda: property '" + name + "' is '" + value + "': give " + allowed, message);
    }

    @Test
    void shouldRefuseAPropertyThatItDoesNotKnow() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> open(new FakeCuda(1), Map.of("streams", "2")))
                .getMessage();
        assertTrue(message.contains("'streams'") && message.contains("memory.limit"), message);
    }

    @Test
    void shouldPreferTheRuntimesWordToTheConfiguration() {
        CudaDriver driver = new FakeCuda(1).driver(Map.of("pipeline", 5, "memory.limit", "1m"));
        ComputeUnit unit = driver.open(request(OptionalInt.empty(), Map.of("pipeline", "7")))
                .getFirst();
        assertEquals(7, unit.pipeline());
        assertEquals(1 << 20, unit.memory().orElseThrow().capacity());
    }
}
