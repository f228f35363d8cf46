package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** The bundle of a driver of devices comes and goes while there are tasks. */
public abstract class DeviceDriverJourney extends DeviceJourney {
    private static final int DEVICE_WORKERS = 2;
    private static final int PIECES = 6;

    private final String name;
    private final Architecture architecture;
    private final String driverClass;
    private final String binding;

    private TaskRuntime runtime;
    private Bundle driver;
    private long doneBefore;

    /**
     * Journeys of a driver.
     *
     * @param architecture of its workers
     * @param driverClass the driver's, below its internal package
     * @param binding a class of the bundle with the native library
     */
    DeviceDriverJourney(Architecture architecture, String driverClass, String binding) {
        this.name = "org.asterism.driver." + architecture.name();
        this.architecture = architecture;
        this.driverClass = name + ".internal." + driverClass;
        this.binding = binding;
    }

    /** Sees to it that there is one device, or has the journey skipped. */
    abstract Map<String, Object> prepare() throws Exception;

    @Before
    public void configureTheDriver() throws Exception {
        Map<String, Object> properties = new HashMap<>(prepare());
        properties.put("workers", DEVICE_WORKERS);
        configure(name, properties);
        driver = installed(name);
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
        awaitWorkers(runtime, architecture, DEVICE_WORKERS);
    }

    @Test
    public void shouldRunTasksThatWaitedForTheDriver() throws Exception {
        DeviceTasks tasks = new DeviceTasks(runtime, architecture, PIECES);
        tasks.submitForDevices(5);
        assertFalse("tasks that no worker can run wait", runtime.waitAll(Duration.ofMillis(100)));
        assertEquals(0, done());

        startDriver();
        awaitTasks(runtime);
        assertTrue("data are where they were written", tasks.anyIsOnADeviceOnly());
        tasks.assertEachRanOnce();
        for (Worker worker : on(runtime, architecture)) {
            assertEquals(architecture + "-0", worker.properties().get("device.name"));
            // Of those that waited, the first worker may have run all before the second one had begun.
            tasks.submitTo(worker);
            awaitTasks(runtime);
            assertTrue(worker + " has run some", worker.executedTasks() > 0);
        }
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldKeepTasksForDevicesWhileTheDriverIsStopped() throws Exception {
        startDriver();
        DeviceTasks tasks = new DeviceTasks(runtime, architecture, PIECES);
        CountDownLatch goOn = new CountDownLatch(1);
        Task hold = tasks.hold(goOn); // else a fast device might have run all tasks before its driver is stopped
        tasks.submitForDevices(50);
        try {
            Await.until("the device is at work", () -> done() > 0);
            stop(driver);
        } finally {
            goOn.countDown();
        }
        hold.await();
        assertEquals(List.of(), on(runtime, architecture));
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
        DeviceTasks tasks = new DeviceTasks(runtime, architecture, PIECES);
        tasks.submitForDevices(2);
        awaitTasks(runtime);
        assertTrue("data are on the device only", tasks.anyIsOnADeviceOnly());
        tasks.submitForAll(100);
        stop(driver);
        assertFalse("data have come home", tasks.anyIsOnADeviceOnly());
        tasks.submitForAll(1); // the device may have been fast enough to run all of the others
        awaitTasks(runtime);
        assertTrue("processor cores took over", tasks.onCores() > 0);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldLoseNothingWhenTheDriverComesAndGoesAgainAndAgain() throws Exception {
        DeviceTasks tasks = new DeviceTasks(runtime, architecture, PIECES);
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
        DeviceTasks tasks = new DeviceTasks(runtime, architecture, PIECES);
        Class<?> bound = driver.loadClass(binding);
        for (int round = 0; round < 3; round++) {
            Class<?> before = driver.loadClass(driverClass);
            tasks.submitForDevices(10);
            FutureTask<Object> update = Await.inBackground("updates the driver", () -> {
                driver.update();
                return null;
            });
            Await.end("update of the driver", update);
            refresh(bundle(name));
            awaitWorkers(runtime, architecture, DEVICE_WORKERS);
            awaitTasks(runtime);
            tasks.assertEachRanOnce();
            assertNotSame("the driver's classes are new", before, driver.loadClass(driverClass));
            assertSame("the native library's are not", bound, driver.loadClass(binding));
        }
    }
}
