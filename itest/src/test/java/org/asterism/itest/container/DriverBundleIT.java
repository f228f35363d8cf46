package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.asterism.api.TaskRuntime;
import org.junit.Test;

/** A driver's bundle stops and starts: its workers leave and come. */
public class DriverBundleIT extends Journey {
    @Test
    public void shouldKeepTasksWhileThereAreNoWorkers() throws Exception {
        CountedTasks tasks = countedTasks(2000);
        TaskRuntime runtime = runtime();
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
        int rounds = 10;
        int part = 5000;
        CountedTasks tasks = countedTasks(rounds * part);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        tasks.allowAll();
        for (int round = 0; round < rounds; round++) {
            tasks.submit(runtime, round * part, (round + 1) * part);
            stop(bundle(CPU)); // while it works off what was submitted
            assertEquals(List.of(), runtime.workers());
            bundle(CPU).start();
        }
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(rounds * part, runtime.tasks(0).done());
    }
}
