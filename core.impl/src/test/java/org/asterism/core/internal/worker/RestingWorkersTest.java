package org.asterism.core.internal.worker;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers whose kernels go on by themselves sleep meanwhile, and miss nothing. */
@Timeout(60)
class RestingWorkersTest {
    private static final Codelet NOTHING = codelet(kernel -> {});

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();

    @AfterEach
    void close() {
        laboratory.close();
    }

    private static Codelet codelet(Kernel kernel, Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    private TaskRuntime runtime() {
        laboratory.addDriver("hand", driver);
        return laboratory.runtime();
    }

    private static void awaitSleep(Thread thread) {
        await(() -> thread.getState() == Thread.State.WAITING);
    }

    private static WorkerEngine engine(TaskRuntime runtime, int index) {
        return (WorkerEngine) runtime.workers().get(index);
    }

    private static Thread thread(TaskRuntime runtime, int index) {
        return runtime.workers().get(index).thread().orElseThrow();
    }

    @Test
    void shouldSleepUntilItsKernelHasEnded() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).comes();
        try (TaskRuntime runtime = runtime()) {
            for (int round = 0; round < 20; round++) {
                Task task = runtime.task(NOTHING).submit();
                await(() -> device.underWay() == 1);
                awaitSleep(thread(runtime, 0));
                assertFalse(engine(runtime, 0).isAsleep(), "nobody shall wake it for a task that it has no room for");
                device.endNext(0);
                task.await();
            }
        }
    }

    @Test
    void shouldBeWokenForATaskThatItHasRoomForBesideAKernel() throws InterruptedException {
        HandDevice device = driver.withPipeline(2).comes();
        try (TaskRuntime runtime = runtime()) {
            runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 1);
            awaitSleep(thread(runtime, 0));
            assertTrue(engine(runtime, 0).isAsleep());
            runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 2);
            awaitSleep(thread(runtime, 0));
            assertFalse(engine(runtime, 0).isAsleep(), "it has no room for a third");
            Task third = runtime.task(NOTHING).submit();
            awaitSleep(thread(runtime, 0));
            assertEquals(TaskState.READY, third.state());
            device.endNext(0);
            await(() -> device.tasks().contains(third));
            device.endAll();
            runtime.waitAll();
        }
    }

    /**
     * The waiting thread also looks by itself whether tasks are stuck: 150 and 310 ms after it has begun, for example.
     * On a busy machine it may come late, but hardly each time. The first round only loads classes.
     */
    @Test
    void shouldWakeTheProgramWhenTheLastKernelEndsAfterItsWorkerHasLookedForMore() throws Exception {
        HandDevice device = driver.withPipeline(2).comes();
        long least = Long.MAX_VALUE;
        try (TaskRuntime runtime = runtime()) {
            for (int round = 0; round <= 5; round++) {
                runtime.task(NOTHING).submit();
                await(() -> device.underWay() == 1);
                awaitSleep(thread(runtime, 0));
                FutureTask<Long> returned = new FutureTask<>(() -> {
                    runtime.waitAll();
                    return System.nanoTime();
                });
                Thread waiting = Thread.ofPlatform().start(returned);
                await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
                long begin = System.nanoTime();
                await(() -> System.nanoTime() - begin > 200_000_000);
                long end = System.nanoTime();
                device.endAll();
                long late = returned.get() - end;
                least = round == 0 ? least : Math.min(least, late);
            }
        }
        assertTrue(least < 60_000_000, "woken after " + least + " ns");
    }

    @Test
    void shouldWakeTheWorkerThatHasRoomAndNotTheOneWhosePipelineIsFull() throws InterruptedException {
        HandDevice full = driver.withPipeline(1).comes();
        HandDevice free = driver.comes();
        try (TaskRuntime runtime = runtime()) {
            Task first = runtime.task(NOTHING).on(runtime.workers().get(0)).submit();
            await(() -> full.underWay() == 1);
            awaitSleep(thread(runtime, 0));
            awaitSleep(thread(runtime, 1));
            Task second = runtime.task(NOTHING).submit();
            await(() -> free.underWay() == 1);
            free.endAll();
            second.await();
            full.endAll();
            first.await();
        }
    }

    @Test
    void shouldBeToldThatDataHaveArrivedForTheNextTaskBesideAKernel() throws InterruptedException {
        HandDevice device = driver.withPipeline(2).comes();
        try (TaskRuntime runtime = runtime()) {
            DataHandle data = runtime.data().vector(new double[8]);
            runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 1);
            device.memory().hold();
            Task second =
                    runtime.task(codelet(kernel -> {}, Access.R)).data(data).submit();
            await(() -> device.memory().copiesUnderWay() == 1);
            awaitSleep(thread(runtime, 0));
            assertFalse(engine(runtime, 0).isAsleep(), "the data of one task are fetched at a time");
            device.memory().release();
            await(() -> device.tasks().contains(second));
            device.endAll();
            runtime.waitAll();
        }
    }

    @Test
    void shouldRestLongerFromAKernelThatMustBeAskedTheLongerItGoesOn() throws InterruptedException {
        HandDevice device = driver.withoutTelling().withPipeline(2).comes();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (TaskRuntime runtime = runtime()) {
            Task task = runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 1);
            long id = thread(runtime, 0).threadId();
            long begin = System.nanoTime();
            long used = threads.getThreadCpuTime(id);
            await(() -> {
                long passed = System.nanoTime() - begin;
                return passed > 50_000_000 && threads.getThreadCpuTime(id) - used < passed / 5;
            });
            runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 2);
            device.endAll();
            task.await();
            runtime.waitAll();
        }
    }

    @Test
    void shouldSleepWithinTheRunOfAProgram() throws Exception {
        HandDevice device = driver.withPipeline(2).comes();
        laboratory.addDriver("hand", driver);
        try (TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withoutThreadsFor("hand"))) {
            Worker worker = runtime.workers().getFirst();
            Task first = runtime.task(NOTHING).submit();
            FutureTask<Boolean> loop = new FutureTask<>(() -> {
                worker.run();
                return true;
            });
            Thread thread = Thread.ofPlatform().daemon().start(loop);
            await(() -> device.underWay() == 1);
            awaitSleep(thread);
            runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 2);
            awaitSleep(thread);
            device.endNext(0);
            first.await();
            awaitSleep(thread);
            Task third = runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 2);
            worker.stop();
            awaitSleep(thread);
            assertFalse(loop.isDone(), "it ends what is under way");
            device.endAll();
            assertTrue(loop.get());
            assertEquals(TaskState.DONE, third.state());
        }
    }

    @Test
    void shouldLeaveWithItsDriverWhenItsKernelHasEnded() throws Exception {
        HandDevice device = driver.withPipeline(2).comes();
        var plugin = laboratory.addDriver("hand", driver);
        try (TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING).submit();
            await(() -> device.underWay() == 1);
            Thread worker = thread(runtime, 0);
            awaitSleep(worker);
            Thread leaving = Thread.ofPlatform().daemon().start(() -> laboratory.plugins.remove(plugin));
            await(() -> runtime.workers().isEmpty());
            awaitSleep(worker);
            device.endNext(0);
            leaving.join();
            assertFalse(worker.isAlive());
            assertEquals(TaskState.DONE, task.state());
        }
    }

    @Test
    void shouldMissNothingWhenKernelsAndCopiesEndAndTasksComeAtAnyTime() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("resting workers: seed " + seed);
        for (boolean tells : new boolean[] {true, false}) {
            run(new Random(seed), tells);
        }
    }

    private static void run(Random random, boolean tells) throws InterruptedException {
        HandDriver driver = new HandDriver().withUnits(2).withPipeline(3);
        if (!tells) {
            driver.withoutTelling();
        }
        List<HandDevice> devices = List.of(driver.comes(), driver.comes());
        AtomicBoolean over = new AtomicBoolean();
        Random own = new Random(random.nextLong());
        Thread ending = Thread.ofPlatform().daemon().unstarted(() -> {
            while (!over.get()) {
                HandDevice device = devices.get(own.nextInt(2));
                switch (own.nextInt(4)) {
                    case 0 -> device.memory().hold();
                    case 1 -> device.memory().release();
                    default -> device.endNext(own.nextInt(2));
                }
                Thread.yield();
            }
            devices.forEach(device -> device.memory().release());
            devices.forEach(HandDevice::endAllFromNowOn);
        });
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("hand", driver);
            TaskRuntime runtime = laboratory.runtime();
            ending.start();
            List<DataHandle> data = new ArrayList<>();
            List<long[]> arrays = new ArrayList<>();
            for (int index = 0; index < 8; index++) {
                arrays.add(new long[4]);
                data.add(runtime.data().vector(arrays.get(index)));
            }
            Codelet add = codelet(
                    kernel -> kernel.view(0, VectorView.class)
                            .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1),
                    Access.RW);
            for (int index = 0; index < 3000; index++) {
                Task task = random.nextInt(3) == 0
                        ? runtime.task(NOTHING).submit()
                        : runtime.task(add).data(data.get(index % 8)).submit();
                if (random.nextInt(50) == 0) {
                    task.await();
                }
            }
            runtime.waitAll();
            long done = 0;
            for (int index = 0; index < 8; index++) {
                data.get(index).close();
                done += arrays.get(index)[0];
            }
            assertTrue(done > 1500, () -> "most tasks add one");
            over.set(true);
        }
        ending.join();
    }
}
