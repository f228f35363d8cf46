package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.TaskRuntime;
import org.asterism.api.device.DeviceReport;
import org.junit.Test;
import org.osgi.framework.Bundle;

/**
 * The bundle of the driver for CUDA on a machine that has no such device: it is active, says why it offers nothing, and
 * disturbs nobody.
 */
public class CudaDriverIT extends DeviceJourney {
    @Test
    public void shouldOfferNothingAndSayWhyWithoutADevice() throws Exception {
        assumeFalse("this machine has a CUDA device", Files.exists(Path.of("/dev/nvidiactl")));
        Bundle driver = installed(CUDA);
        TaskRuntime runtime = runtime();
        CountedTasks tasks = countedTasks(1000);
        tasks.allowAll();
        for (int round = 0; round < 3; round++) {
            driver.start();
            Await.until(
                    "the driver reports",
                    () -> runtime.devices().stream()
                            .anyMatch(report -> report.driver().equals("cuda")));
            assertEquals(Bundle.ACTIVE, driver.getState());
            assertEquals(List.of(), on(runtime, Architecture.CUDA));
            DeviceReport report = report(runtime, "cuda");
            assertEquals(List.of(), report.devices());
            assertFalse("it says why", report.remark().isBlank());
            assertEquals("it says so in one line", 1, report.remark().lines().count());
            assertEquals(List.of(), runtime.rescanDevices());
            tasks.submit(runtime, round * 300, (round + 1) * 300);
            stop(driver);
            assertTrue(
                    runtime.devices().stream().noneMatch(each -> each.driver().equals("cuda")));
        }
        awaitTasks(runtime);
        assertEquals(WORKERS, runtime.workers().size());
    }
}
