package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.asterism.api.Architecture;
import org.asterism.api.Runtime;
import org.asterism.api.Worker;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** The bundle of the driver for OpenCL comes and goes while there are tasks, on a device that is made of processor cores. */
public class OpenClDriverIT extends DeviceJourney {
    private static final int DEVICE_WORKERS = 2;
    private static final int PIECES = 6;

    private Runtime runtime;
    private Bundle driver;
    private long doneBefore;

    @Before
    public void openProcessorCores() throws Exception {
        assumeTrue(
                "PoCL is not installed: nothing is tested on OpenCL",
                Files.exists(Path.of("/etc/OpenCL/vendors/pocl.icd")));
        configure(OPENCL, Map.of("cpu.devices", true, "workers", DEVICE_WORKERS));
        driver = installed(OPENCL);
        runtime = runtime();
        awaitPolicy(runtime, "eager");
        doneBefore = runtime.tasks(0).done();
    }

    /** The journeys share a framework. */
    @After
    public void stopTheDriver() throws Exception {
        if (driver != null) {
            stop(driver);
        }
    }

    private long done() {
        return runtime.tasks(0).done() - doneBefore;
    }

    private void startDriver() throws Exception {
        driver.start();
        awaitWorkers(runtime, Architecture.OPENCL, DEVICE_WORKERS);
    }

    @Test
    public void shouldRunTasksThatWaitedForTheDriver() throws Exception {
        DeviceTasks tasks = new DeviceTasks(runtime, PIECES);
        tasks.submitForDevices(5);
        assertFalse("tasks that no worker can run wait", runtime.waitAll(Duration.ofMillis(100)));
        assertEquals(0, done());

        startDriver();
        awaitTasks(runtime);
        assertTrue("data are where they were written", tasks.anyIsOnADeviceOnly());
        tasks.assertEachRanOnce();
        for (Worker worker : on(runtime, Architecture.OPENCL)) {
            assertEquals("opencl-0", worker.properties().get("device.name"));
            assertTrue(worker + " has run some", worker.executedTasks() > 0);
        }
    }

    @Test
    public void shouldKeepTasksForDevicesWhileTheDriverIsStopped() throws Exception {
        startDriver();
        DeviceTasks tasks = new DeviceTasks(runtime, PIECES);
        tasks.submitForDevices(50);
        Await.until("the device is at work", () -> done() > 0);
        stop(driver);
        assertEquals(List.of(), on(runtime, Architecture.OPENCL));
        assertEquals("CPU workers stay", WORKERS, runtime.workers().size());
        long done = done();
        assertFalse("tasks for devices wait", runtime.waitAll(Duration.ofMillis(50)));
        assertEquals("tasks for devices that ran without a device", done, done());

        startDriver();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldGoOnOnProcessorCoresWithTheDataOfTheDevice() throws Exception {
        startDriver();
        DeviceTasks tasks = new DeviceTasks(runtime, PIECES);
        tasks.submitForDevices(2);
        awaitTasks(runtime);
        assertTrue("data are on the device only", tasks.anyIsOnADeviceOnly());
        tasks.submitForAll(100);
        stop(driver);
        assertFalse("data have come home", tasks.anyIsOnADeviceOnly());
        awaitTasks(runtime);
        assertTrue("processor cores took over", tasks.onCores() > 0);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldLoseNothingWhenTheDriverComesAndGoesAgainAndAgain() throws Exception {
        DeviceTasks tasks = new DeviceTasks(runtime, PIECES);
        for (int round = 0; round < 5; round++) {
            tasks.submitForAll(20);
            tasks.submitForDevices(5);
            startDriver();
            stop(driver);
        }
        startDriver();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(5 * 25 * PIECES, done());
    }

    @Test
    public void shouldServeAgainWhenItsBundleWasUpdatedAndRefreshed() throws Exception {
        startDriver();
        DeviceTasks tasks = new DeviceTasks(runtime, PIECES);
        Class<?> binding = driver.loadClass("org.jocl.CL");
        for (int round = 0; round < 3; round++) {
            Class<?> before = driver.loadClass("org.asterism.driver.opencl.internal.OpenClDriver");
            tasks.submitForDevices(10);
            FutureTask<Object> update = Await.inBackground("updates the driver", () -> {
                driver.update();
                return null;
            });
            Await.end("update of the driver", update);
            refresh(OPENCL);
            awaitWorkers(runtime, Architecture.OPENCL, DEVICE_WORKERS);
            awaitTasks(runtime);
            tasks.assertEachRanOnce();
            assertNotSame(
                    "the driver's classes are new",
                    before,
                    driver.loadClass("org.asterism.driver.opencl.internal.OpenClDriver"));
            assertSame("the native library's are not", binding, driver.loadClass("org.jocl.CL"));
        }
    }
}
