package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TagsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet BROKEN = Codelet.named("broken")
            .access()
            .cpu(kernel -> {
                throw new IllegalArgumentException("for the test");
            })
            .build();

    private final ConcurrentLinkedQueue<Object> order = new ConcurrentLinkedQueue<>();
    private final Codelet note = Codelet.named("note")
            .access()
            .cpu(kernel -> order.add(kernel.argument(Object.class)))
            .build();

    private static Codelet held(CountDownLatch go) {
        return Codelet.named("held").access().cpu(kernel -> go.await()).build();
    }

    @Test
    void shouldRunATaskAfterTheOneThatCarriesItsTag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Task late = runtime.task(note).argument("late").afterTags(-7, Long.MIN_VALUE);
            late.submit();
            runtime.task(note).argument("first").tag(Long.MIN_VALUE).submit();
            assertEquals(TaskState.SUBMITTED, late.state());
            runtime.task(note)
                    .argument("second")
                    .afterTags(Long.MIN_VALUE)
                    .tag(-7)
                    .submit();
            runtime.waitAll();
            assertEquals(List.of("first", "second", "late"), List.copyOf(order));
            assertTrue(runtime.tags().isDone(-7));
            Task behind = runtime.task(note).argument("behind").afterTags(-7).submit();
            behind.await();
        }
    }

    @Test
    void shouldRunALongChainOfTags() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            int length = 100_000;
            long[] unguarded = new long[1];
            Codelet next = Codelet.named("next")
                    .access()
                    .cpu(kernel -> {
                        assertEquals(kernel.argument(Integer.class), (int) unguarded[0]);
                        unguarded[0]++;
                    })
                    .build();
            for (int task = 0; task < length; task++) {
                Task link = runtime.task(next).argument(task).tag(task);
                if (task > 0) {
                    link.afterTags(task - 1);
                }
                link.submit();
            }
            runtime.waitAll();
            assertEquals(length, unguarded[0]);
        }
    }

    @Test
    void shouldNotifyATagBeforeTheCallbacksOfItsTaskAndAfterItsEnd() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicReference<String> seen = new AtomicReference<>();
            Task carrier = runtime.task(NOTHING)
                    .tag(1)
                    .onCompletion(ended ->
                            seen.set(ended.state() + " " + runtime.tags().isDone(1)))
                    .submit();
            carrier.await();
            assertEquals("DONE true", seen.get());
        }
    }

    @Test
    void shouldReleaseByHandWhatWaitsForATag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task waiting = runtime.task(NOTHING).afterTags(5).submit();
            assertFalse(runtime.tags().isDone(5));
            assertFalse(runtime.tags().await(5, Duration.ofMillis(1)));
            runtime.tags().notify(5);
            runtime.tags().notify(5);
            waiting.await();
            runtime.tags().await(5);
        }
    }

    @Test
    void shouldReleaseWhatWaitsForATagWhenTheFirstOfItsTasksHasEnded() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            Task held = runtime.task(held(go)).tag(3).submit();
            runtime.task(NOTHING).tag(3).submit();
            runtime.task(NOTHING).afterTags(3).submit().await();
            assertFalse(held.state().isFinal());
            go.countDown();
        }
    }

    @Test
    void shouldFailWhatWaitsForTheTagOfAFailedTask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task waiting = runtime.task(NOTHING).afterTags(1).submit();
            Task behind = runtime.task(NOTHING).after(waiting).tag(2).submit();
            Task byTagBehind = runtime.task(NOTHING).afterTags(2).submit();
            runtime.tags().join(4, 2, 3);
            Task joined = runtime.task(NOTHING).afterTags(4).submit();
            Task broken = runtime.task(BROKEN).tag(1).submit();
            runtime.tags().notify(3);
            TasksFailedException failed = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(1, failed.failures().size());
            assertEquals(4, failed.dependents());
            for (Task dependent : List.of(waiting, behind, byTagBehind, joined)) {
                assertEquals(TaskState.FAILED, dependent.state(), dependent.toString());
                String message = dependent.failure().orElseThrow().getMessage();
                assertEquals(
                        dependent + " did not run: " + broken
                                + " failed: java.lang.IllegalArgumentException: for the test",
                        message);
            }
            Task late = runtime.task(NOTHING).afterTags(1).submit();
            assertThrows(TaskFailedException.class, late::await);
            TaskFailedException told =
                    assertThrows(TaskFailedException.class, () -> runtime.tags().await(1));
            assertEquals(broken.id(), told.taskId());
        }
    }

    @Test
    void shouldNotFailWhatWaitsForATagThatAnotherTaskHasNotifiedBefore() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task broken = runtime.task(BROKEN).tag(1);
            runtime.task(NOTHING).tag(1).submit().await();
            broken.submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.task(NOTHING).afterTags(1).submit().await();
            runtime.tags().await(1);
        }
    }

    @Test
    void shouldNotifyAJoinWhenTheLastOfItsTagsIsDone() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Tags tags = runtime.tags();
            tags.join(10, 1, 2, 2);
            Task waiting = runtime.task(NOTHING).afterTags(10).submit();
            tags.notify(2);
            assertFalse(tags.isDone(10));
            assertEquals(TaskState.SUBMITTED, waiting.state());
            tags.notify(1);
            assertTrue(tags.isDone(10));
            waiting.await();
            tags.join(11, 1, 2, 10);
            assertTrue(tags.isDone(11));
            assertThrows(IllegalArgumentException.class, () -> tags.join(12));
        }
    }

    @Test
    void shouldNotifyALongChainOfJoinsWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            int length = 100_000;
            for (long tag = 1; tag <= length; tag++) {
                runtime.tags().join(tag, tag - 1);
            }
            Task last = runtime.task(NOTHING).afterTags(length).submit();
            runtime.tags().notify(0);
            last.await();
        }
    }

    @Test
    void shouldFailALongChainOfTagsWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            int length = 50_000;
            Task last = null;
            for (long tag = 1; tag <= length; tag++) {
                last = runtime.task(NOTHING).tag(tag).afterTags(tag - 1).submit();
            }
            Task broken = runtime.task(BROKEN).tag(0).submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(
                    last + " did not run: " + broken + " failed: java.lang.IllegalArgumentException: for the test",
                    last.failure().orElseThrow().getMessage());
        }
    }

    @Test
    void shouldWaitForSeveralTagsAndWakeWhoeverSleeps() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Thread waiter = new Thread(() -> {
                try {
                    runtime.tags().await(1, 2, 3);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            waiter.start();
            runtime.task(NOTHING).tag(1).submit();
            runtime.tags().join(3, 2);
            while (waiter.getState() != Thread.State.TIMED_WAITING) { // it looks now and then whether anything moves
                Await.pause();
            }
            runtime.tags().notify(2);
            waiter.join();
        }
    }

    @Test
    void shouldRefuseToWaitForATagInAKernel() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet waits = Codelet.named("waits")
                    .access()
                    .cpu(kernel -> kernel.runtime().tags().await(1))
                    .build();
            Task task = runtime.task(waits).submit();
            TaskFailedException failed = assertThrows(TaskFailedException.class, task::await);
            assertInstanceOf(IllegalStateException.class, failed.getCause());
        }
    }

    @Test
    void shouldRepeatAGraphWhoseTagsAreRestarted() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Tags tags = runtime.tags();
            int rounds = 2000;
            for (int round = 0; round < rounds; round++) {
                runtime.task(note).argument("D").afterTags(2, 3).tag(4).submit();
                runtime.task(note).argument("C").afterTags(1).tag(3).submit();
                runtime.task(note).argument("B").afterTags(1).tag(2).submit();
                runtime.task(note).argument("A").tag(1).submit();
                tags.await(4);
                for (long tag = 1; tag <= 4; tag++) {
                    tags.restart(tag);
                    assertFalse(tags.isDone(tag));
                }
                assertEquals(4, order.size());
                assertEquals("A", order.poll());
                assertTrue(List.of("B", "C").contains(order.poll()));
                assertTrue(List.of("B", "C").contains(order.poll()));
                assertEquals("D", order.poll());
            }
        }
    }

    @Test
    void shouldLetAGraphGoInACircleFromRoundToRound() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Tags tags = runtime.tags();
            tags.notify(4); // lets the first round begin
            for (int round = 0; round < 1000; round++) {
                runtime.task(note).argument(round + "A").afterTags(4).tag(1).submit();
                tags.await(1);
                tags.restart(4);
                runtime.task(note).argument(round + "D").afterTags(1).tag(4).submit();
                tags.restart(1);
            }
            runtime.waitAll();
            int index = 0;
            for (Object noted : order) {
                assertEquals(index / 2 + (index % 2 == 0 ? "A" : "D"), noted);
                index++;
            }
            assertEquals(2000, index);
        }
    }

    @Test
    void shouldNotLetALateTaskOfTheLastRoundEndTheNextOne() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            Task late = runtime.task(held(go)).tag(1).submit();
            runtime.task(NOTHING).tag(1).submit();
            runtime.tags().await(1);
            Task after = runtime.task(NOTHING).tag(1); // the tag is done: this changes nothing
            runtime.tags().restart(1);
            after.submit().await();
            go.countDown();
            late.await();
            assertFalse(runtime.tags().isDone(1));
            runtime.task(NOTHING).tag(1).submit().await();
            assertTrue(runtime.tags().isDone(1));
        }
    }

    @Test
    void shouldNotRestartATagThatIsOpen() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task waiting = runtime.task(NOTHING).afterTags(1).submit();
            runtime.tags().restart(1);
            runtime.tags().restart(2);
            runtime.task(NOTHING).tag(1).submit();
            waiting.await();
        }
    }

    @Test
    void shouldKeepWhatWaitsForARemovedTagWaitingForItsTask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Tags tags = runtime.tags();
            Task carrier = runtime.task(NOTHING).tag(1);
            Task waiting = runtime.task(NOTHING).afterTags(1).submit();
            tags.remove(1);
            assertEquals(1, runtime.tasks(10).oldestWaiting().size());
            Task ofNewTag = runtime.task(NOTHING).afterTags(1).submit();
            carrier.submit();
            waiting.await();
            assertFalse(tags.isDone(1));
            assertEquals(TaskState.SUBMITTED, ofNewTag.state());
            tags.notify(1);
            ofNewTag.await();
            tags.clear();
            assertFalse(tags.isDone(1));
            tags.remove(1);
        }
    }

    @Test
    void shouldTellTheTaskSubmittedLastWithATag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            Tags tags = runtime.tags();
            assertEquals(Optional.empty(), tags.task(9));
            Task made = runtime.task(NOTHING).tag(9);
            assertEquals(Optional.empty(), tags.task(9));
            Task one = runtime.task(held(go)).tag(9).tag(9).tag(8).submit();
            assertEquals(Optional.of(one), tags.task(9));
            assertEquals(Optional.of(one), tags.task(8));
            Task other = runtime.task(held(go)).tag(9).submit();
            assertEquals(Optional.of(other), tags.task(9));
            go.countDown();
            runtime.waitAll();
            assertEquals(Optional.empty(), tags.task(9));
            made.submit().await();
        }
    }

    @Test
    void shouldRefuseTagsOnceTheTaskIsSubmitted() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING).submit();
            assertThrows(IllegalStateException.class, () -> task.tag(1));
            assertThrows(IllegalStateException.class, () -> task.afterTags(1));
        }
    }

    @Test
    void shouldCallOffWhatWaitsForTagsWhenTheRuntimeIsClosed() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            Task waiting = runtime.task(NOTHING).afterTags(1).tag(2).submit();
            Task behind = runtime.task(NOTHING).afterTags(2).submit();
            Task removed = runtime.task(NOTHING).afterTags(3).submit();
            runtime.tags().remove(3);
            runtime.close();
            for (Task task : List.of(waiting, behind, removed)) {
                assertEquals(TaskState.CANCELLED, task.state());
                TaskFailedException why = assertThrows(TaskFailedException.class, task::await);
                assertTrue(why.getMessage().contains("its runtime was closed"), why.getMessage());
            }
            assertThrows(IllegalStateException.class, () -> runtime.tags().await(1));
        }
    }
}
