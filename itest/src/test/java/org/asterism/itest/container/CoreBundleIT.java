package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** The core's own bundle stops and starts. */
public class CoreBundleIT extends Journey {
    @Test
    public void shouldCancelParkedTasksAndReleaseThoseWhoWaitWhenTheCoreStops() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime runtime = runtime();
        bundle(EAGER).stop();
        List<Task> submitted = tasks.submitAll(runtime);
        FutureTask<Object> waitsForAll = Await.inBackground("waits for all", () -> waitForAll(runtime));
        FutureTask<Object> waitsForOne = Await.inBackground("waits for one", () -> waitForOne(submitted.get(500)));

        stop(bundle(CORE));
        Await.end("waitAll()", waitsForAll);
        Await.end("await()", waitsForOne);
        for (Task task : submitted) {
            assertTrue(task + " is " + task.state(), task.state().isFinal());
        }
        assertEquals(TaskState.CANCELLED, submitted.get(500).state());
        assertEquals(0, tasks.ended());
        assertEquals(ContextState.CLOSED, runtime.defaultContext().state());
        assertThrows(IllegalStateException.class, () -> runtime.task(nothing()).submit());

        bundle(CORE).start();
        bundle(EAGER).start();
        shouldWork(runtime);
    }

    private static Object waitForAll(TaskRuntime runtime) throws InterruptedException {
        try {
            runtime.waitAll();
        } catch (RuntimeException reported) {
            return reported; // That tasks were called off may be told so; what counts is that the wait has ended.
        }
        return null;
    }

    private static Object waitForOne(Task task) throws InterruptedException {
        try {
            task.await();
        } catch (RuntimeException reported) {
            return reported;
        }
        return null;
    }

    @Test
    public void shouldRunWhatIsQueuedBeforeTheCoreHasStopped() throws Exception {
        CountedTasks tasks = countedTasks(10_000);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        tasks.submitAll(runtime);
        FutureTask<Object> stopping = Await.inBackground("stops the core", () -> {
            bundle(CORE).stop();
            return null;
        });
        tasks.allowAll();
        Await.end("stop of the core's bundle", stopping);
        tasks.assertEachRanOnce();
        bundle(CORE).start();
        shouldWork(runtime);
    }

    private void shouldWork(TaskRuntime old) throws InterruptedException {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime fresh = runtime();
        assertNotSame(old, fresh);
        awaitPolicy(fresh, "eager");
        tasks.submitAll(fresh);
        tasks.allowAll();
        awaitTasks(fresh);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldReleaseThoseWhoWaitWhenAKernelStopsTheCore() throws Exception {
        CountedTasks tasks = countedTasks(100);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        CountDownLatch followersAreThere = new CountDownLatch(1);
        Codelet stops = Codelet.named("stops the core")
                .access()
                .cpu(kernel -> {
                    followersAreThere.await();
                    bundle(CORE).stop();
                })
                .build();
        Task task = runtime.task(stops).submit();
        List<Task> followers = tasks.submitAll(runtime);
        followersAreThere.countDown();
        FutureTask<Object> waitsForAll = Await.inBackground("waits for all", () -> waitForAll(runtime));
        tasks.allowAll();
        Await.end("waitAll()", waitsForAll);
        assertEquals(TaskState.DONE, task.state());
        for (Task follower : followers) {
            Await.until(follower + " has ended", () -> follower.state().isFinal());
        }
        Await.until("the runtime is closed", () -> runtime.defaultContext().state() == ContextState.CLOSED);
        bundle(CORE).start();
        shouldWork(runtime);
    }

    @Test
    public void shouldCloseTheRuntimesOfAFactoryThatLeavesAndRefuseToMakeMore() throws Exception {
        CountedTasks tasks = countedTasks(100);
        RuntimeFactory factory = service(RuntimeFactory.class);
        Await.until("eager is there", () -> hasEager(factory));
        TaskRuntime own = factory.create(RuntimeConfiguration.defaults());
        tasks.submitAll(own);
        tasks.allowAll();
        stop(bundle(CORE));
        tasks.assertEachRanOnce();
        assertEquals(ContextState.CLOSED, own.defaultContext().state());
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> factory.create(RuntimeConfiguration.defaults()));
        assertTrue(refused.getMessage(), refused.getMessage().contains("org.asterism.core.impl"));
    }

    private static boolean hasEager(RuntimeFactory factory) {
        try {
            factory.create(RuntimeConfiguration.defaults()).close();
            return true;
        } catch (IllegalArgumentException notYet) {
            return false;
        }
    }

    @Test
    public void shouldKeepTheSharedRuntimeWhenItsLastUserReleasesTheService() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        Await.until("the runtime is a service", () -> container.getServiceReference(TaskRuntime.class) != null);
        ServiceReference<TaskRuntime> reference = container.getServiceReference(TaskRuntime.class);
        TaskRuntime first = container.getService(reference);
        awaitPolicy(first, "eager");
        first.defaultContext().usePolicy("prio");
        tasks.submitAll(first);
        tasks.allow(10);
        Await.end(
                "release of the service",
                Await.inBackground("releases the service", () -> container.ungetService(reference)));

        TaskRuntime second = container.getService(reference);
        assertEquals(Optional.of("prio"), second.defaultContext().policy());
        assertEquals(1000, second.tasks(0).submitted());
        tasks.allowAll();
        awaitTasks(second);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldComeUpInWhateverOrderTheBundlesStart() throws Exception {
        long seed = Long.getLong("asterism.seed", new Random().nextLong());
        Random random = new Random(seed);
        List<Bundle> ours = new ArrayList<>(
                List.of(bundle(CORE), bundle(EAGER), bundle(CPU), bundle("org.apache.felix.configadmin")));
        for (int round = 0; round < 8; round++) {
            String order = "order " + ours + " of seed " + seed;
            for (Bundle bundle : ours) {
                stop(bundle);
            }
            Collections.shuffle(ours, random);
            for (Bundle bundle : ours) {
                bundle.start();
            }
            CountedTasks tasks = countedTasks(100);
            TaskRuntime runtime = runtime();
            awaitPolicy(runtime, "eager");
            tasks.submitAll(runtime);
            tasks.allowAll();
            assertTrue(order, runtime.waitAll(Await.PATIENCE));
            tasks.assertEachRanOnce();
        }
    }

    private static Codelet nothing() {
        return Codelet.named("nothing").access().cpu(kernel -> {}).build();
    }
}
