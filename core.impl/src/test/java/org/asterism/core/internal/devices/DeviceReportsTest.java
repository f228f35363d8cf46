package org.asterism.core.internal.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What drivers have found, and what they find later. */
@Timeout(60)
class DeviceReportsTest {
    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();

    @AfterEach
    void close() {
        laboratory.close();
    }

    private static List<String> names(List<Worker> workers) {
        return workers.stream().map(Worker::name).toList();
    }

    @Test
    void shouldShowWhatEachDriverHasFound() {
        driver.comes();
        laboratory.addDriver("hand", driver);
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = laboratory.runtime();
        List<DeviceReport> reports = runtime.devices();
        assertEquals(
                List.of("cpu", "hand"),
                reports.stream().map(DeviceReport::driver).toList());
        assertEquals(List.of(), reports.get(0).devices());
        assertEquals(
                List.of("hand-0"),
                reports.get(1).devices().stream().map(DeviceDescription::name).toList());
    }

    @Test
    void shouldSayThatADriverCannotReport() {
        laboratory.addDriver("bad", new Driver() {
            @Override
            public List<ComputeUnit> open(DriverRequest request) {
                return List.of();
            }

            @Override
            public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
                throw new IllegalStateException("not today");
            }

            @Override
            public DeviceReport report(DriverRequest request) {
                throw new IllegalStateException("not today");
            }
        });
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = laboratory.runtime();
        DeviceReport bad = runtime.devices().getFirst();
        assertEquals("bad", bad.driver());
        assertTrue(bad.remark().contains("not today"), bad::remark);
        assertEquals("there is no device", runtime.devices().get(1).remark());
        driver.comes();
        assertEquals(List.of("hand-0"), names(runtime.rescanDevices()), "others are asked still");
    }

    @Test
    void shouldTellADriverWhatTheRuntimeThatAsksWants() {
        laboratory.addDriver("listening", new Driver() {
            @Override
            public List<ComputeUnit> open(DriverRequest request) {
                return List.of();
            }

            @Override
            public DeviceReport report(DriverRequest request) {
                return new DeviceReport("listening", request.mostUnits() + " " + request.properties(), List.of());
            }
        });
        TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withWorkers("listening", 3)
                .withDriverProperty("listening", "speed", "fast"));
        assertEquals("OptionalInt[3] {speed=fast}", runtime.devices().getFirst().remark());
    }

    @Test
    void shouldGiveDevicesThatHaveComeToTheContextsThatWantThem() throws InterruptedException {
        laboratory.addDriver("hand", driver);
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = laboratory.runtime();
        assertEquals(List.of("cpu-0"), names(runtime.workers()));
        SchedulingContext context = runtime.createContext(
                ContextDescription.named("devices").withWorkers(WorkerSelection.matching("(arch=cuda)")));
        HandDevice device = driver.withUnits(2).comes();
        assertEquals(List.of("hand-0.0", "hand-0.1"), names(runtime.rescanDevices()));
        assertEquals(List.of(), names(runtime.rescanDevices()));
        assertEquals(2, runtime.memoryNodes().size());
        assertEquals(List.of("cpu-0", "hand-0.0", "hand-0.1"), names(runtime.workers()));
        assertEquals(List.of("hand-0.0", "hand-0.1"), names(context.workers()));
        device.endAllFromNowOn();
    }

    @Test
    void shouldRefuseToRescanForARuntimeThatIsClosed() {
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = laboratory.runtime();
        runtime.close();
        driver.comes();
        assertThrows(IllegalStateException.class, runtime::rescanDevices);
    }

    @Test
    void shouldLeaveNothingOfADriverThatLeavesWhileItIsAskedAgain() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            HandDriver own = new HandDriver();
            var plugin = laboratory.addDriver("hand", own);
            TaskRuntime runtime = laboratory.runtime();
            own.comes();
            Thread rescanning = Thread.ofPlatform().daemon().start(runtime::rescanDevices);
            laboratory.plugins.remove(plugin);
            rescanning.join();
            assertEquals(List.of(), runtime.workers());
            assertEquals(1, runtime.memoryNodes().size());
            runtime.close();
        }
    }
}
