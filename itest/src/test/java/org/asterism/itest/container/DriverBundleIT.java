package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** A driver's bundle stops and starts: its workers leave and come. */
public class DriverBundleIT extends Journey {
    @Test
    public void shouldKeepTasksWhileThereAreNoWorkers() throws Exception {
        CountedTasks tasks = countedTasks(2000);
        Runtime runtime = runtime();
        awaitPolicy(runtime, "eager");
        tasks.submit(runtime, 0, 1000);
        Await.until("the workers are at work", () -> runtime.tasks(0).running() == WORKERS);
        FutureTask<Object> stopping = Await.inBackground("stops the driver", () -> {
            bundle(CPU).stop();
            return null;
        });
        Await.until("the workers take no more tasks", () -> runtime.workers().isEmpty());
        assertFalse("the driver's bundle waits for the kernels that run", stopping.isDone());
        tasks.allow(WORKERS);
        Await.end("stop of the driver's bundle", stopping);
        assertEquals(List.of(), runtime.workers());
        assertEquals(List.of(), runtime.defaultContext().workers());
        tasks.submit(runtime, 1000, 2000);
        int before = tasks.ended();
        tasks.allowAll();
        assertFalse("tasks are kept", runtime.waitAll(Duration.ofMillis(100)));
        assertEquals("tasks that ran without workers", 0, tasks.ended() - before);

        bundle(CPU).start();
        Await.until("the workers are back", () -> runtime.workers().size() == WORKERS);
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldRunEachTaskOnceWhileWorkersComeAndGo() throws Exception {
        CountedTasks tasks = countedTasks(50_000);
        Runtime runtime = runtime();
        FutureTask<List<Task>> submission = Await.inBackground("submitter", () -> tasks.submitAll(runtime));
        tasks.allow(1000);
        Bundle driver = bundle(CPU);
        for (int round = 0; round < 10; round++) {
            tasks.allow(4000);
            driver.stop();
            assertEquals(List.of(), runtime.workers());
            driver.start();
        }
        tasks.allowAll();
        Await.end("submission", submission);
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertTrue("workers are there", !runtime.workers().isEmpty());
    }
}
