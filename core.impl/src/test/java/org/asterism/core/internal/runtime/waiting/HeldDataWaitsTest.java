package org.asterism.core.internal.runtime.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksStuckException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits while threads of the program hold data: these may release them though nothing moves in the runtime. */
@Timeout(60)
class HeldDataWaitsTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONGER = Duration.ofMillis(400);

    private final CapturedLog log = CapturedLog.of(OutsideParties.class);

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static Task task(TaskRuntime runtime, String name) {
        return runtime.task(Codelet.named(name).cpu(kernel -> {}).build());
    }

    private static TaskRuntime runtime(Laboratory laboratory, Duration patience) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(patience));
    }

    /** Data in the hands of a thread of its own. */
    private static final class Holder {
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread thread;

        Holder(DataHandle data) throws InterruptedException {
            CountDownLatch begun = new CountDownLatch(1);
            thread = Thread.ofPlatform().name("holder").start(() -> {
                try {
                    Acquisition held = data.acquire(Access.RW);
                    begun.countDown();
                    end.await();
                    held.release();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            });
            begun.await();
        }

        void release() throws InterruptedException {
            end.countDown();
            thread.join();
        }
    }

    @Test
    void shouldWaitWhileAnotherThreadHoldsDataAndSayWhichOnce() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token().named("held");
            Task user;
            Task missing;
            Holder holder = new Holder(data);
            try {
                user = task(runtime, "user").access(data, Access.RW).submit();
                missing = task(runtime, "missing").afterTags(7).submit();
                assertFalse(user.await(LONGER));
                assertFalse(runtime.waitAll(LONGER));
                assertFalse(missing.await(LONGER), "the thread may notify the tag");
                assertFalse(runtime.tags().await(7, LONGER));
            } finally {
                holder.release();
            }
            user.await();
            assertThrows(TasksStuckException.class, missing::await, "nobody holds anything now");
            assertEquals(1, log.messages().size(), log.messages().toString());
            assertTrue(
                    log.messages().getFirst().startsWith("nothing has moved for ")
                            && log.messages()
                                    .getFirst()
                                    .endsWith(
                                            "a thread waits for user#1; it goes on, since the program holds data that "
                                                    + "it"
                                                    + " may release: acquisition of held by thread 'holder'"),
                    log.messages().getFirst());
            runtime.tags().notify(7);
        }
    }

    @Test
    void shouldCloseDataThatAnotherThreadHoldsWhenItHasReleasedThem() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token();
            Holder holder = new Holder(data);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(data::close);
            Await.await(() -> !log.messages().isEmpty());
            assertFalse(closing.isDone());
            holder.release();
            closing.join();
        }
    }

    @Test
    void shouldTellAThreadThatWaitsForATaskBehindItsOwnData() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token();
            Acquisition held = data.acquire(Access.RW);
            Task user = task(runtime, "user").access(data, Access.RW).submit();
            String message =
                    assertThrows(TasksStuckException.class, user::await).getMessage();
            assertTrue(message.contains("user#1 waits for acquisition of " + data.name()), message);
            held.release();
            user.await();
        }
    }

    @Test
    void shouldWaitWhileDataAreHeldThatWereAcquiredWithoutAThread() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token().named("held");
            Acquisition held = data.acquireAsync(Access.RW, MemoryNode.MAIN)
                    .toCompletableFuture()
                    .join();
            Task user = task(runtime, "user").access(data, Access.RW).submit();
            assertFalse(user.await(LONGER), "any thread may release them");
            assertTrue(
                    log.messages().getFirst().endsWith("acquisition of held with acquireAsync"),
                    log.messages().getFirst());
            held.release();
            user.await();
        }
    }

    @Test
    void shouldTellThreadsThatHoldDataAndWaitForEachOther() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            List<DataHandle> data =
                    List.of(runtime.data().token(), runtime.data().token());
            CyclicBarrier bothHold = new CyclicBarrier(2);
            AtomicInteger told = new AtomicInteger();
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int index = 0; index < 2; index++) {
                DataHandle own = data.get(index);
                DataHandle others = data.get(1 - index);
                threads.add(CompletableFuture.runAsync(
                        () -> {
                            try {
                                Acquisition held = own.acquire(Access.RW);
                                bothHold.await();
                                Task user = task(runtime, "user")
                                        .access(others, Access.RW)
                                        .submit();
                                try {
                                    user.await();
                                } catch (TasksStuckException stuck) {
                                    told.incrementAndGet();
                                } finally {
                                    held.release();
                                }
                            } catch (Exception other) {
                                throw new AssertionError(other);
                            }
                        },
                        work -> Thread.ofPlatform().start(work)));
            }
            for (CompletableFuture<Void> thread : threads) {
                thread.get(30, TimeUnit.SECONDS);
            }
            assertTrue(told.get() >= 1, "at least one of them is told, and releases its data");
            runtime.waitAll();
        }
    }

    @Test
    void shouldNameACircleAtOnceThoughAnotherThreadHoldsData() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, Duration.ofDays(1))) {
            DataHandle token = runtime.data().token();
            Holder holder = new Holder(runtime.data().token());
            try {
                Task first = task(runtime, "first")
                        .access(token, Access.RW)
                        .afterTags(1)
                        .submit();
                task(runtime, "last").access(token, Access.RW).tag(1).submit();
                assertThrows(TasksStuckException.class, first::await);
                assertThrows(TasksStuckException.class, runtime::waitAll);
                runtime.tags().notify(1);
                runtime.waitAll();
            } finally {
                holder.release();
            }
        }
    }

    @Test
    void shouldWaitInVirtualTimeForDataThatAnotherThreadReleases() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            DataHandle data = runtime.data().token();
            Acquisition held = data.acquireAsync(Access.RW, MemoryNode.MAIN)
                    .toCompletableFuture()
                    .join();
            Task user =
                    task(runtime, "user").argument(1L).access(data, Access.RW).submit();
            Thread waiting = Thread.currentThread();
            Thread program = Thread.ofPlatform().start(() -> {
                Await.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
                held.release();
            });
            user.await();
            program.join();
        }
    }

    @Test
    void shouldGoOnInVirtualTimeWhenATagIsNotifiedWhileDataAreHeld() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            Acquisition held = runtime.data()
                    .token()
                    .acquireAsync(Access.RW, MemoryNode.MAIN)
                    .toCompletableFuture()
                    .join();
            Thread waiting = Thread.currentThread();
            Thread program = Thread.ofPlatform().start(() -> {
                Await.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
                runtime.tags().notify(7);
            });
            runtime.tags().await(7);
            program.join();
            held.release();
        }
    }
}
