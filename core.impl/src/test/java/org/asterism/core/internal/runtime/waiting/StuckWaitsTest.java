package org.asterism.core.internal.runtime.waiting;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksStuckException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** How a thread is told that the one thing that it waits for will not end. */
@Timeout(60)
class StuckWaitsTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration VERY_LONG = Duration.ofDays(1);

    private static Task task(TaskRuntime runtime, String name) {
        return runtime.task(Codelet.named(name).cpu(kernel -> {}).build());
    }

    private static TaskRuntime runtime(Laboratory laboratory, Duration patience) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(patience));
    }

    private static TasksStuckException stuck(Executable wait) {
        return assertThrows(TasksStuckException.class, wait);
    }

    @Test
    void shouldTellAThreadThatWaitsForATaskBehindATagThatNobodyNotifies() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            task(runtime, "unrelated").afterTags(8).submit();
            Task first = task(runtime, "first").afterTags(7).submit();
            Task last = task(runtime, "last").after(first).submit();
            TasksStuckException stuck = stuck(last::await);
            assertEquals(
                    "last#3 will not end unless somebody does what it waits for: 3 are left;"
                            + " first#2 waits for tag 7, which nobody notifies; last#3 waits for first#2 (waiting)."
                            + " They stay submitted",
                    stuck.getMessage());
            assertEquals(
                    List.of(first.id(), last.id()),
                    stuck.waiting().stream().map(WaitingTask::id).toList());
            assertEquals(stuck.getMessage(), stuck(() -> last.await(VERY_LONG)).getMessage());
            runtime.tags().notify(7);
            last.await();
            runtime.tags().notify(8);
        }
    }

    @Test
    void shouldTellAThreadThatWaitsForATaskBehindOneThatWasNotSubmitted() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            Task promised = task(runtime, "promised");
            Task behind = task(runtime, "behind").after(promised);
            String message = stuck(behind::submitAndAwait).getMessage();
            assertTrue(message.contains("behind#2 waits for promised#1 (not submitted)"), message);
            promised.submit();
            behind.await();
        }
    }

    @Test
    void shouldTellAThreadThatWaitsForATag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            assertEquals(
                    "tag 7, which nobody notifies, will not be done unless somebody sees to it: 0 are left."
                            + " They stay submitted",
                    stuck(() -> runtime.tags().await(7)).getMessage());
            Task carrier = task(runtime, "carrier").tag(7).afterTags(8);
            String promised = stuck(() -> runtime.tags().await(7)).getMessage();
            assertTrue(promised.startsWith("tag 7, which carrier#1 (not submitted) carries, will not"), promised);
            carrier.submit();
            TasksStuckException stuck = stuck(() -> runtime.tags().await(7, VERY_LONG));
            assertEquals(
                    List.of("tag 8, which nobody notifies"),
                    stuck.waiting().getFirst().waitsFor());
            runtime.tags().notify(8);
            runtime.tags().await(7);
        }
    }

    @Test
    void shouldTellAThreadThatClosesDataWithoutAnEarlierReport() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token();
            Task user =
                    task(runtime, "user").access(data, Access.RW).afterTags(7).submit();
            String message = stuck(data::close).getMessage();
            assertTrue(
                    message.startsWith(data.name() + " cannot be closed yet, and is when its tasks have ended: user#1"),
                    message);
            assertThrows(
                    IllegalStateException.class, () -> task(runtime, "late").access(data, Access.R));
            runtime.tags().notify(7);
            user.await();
            data.close();
        }
    }

    @Test
    void shouldTellAThreadThatClosesAPartitionOrTheWholeWithoutAnEarlierReport() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            for (boolean whole : List.of(false, true)) {
                double[] home = new double[4];
                DataHandle data = runtime.data().vector(home);
                Partition halves = data.plan(Filters.blocks(2));
                Codelet write = Codelet.named("write")
                        .access(Access.W)
                        .cpu(kernel -> {})
                        .build();
                Task user = runtime.task(write)
                        .data(halves.children().getFirst())
                        .afterTags(7)
                        .submit();
                String message = stuck(whole ? data::close : halves::close).getMessage();
                assertTrue(message.contains("cannot be closed yet"), message);
                assertTrue(message.contains("tag 7, which nobody notifies"), message);
                runtime.tags().notify(7);
                user.await();
                data.close();
                runtime.tags().restart(7);
            }
        }
    }

    @Test
    void shouldNameAtOnceTheCircleThatATaskIsBehindAndNoOther() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, VERY_LONG)) {
            DataHandle token = runtime.data().token();
            task(runtime, "first").access(token, Access.RW).afterTags(1).submit();
            task(runtime, "last").access(token, Access.RW).tag(1).submit();
            Task behind = task(runtime, "behind").access(token, Access.RW).submit();
            String circle = "first#1 waits for tag 1, which last#2 carries; last#2 waits for first#1";
            String message = stuck(behind::await).getMessage();
            assertTrue(
                    message.contains(circle) || message.contains("last#2 waits for first#1; first#1 waits for tag 1"),
                    message);
            stuck(() -> runtime.tags().await(1));
            Task elsewhere = task(runtime, "elsewhere").afterTags(2).submit();
            assertFalse(elsewhere.await(Duration.ofMillis(200)), "somebody may notify its tag");
            runtime.tags().notify(1);
            runtime.tags().notify(2);
            runtime.waitAll();
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void shouldNotTellThreadsOfACircleThatKeepsNothingFromThem() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, VERY_LONG)) {
            DataHandle token = runtime.data().token();
            task(runtime, "first").access(token, Access.RW).afterTags(1).submit();
            task(runtime, "last").access(token, Access.RW).tag(1).submit();

            DataHandle data = runtime.data().token();
            DataHandle whole = runtime.data().vector(new double[4]);
            Partition halves = whole.plan(Filters.blocks(2));
            Task user = task(runtime, "user")
                    .access(data, Access.RW)
                    .access(halves.children().getFirst(), Access.W)
                    .afterTags(2)
                    .tag(3)
                    .submit();
            List<Thread> threads = new ArrayList<>();
            List<CompletableFuture<Void>> waits = new ArrayList<>();
            for (Executable wait : List.<Executable>of(
                    user::await,
                    data::close,
                    halves::close,
                    () -> runtime.tags().await(3))) {
                waits.add(CompletableFuture.runAsync(
                        () -> {
                            try {
                                wait.execute();
                            } catch (Throwable told) {
                                throw new AssertionError(told);
                            }
                        },
                        work -> threads.add(Thread.ofPlatform().start(work))));
            }
            await(() -> threads.stream().allMatch(StuckWaitsTest::isWaiting));
            assertThrows(TasksStuckException.class, runtime::waitAll);
            assertFalse(user.await(Duration.ofMillis(300)), "somebody may notify its tag");
            assertEquals(0, waits.stream().filter(CompletableFuture::isDone).count());
            runtime.tags().notify(2);
            waits.forEach(CompletableFuture::join);
            runtime.tags().notify(1);
            runtime.waitAll();
        }
    }

    @Test
    void shouldNameToEachThreadTheCircleThatItIsBehind() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, VERY_LONG)) {
            List<Task> behind = new ArrayList<>();
            for (int tag = 1; tag <= 2; tag++) {
                DataHandle token = runtime.data().token();
                task(runtime, "first").access(token, Access.RW).afterTags(tag).submit();
                task(runtime, "last").access(token, Access.RW).tag(tag).submit();
                behind.add(task(runtime, "behind").access(token, Access.R).submit());
            }
            for (int tag = 1; tag <= 2; tag++) {
                String message = stuck(behind.get(tag - 1)::await).getMessage();
                assertTrue(message.contains("waits for tag " + tag), message);
                assertFalse(message.contains("waits for tag " + (3 - tag)), message);
            }
            runtime.tags().notify(1);
            runtime.tags().notify(2);
            runtime.waitAll();
        }
    }

    @Test
    void shouldTellAThreadThatWaitsInVirtualTimeAtOnce() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withClock(new VirtualClock())
                    .withPatience(VERY_LONG));
            DataHandle token = runtime.data().token();
            Task waiting = task(runtime, "waiting")
                    .argument(1L)
                    .access(token, Access.RW)
                    .afterTags(7)
                    .submit();
            assertFalse(waiting.await(Duration.ofSeconds(1)));
            String message = stuck(waiting::await).getMessage();
            assertTrue(message.contains("waiting#1 waits for tag 7, which nobody notifies"), message);
            stuck(() -> runtime.tags().await(7));
            stuck(token::close);
            runtime.tags().notify(7);
            waiting.await();
        }
    }
}
