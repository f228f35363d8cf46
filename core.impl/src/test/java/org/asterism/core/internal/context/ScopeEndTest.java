package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.testing.Await;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How scopes are cancelled and closed. */
@Timeout(60)
class ScopeEndTest extends ScopeFixture {
    // Cancelling.

    @Test
    void shouldCallOffWhatHasNotBegunAndWaitForWhatRuns() throws InterruptedException {
        TaskScope scope = runtime.openScope("cut short");
        Task runs = scope.task(held).submit();
        await(begun);
        Task waits = scope.task(NOTHING).after(runs).submit();
        Task bound = scope.task(NOTHING)
                .on(runs.context().workers().get(0))
                .after(runs)
                .submit();
        assertTrue(scope.cancel("enough"));
        assertFalse(scope.cancel("again"));
        assertEquals(TaskState.RUNNING, runs.state());
        assertFalse(scope.join(Duration.ofMillis(1)));
        release.countDown();
        TasksFailedException report = assertThrows(TasksFailedException.class, scope::join);
        assertInstanceOf(CancellationException.class, report.getCause());
        assertEquals(
                "1 failure: scope 'cut short' was cancelled: enough; 2 of its tasks were called off",
                report.getMessage());
        assertEquals(TaskState.DONE, runs.state());
        assertEquals(TaskState.CANCELLED, waits.state());
        assertEquals(TaskState.CANCELLED, bound.state());
        scope.close();
        runtime.waitAll();
    }

    @Test
    void shouldCallOffReadyTasksAtOnce() throws InterruptedException {
        runtime.pause();
        try (TaskScope scope = runtime.openScope("ready")) {
            Task task = scope.task(NOTHING).submit();
            Task other = runtime.task(NOTHING).submit();
            scope.cancel("found it");
            assertEquals(TaskState.CANCELLED, task.state());
            assertEquals(TaskState.READY, other.state());
        } // the program knows
        runtime.resume();
        runtime.waitAll();
    }

    @Test
    void shouldCallOffTasksThatWaitForAStageWhichNeverCompletes() {
        TaskScope scope = runtime.openScope("patient");
        CompletableFuture<Void> never = new CompletableFuture<>();
        Task before = scope.task(NOTHING).after(never).submit();
        Task described = scope.task(NOTHING).after(never);
        scope.cancel("enough");
        assertEquals(TaskState.CANCELLED, before.state());
        described.submit();
        assertEquals(TaskState.CANCELLED, described.state());
        scope.close();
    }

    @Test
    void shouldCallOffTasksOfAParkedContext() {
        TaskRuntime parked = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("prio").withoutFallbackPolicy());
        laboratory.plugins.remove(laboratory.prio);
        TaskScope scope = parked.openScope("parked");
        Task task = scope.task(NOTHING).submit();
        Task next = scope.task(NOTHING).after(task).submit();
        scope.cancel("enough");
        scope.close();
        assertEquals(TaskState.CANCELLED, task.state());
        assertEquals(TaskState.CANCELLED, next.state());
        parked.close();
    }

    @Test
    void shouldEndARepeatingTask() throws InterruptedException {
        TaskScope scope = runtime.openScope("rounds");
        AtomicInteger rounds = new AtomicInteger();
        Task task = scope.task(Codelet.named("round")
                        .access()
                        .cpu(kernel -> rounds.incrementAndGet())
                        .build())
                .repeatWhile(any -> true)
                .submit();
        Await.await(() -> rounds.get() > 3);
        scope.cancel("enough");
        Await.await(() -> task.state().isFinal());
        scope.close();
    }

    // The end.

    @Test
    void shouldCallOffWhatIsLeftIfAnExceptionLeavesTheBlock() {
        AtomicReference<Task> left = new AtomicReference<>();
        UnsupportedOperationException thrown = assertThrows(UnsupportedOperationException.class, () -> {
            try (TaskScope scope = runtime.openScope("block")) {
                runtime.pause();
                left.set(scope.task(NOTHING).submit());
                throw new UnsupportedOperationException("no");
            } finally {
                runtime.resume();
            }
        });
        assertEquals(TaskState.CANCELLED, left.get().state());
        assertEquals(
                "1 failure: scope 'block' was closed before its tasks had ended: call join() at the end of its block;"
                        + " 1 of its tasks was called off",
                thrown.getSuppressed()[0].getMessage());
    }

    @Test
    void shouldRefuseTasksOnceItIsClosed() throws InterruptedException {
        TaskScope scope = runtime.openScope("over");
        Task before = scope.task(NOTHING);
        scope.close();
        assertEquals(
                "scope 'over' is closed and takes no more tasks: open another one",
                assertThrows(IllegalStateException.class, () -> scope.task(NOTHING))
                        .getMessage());
        assertThrows(IllegalStateException.class, before::submit);
        assertThrows(IllegalStateException.class, () -> scope.openScope("inner"));
        assertTrue(scope.isCancelled());
        scope.join();
    }

    @Test
    void shouldEndWhenAnotherTaskOfItWasNeverSubmitted() {
        TaskScope scope = runtime.openScope("gap");
        Task promised = scope.task(NOTHING);
        Task behind = scope.task(NOTHING).after(promised).submit();
        assertThrows(TasksFailedException.class, scope::close);
        assertEquals(TaskState.CANCELLED, promised.state());
        assertEquals(TaskState.CANCELLED, behind.state());
    }

    @Test
    void shouldReportItsFailuresAfterTheRuntimeWasClosed() {
        TaskScope scope = runtime.openScope("late");
        Task task = scope.task(NOTHING).after(new CompletableFuture<>()).submit();
        runtime.close();
        assertEquals(TaskState.CANCELLED, task.state());
        TasksFailedException report = assertThrows(TasksFailedException.class, scope::close);
        assertTrue(report.getMessage().contains("its runtime was closed"), report.getMessage());
    }

    @Test
    void shouldNotLoseFailuresIfTheScopeIsNeverClosed() throws InterruptedException {
        try (CapturedLog log = CapturedLog.of("org.asterism.core.internal.runtime.OwnedRuntime")) {
            try (TaskScope closed = runtime.openScope("closed")) {
                TaskScope forgotten = runtime.openScope("forgotten");
                forgotten.task(BREAK).submit();
                runtime.openScope("well").task(NOTHING).submit();
                closed.task(BREAK).submit();
                runtime.waitAll();
                assertThrows(TasksFailedException.class, closed::join);
                runtime.close();
            }
            assertEquals(1, log.messages().size(), () -> log.messages().toString());
            assertTrue(log.messages().getFirst().contains("scope 'forgotten'"), log.messages()::getFirst);
        }
    }

    // Interrupts.

    @Test
    void shouldCancelTheScopeAndWaitForWhatRunsWhenTheWaitingThreadIsInterrupted() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        TaskScope scope = runtime.openScope("interrupted");
        Task runs = scope.task(held).submit();
        Task waits = scope.task(NOTHING).after(runs).submit();
        Thread thread = Thread.ofPlatform().name("waiting").start(() -> {
            try (scope) {
                scope.join();
            } catch (InterruptedException | RuntimeException expected) {
                thrown.set(expected);
            }
        });
        await(begun);
        Await.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        Await.await(scope::isCancelled);
        assertEquals(TaskState.RUNNING, runs.state());
        assertTrue(thread.isAlive(), "it waits for the kernel");
        release.countDown();
        thread.join();
        assertInstanceOf(InterruptedException.class, thrown.get());
        assertEquals(TaskState.DONE, runs.state());
        assertEquals(TaskState.CANCELLED, waits.state());
        String why = assertThrows(TaskFailedException.class, waits::await).getMessage();
        assertTrue(why.contains("scope 'interrupted' was cancelled: thread 'waiting' was interrupted"), why);
    }

    @Test
    void shouldReportWhatFailedMeanwhileWithTheInterrupt() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        TaskScope scope = runtime.openScope("interrupted");
        Task broken = scope.task(BREAK).submit();
        Await.await(() -> broken.state().isFinal());
        scope.task(held).submit();
        await(begun);
        Thread thread = Thread.ofPlatform().start(() -> {
            try (scope) {
                Thread.currentThread().interrupt();
                scope.join();
            } catch (InterruptedException | RuntimeException expected) {
                thrown.set(expected);
            }
        });
        Await.await(scope::isCancelled);
        release.countDown();
        thread.join();
        assertInstanceOf(InterruptedException.class, thrown.get());
        assertInstanceOf(TasksFailedException.class, thrown.get().getSuppressed()[0]);
    }

    @Test
    void shouldGoOnClosingAndKeepTheInterrupt() throws InterruptedException {
        TaskScope scope = runtime.openScope("closing");
        Task runs = scope.task(held).submit();
        await(begun);
        AtomicInteger interrupted = new AtomicInteger();
        Thread thread = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            scope.close();
            interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 2);
        });
        Await.await(scope::isCancelled);
        assertTrue(thread.isAlive());
        release.countDown();
        thread.join();
        assertEquals(1, interrupted.get());
        assertEquals(TaskState.DONE, runs.state());
    }
}
