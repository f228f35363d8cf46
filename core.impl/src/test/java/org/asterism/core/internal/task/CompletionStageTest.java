package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a task, and what its kernel gives, as stages; and stages of the program that a task waits for. */
@Timeout(30)
class CompletionStageTest {
    private static final IllegalStateException BROKEN = new IllegalStateException("broken on purpose");
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet BREAK = Codelet.named("break")
            .access()
            .cpu(kernel -> {
                throw BROKEN;
            })
            .build();
    private static final Codelet GIVE =
            Codelet.named("give").access().cpu(kernel -> kernel.result(42)).build();

    private static Throwable failureOf(CompletionStage<?> stage) throws InterruptedException {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        stage.whenComplete((value, thrown) -> failure.complete(thrown));
        try {
            return failure.get();
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void shouldCompleteAfterTheCallbacksOnTheThreadThatEndedTheTask() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            Task task = runtime.task(NOTHING).onCompletion(ended -> order.add("callback"));
            CompletableFuture<String> thread = task.completion()
                    .thenApply(ended -> {
                        order.add("stage of " + ended + " " + ended.state());
                        return Thread.currentThread().getName();
                    })
                    .toCompletableFuture();
            assertFalse(thread.isDone());
            task.submit().await();
            assertTrue(thread.isDone(), "the stage completes before those are woken who wait");
            assertEquals(List.of("callback", "stage of " + task + " DONE"), order);
            assertTrue(thread.get().startsWith("asterism-"), thread.get());
        }
    }

    @Test
    void shouldGiveWhatTheKernelGaveBeforeAndAfterItsEnd() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(GIVE);
            CompletionStage<Integer> early = task.result(Integer.class);
            task.submit().await();
            assertEquals(42, early.toCompletableFuture().join());
            assertEquals(42, task.result(Number.class).toCompletableFuture().join());
            assertSame(task, task.completion().toCompletableFuture().join());
            Throwable otherType = failureOf(task.result(String.class));
            assertInstanceOf(ClassCastException.class, otherType);
            assertTrue(otherType.getMessage().contains("result(Integer.class)"), otherType.getMessage());
            Task silent = runtime.task(NOTHING).submit();
            assertNull(silent.result(String.class).toCompletableFuture().join());
        }
    }

    @Test
    void shouldCompleteExceptionallyWithATaskThatFailsOrIsCalledOff() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task broken = runtime.task(BREAK);
            CompletionStage<Task> early = broken.completion();
            broken.submit();
            TaskFailedException failure = assertInstanceOf(TaskFailedException.class, failureOf(early));
            assertEquals(broken.id(), failure.taskId());
            assertSame(BROKEN, failure.getCause());
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertInstanceOf(TaskFailedException.class, failureOf(broken.result(Integer.class)));
            Task cancelled = runtime.task(NOTHING);
            CompletionStage<Task> stage = cancelled.completion();
            cancelled.cancel();
            TaskFailedException why = assertInstanceOf(TaskFailedException.class, failureOf(stage));
            assertInstanceOf(CancellationException.class, why.getCause());
        }
    }

    @Test
    void shouldCompleteStagesThatAreAskedForWhileTheTaskEnds() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch completed = new CountDownLatch(20_000);
            for (int number = 0; number < 20_000; number++) {
                runtime.task(GIVE).submit().result(Integer.class).thenAccept(given -> completed.countDown());
            }
            completed.await();
        }
    }

    @Test
    void shouldLetNobodyCompleteAStageByHand() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING);
            CompletionStage<Task> stage = task.completion();
            assertTrue(stage.toCompletableFuture().cancel(true));
            CompletableFuture<Task> itself = (CompletableFuture<Task>) stage;
            assertThrows(UnsupportedOperationException.class, () -> itself.complete(null));
            task.submit().await();
            assertSame(task, itself.get());
        }
    }

    @Test
    void shouldKeepNothingOfADetachedTask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(GIVE).detached();
            assertThrows(IllegalStateException.class, task::completion);
            task.submit();
            runtime.waitAll();
            assertThrows(IllegalStateException.class, task::completion);
            assertThrows(IllegalStateException.class, () -> task.result(Integer.class));
            assertNull(((Job) task).particulars().result());
        }
    }

    @Test
    void shouldWaitForStagesThatCompleteBeforeOrAfterItsSubmission() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CompletableFuture<String> before = new CompletableFuture<>();
            CompletableFuture<Void> after = new CompletableFuture<>();
            Task task = runtime.task(NOTHING).after(before, after, CompletableFuture.completedFuture(1));
            before.complete("done");
            task.submit();
            assertEquals(TaskState.SUBMITTED, task.state());
            Thread thread = new Thread(() -> after.complete(null));
            thread.start();
            task.await();
            thread.join();
            Task other = runtime.task(NOTHING);
            Task last = runtime.task(NOTHING).after(other.completion()).submit();
            other.submit();
            last.await();
        }
    }

    @Test
    void shouldFailWithAStageThatFails() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CompletableFuture<Void> stage = new CompletableFuture<>();
            Task task =
                    runtime.task(NOTHING).after(stage.thenApply(done -> done)).submit();
            Task next = runtime.task(NOTHING).after(task).submit();
            stage.completeExceptionally(BROKEN);
            TaskFailedException failure = assertThrows(TaskFailedException.class, task::await);
            assertEquals(task.id(), failure.taskId());
            assertSame(BROKEN, failure.getCause());
            assertEquals(TaskState.FAILED, next.state());
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(1, report.failures().size());
            assertEquals(1, report.dependents());
            CompletableFuture<Void> cancelled = new CompletableFuture<>();
            Task failed = runtime.task(NOTHING).after(cancelled).submit();
            cancelled.cancel(true);
            assertEquals(TaskState.FAILED, failed.state(), "its program has not called the task off");
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldNotKeepARuntimeFromClosing() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            CompletableFuture<Void> never = new CompletableFuture<>();
            DataHandle token = runtime.data().token();
            Codelet use =
                    Codelet.named("use").access(Access.RW).cpu(kernel -> {}).build();
            Task task = runtime.task(use).data(token).after(never).submit();
            Task described = runtime.task(NOTHING).after(never);
            Task next = runtime.task(use).data(token).submit();
            runtime.close();
            assertEquals(TaskState.CANCELLED, task.state());
            assertEquals(TaskState.CANCELLED, next.state());
            assertEquals(TaskState.CREATED, described.state());
            never.complete(null);
            assertEquals(TaskState.CANCELLED, task.state());
        }
    }
}
