package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.core.internal.worker.WorkerEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for some of the tasks, bounded submission, and pauses. */
@Timeout(60)
class WaitingTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Semaphore permits = new Semaphore(0);
    private final Codelet permitted =
            Codelet.named("permitted").access().cpu(kernel -> permits.acquire()).build();

    private static TaskRuntime virtualRuntime(Laboratory laboratory, VirtualClock clock, int workers) {
        laboratory.addDriver("timed", new TimedDriver(workers));
        return laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
    }

    @Test
    void shouldWaitUntilFewTasksAreLeft() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            for (int index = 0; index < 10; index++) {
                runtime.task(permitted).submit();
            }
            runtime.waitUntilAtMost(10);
            runtime.defaultContext().waitUntilAtMost(10);
            CompletableFuture<Void> few = CompletableFuture.runAsync(() -> waitUntilAtMost(runtime, 4));
            CompletableFuture<Void> fewer =
                    CompletableFuture.runAsync(() -> waitUntilAtMost(runtime.defaultContext(), 2));
            permits.release(5);
            while (runtime.tasks(0).done() < 5) {
                Await.pause();
            }
            assertFalse(few.isDone());
            permits.release();
            few.get(30, TimeUnit.SECONDS);
            assertFalse(fewer.isDone());
            permits.release(2);
            fewer.get(30, TimeUnit.SECONDS);
            permits.release(2);
            runtime.waitUntilAtMost(0);
            assertEquals(10, runtime.tasks(0).done());
        }
    }

    private static void waitUntilAtMost(TaskRuntime runtime, long tasks) {
        try {
            runtime.waitUntilAtMost(tasks);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static void waitUntilAtMost(SchedulingContext context, long tasks) {
        try {
            context.waitUntilAtMost(tasks);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void shouldCountTasksThatAreBlockedAmongThoseThatAreLeft() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task gate = runtime.task(NOTHING);
            for (int index = 0; index < 3; index++) {
                runtime.task(NOTHING).after(gate).submit();
            }
            runtime.task(permitted).submit();
            CompletableFuture<Void> few = CompletableFuture.runAsync(() -> waitUntilAtMost(runtime, 3));
            assertFalse(few.isDone());
            permits.release();
            few.get(30, TimeUnit.SECONDS); // the worker has nothing more to run, and tasks are left
            gate.submit();
            runtime.waitAll();
        }
    }

    @Test
    void shouldRefuseToWaitForLessThanNoTaskAndOnWorkers() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            assertThrows(IllegalArgumentException.class, () -> runtime.waitUntilAtMost(-1));
            AtomicInteger refusals = new AtomicInteger();
            Codelet waits = Codelet.named("waits")
                    .access()
                    .cpu(kernel -> {
                        assertThrows(IllegalStateException.class, () -> runtime.waitUntilAtMost(3));
                        assertThrows(IllegalStateException.class, runtime.defaultContext()::waitAll);
                        assertThrows(
                                IllegalStateException.class,
                                () -> runtime.defaultContext().waitUntilAtMost(3));
                        refusals.incrementAndGet();
                    })
                    .build();
            runtime.task(waits).submit().await();
            assertEquals(1, refusals.get());
        }
    }

    @Test
    void shouldWaitUntilFewTasksAreLeftInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, 2)) {
            for (int index = 0; index < 10; index++) {
                runtime.task(NOTHING).argument(100L).submit();
            }
            runtime.waitUntilAtMost(4);
            assertEquals(300, clock.nanoTime());
            assertTrue(runtime.defaultContext().waitAll(Duration.ofNanos(1000)));
            assertEquals(500, clock.nanoTime());
        }
    }

    @Test
    void shouldLetSubmissionWaitWhileThereAreTooManyTasks() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().limitSubmitted(3, 8);
            AtomicLong submitted = new AtomicLong();
            CompletableFuture<Void> program = CompletableFuture.runAsync(() -> {
                for (int index = 0; index < 100; index++) {
                    runtime.task(permitted).submit();
                    submitted.incrementAndGet();
                }
            });
            while (submitted.get() < 8) {
                Await.pause();
            }
            for (long ended = 1; ended <= 4; ended++) {
                permits.release();
                while (runtime.tasks(0).done() < ended) {
                    Await.pause();
                }
                assertEquals(8, submitted.get());
            }
            permits.release(); // three are left
            while (submitted.get() < 13) {
                Await.pause();
            }
            assertEquals(13, runtime.tasks(0).submitted());
            permits.release(95);
            program.get(30, TimeUnit.SECONDS);
            runtime.waitAll();
            assertEquals(100, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldNeverHaveMoreTasksThanTheLimit() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().limitSubmitted(10, 20);
            AtomicInteger alive = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            for (int index = 0; index < 20_000; index++) {
                Task task = runtime.task(NOTHING).onCompletion(ended -> alive.decrementAndGet());
                most.accumulateAndGet(alive.incrementAndGet(), Math::max);
                task.submit();
            }
            runtime.waitAll();
            assertTrue(most.get() <= 23, () -> most + " tasks at once"); // some may be about to be counted
            runtime.defaultContext().limitSubmitted(0, Long.MAX_VALUE);
            for (int index = 0; index < 30; index++) {
                runtime.task(permitted).submit();
            }
            permits.release(30);
            runtime.waitAll();
        }
    }

    @Test
    void shouldNotLetKernelsAndCallbacksWaitForRoom() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().limitSubmitted(0, 1);
            AtomicInteger ran = new AtomicInteger();
            Codelet count = Codelet.named("count")
                    .access()
                    .cpu(kernel -> ran.incrementAndGet())
                    .build();
            Codelet fork = Codelet.named("fork")
                    .access()
                    .cpu(kernel -> {
                        for (int index = 0; index < 10; index++) {
                            kernel.runtime().task(count).submit();
                        }
                    })
                    .build();
            runtime.task(fork)
                    .onCompletion(task -> {
                        for (int index = 0; index < 10; index++) {
                            runtime.task(count).submit();
                        }
                    })
                    .submit();
            runtime.waitAll();
            assertEquals(20, ran.get());

            // A callback on the program's own thread: of a task that fails within its submission.
            Task failed = runtime.task(Codelet.named("fails")
                    .access()
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build());
            failed.submit();
            assertFalse(awaitQuietly(failed));
            runtime.task(NOTHING)
                    .after(failed)
                    .onCompletion(task -> {
                        for (int index = 0; index < 10; index++) {
                            runtime.task(count).submit();
                        }
                    })
                    .submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(30, ran.get());
        }
    }

    private static boolean awaitQuietly(Task task) throws InterruptedException {
        try {
            task.await();
            return true;
        } catch (RuntimeException failed) {
            return false;
        }
    }

    @Test
    void shouldRunTasksInVirtualTimeInsteadOfWaitingForRoom() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, 1)) {
            runtime.defaultContext().limitSubmitted(1, 3);
            for (int index = 0; index < 4; index++) {
                runtime.task(NOTHING).argument(100L).submit();
            }
            assertEquals(200, clock.nanoTime());
            runtime.waitAll();
            assertEquals(400, clock.nanoTime());
            Task gate = runtime.task(NOTHING).argument(1L);
            for (int index = 0; index < 3; index++) {
                runtime.task(NOTHING).argument(1L).after(gate).submit();
            }
            gate.submit(); // for which those that are left wait
            runtime.waitAll();
        }
    }

    @Test
    void shouldSubmitTheTaskThatAllOthersWaitForThoughThereIsNoRoom() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)))) {
            runtime.defaultContext().limitSubmitted(1, 3);
            Task gate = runtime.task(NOTHING);
            for (int index = 0; index < 3; index++) {
                runtime.task(NOTHING).after(gate).submit();
            }
            gate.submit();
            runtime.waitAll();
            assertEquals(4, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldRefuseLimitsThatMakeNoSense() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            assertThrows(IllegalArgumentException.class, () -> context.limitSubmitted(5, 5));
            assertThrows(IllegalArgumentException.class, () -> context.limitSubmitted(-1, 5));
        }
    }

    @Test
    void shouldTakeNoTaskWhilePaused() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("prio"))) {
            List<Integer> course = new ArrayList<>();
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> {
                        synchronized (course) {
                            course.add(kernel.task().priority());
                        }
                    })
                    .build();
            Worker first = runtime.workers().getFirst();
            for (int round = 0; round < 100; round++) {
                assertFalse(runtime.isPaused());
                runtime.pause();
                runtime.pause();
                List<Task> tasks = new ArrayList<>();
                for (int index = 0; index < 64; index++) {
                    tasks.add(runtime.task(note).priority(index % 2).submit());
                }
                tasks.add(runtime.task(note).priority(2).on(first).submit());
                runtime.resume();
                assertTrue(runtime.isPaused());
                assertTrue(tasks.stream().allMatch(task -> task.state() == TaskState.READY), "round " + round);
                runtime.resume();
                runtime.waitAll();
            }
            assertEquals(6500, course.size());
            // Workers take the urgent ones first; the last of these may be overtaken by the first of the others.
            for (int round = 0; round < 100; round++) {
                List<Integer> ran = course.subList(65 * round, 65 * round + 28);
                assertEquals(0, ran.stream().filter(priority -> priority == 0).count(), "round " + round);
            }
            assertThrows(IllegalStateException.class, runtime::resume);
        }
    }

    @Test
    void shouldLetTasksThatAreUnderWayGoOnWhilePaused() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch begun = new CountDownLatch(1);
            Codelet hold = Codelet.named("hold")
                    .access()
                    .cpu(kernel -> {
                        begun.countDown();
                        permits.acquire();
                    })
                    .build();
            Task running = runtime.task(hold).submit();
            assertTrue(begun.await(30, TimeUnit.SECONDS));
            runtime.pause();
            Task next = runtime.task(NOTHING).submit();
            permits.release();
            running.await();
            assertFalse(next.await(Duration.ofMillis(20)));
            runtime.resume();
            next.await();
        }
    }

    @Test
    void shouldPauseInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, 1)) {
            runtime.pause();
            Task task = runtime.task(NOTHING).argument(100L).submit();
            assertFalse(runtime.waitAll(Duration.ofNanos(1000)));
            assertEquals(TaskState.READY, task.state());
            runtime.resume();
            runtime.waitAll();
            assertEquals(TaskState.DONE, task.state());
        }
    }

    @Test
    void shouldRunWhatWasSubmittedWhenItIsClosedWhilePaused() {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = laboratory.runtime();
            runtime.pause();
            List<Task> tasks = new ArrayList<>();
            for (int index = 0; index < 100; index++) {
                tasks.add(runtime.task(NOTHING).submit());
            }
            runtime.close();
            assertTrue(tasks.stream().allMatch(task -> task.state() == TaskState.DONE));
            assertThrows(IllegalStateException.class, runtime::pause);
        }
    }

    /**
     * What contexts need of a runtime, which seems to be paused when it is asked the first time, and not afterwards.
     */
    private static ContextHome pausedAtFirst(CoreRuntime runtime) {
        AtomicInteger asked = new AtomicInteger();
        return (ContextHome) Proxy.newProxyInstance(
                ContextHome.class.getClassLoader(),
                new Class<?>[] {ContextHome.class},
                (proxy, method, arguments) -> method.getName().equals("isPaused")
                        ? asked.getAndIncrement() == 0
                        : method.invoke(runtime.core(), arguments));
    }

    @Test
    void shouldNotServeLowerRanksFirstWhenAPauseEndsDuringALook() {
        try (Laboratory laboratory = new Laboratory();
                CoreRuntime runtime = (CoreRuntime) virtualRuntime(laboratory, new VirtualClock(), 1)) {
            WorkerEngine worker = runtime.core().pool.engines().getFirst();
            runtime.core().context.takeOut(List.of(worker));
            ContextHome home = pausedAtFirst(runtime);
            List<Task> tasks = new ArrayList<>();
            for (int rank : List.of(2, 1)) {
                Context context = new Context(
                        ContextDescription.named("rank-" + rank).withRank(rank), home, runtime.core().context);
                context.start();
                context.takeIn(List.of(worker));
                tasks.add(context.task(NOTHING).submit());
            }
            while (tasks.stream()
                    .noneMatch(task ->
                            task.state() == TaskState.RUNNING || task.state().isFinal())) {
                worker.step();
            }
            assertEquals(TaskState.READY, tasks.getLast().state(), "the one of the lower rank waits");
        }
    }
}
