package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.FailureMode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for the tasks of scopes. */
@Timeout(60)
class TaskScopeTest extends ScopeFixture {
    // Waiting.

    @Test
    void shouldWaitForItsTasksAndThoseThatTheySubmit() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        try (TaskScope scope = runtime.openScope("tree")) {
            Codelet leaf = Codelet.named("leaf")
                    .access()
                    .cpu(kernel -> ran.incrementAndGet())
                    .build();
            Codelet node = Codelet.named("node")
                    .access()
                    .cpu(kernel -> {
                        for (int child = 0; child < 10; child++) {
                            scope.task(leaf).submit();
                        }
                    })
                    .build();
            for (int root = 0; root < 100; root++) {
                scope.task(node).submit();
            }
            scope.join();
            assertEquals(1000, ran.get());
            scope.join();
        }
        assertEquals(1100, runtime.defaultContext().load().done());
    }

    @Test
    void shouldNotWaitForTasksOfOthers() throws InterruptedException {
        Task other = runtime.task(held).submit();
        try (TaskScope scope = runtime.openScope("quick");
                TaskScope slow = runtime.openScope("slow")) {
            slow.task(NOTHING).after(other).submit();
            Task mine = scope.task(NOTHING).submit();
            scope.join();
            assertEquals(TaskState.DONE, mine.state());
            assertFalse(other.state().isFinal());
            assertFalse(slow.join(Duration.ofMillis(1)));
            release.countDown();
            assertTrue(slow.join(Duration.ofMinutes(1)));
        }
        runtime.waitAll();
    }

    @Test
    void shouldBeWaitedForByTheRuntime() throws InterruptedException {
        TaskScope scope = runtime.openScope("all");
        Task task = scope.task(held).submit();
        assertFalse(runtime.waitAll(Duration.ofMillis(1)));
        release.countDown();
        runtime.waitAll();
        assertEquals(TaskState.DONE, task.state());
        scope.join();
        scope.close();
    }

    @Test
    void shouldScheduleItsTasksInItsContext() throws InterruptedException {
        SchedulingContext inner = runtime.createContext("inner", "prio", worker -> worker.id() == 0);
        try (TaskScope scope = inner.openScope("there")) {
            assertSame(inner, scope.context());
            Task task = scope.task(NOTHING).submit();
            scope.join();
            assertSame(inner, task.context());
            assertEquals(1, inner.load().done());
        }
        inner.close();
    }

    @Test
    void shouldLeaveItsTasksToTheHeirOfItsContext() throws InterruptedException {
        SchedulingContext inner = runtime.createContext(ContextDescription.named("inner")
                .withWorkers(WorkerSelection.none())
                .withHeir(SchedulingContext.DEFAULT));
        try (TaskScope scope = inner.openScope("moved")) {
            Task task = scope.task(NOTHING).submit();
            assertFalse(scope.join(Duration.ofMillis(1)));
            inner.close();
            scope.join();
            assertEquals(TaskState.DONE, task.state());
        }
    }

    // Nesting.

    @Test
    void shouldKeepTheFailuresOfANestedScopeThere() throws InterruptedException {
        try (TaskScope outer = runtime.openScope("outer").onFailure(FailureMode.FAIL_FAST)) {
            Task mine = outer.task(held).submit();
            try (TaskScope inner = outer.openScope("inner")) {
                inner.task(BREAK).submit();
                assertThrows(TasksFailedException.class, inner::join);
            }
            release.countDown();
            outer.join();
            assertEquals(TaskState.DONE, mine.state());
        }
    }

    @Test
    void shouldCancelNestedScopesAndNotTheOuterOnes() throws InterruptedException {
        try (TaskScope outer = runtime.openScope("outer")) {
            TaskScope inner = outer.openScope("inner");
            TaskScope innermost = inner.openScope("innermost");
            TaskScope beside = outer.openScope("beside");
            Task gate = runtime.task(held).submit();
            Task task = innermost.task(NOTHING).after(gate).submit();
            inner.cancel("enough");
            assertFalse(outer.isCancelled());
            assertFalse(beside.isCancelled());
            assertTrue(inner.openScope("later").isCancelled());
            release.countDown();
            TasksFailedException report = assertThrows(TasksFailedException.class, innermost::join);
            assertEquals(
                    "1 failure: scope 'innermost' was cancelled with scope 'inner', in which it is nested: scope"
                            + " 'inner' was cancelled: enough; 1 of its tasks was called off",
                    report.getMessage());
            assertEquals(TaskState.CANCELLED, task.state());
            outer.join();
        }
    }

    @Test
    void shouldCloseWhatIsNestedInIt() {
        TaskScope outer = runtime.openScope("outer");
        TaskScope inner = outer.openScope("inner");
        Task task = inner.task(BREAK).submit();
        Await.await(() -> task.state().isFinal());
        assertThrows(TasksFailedException.class, outer::close);
        assertThrows(IllegalStateException.class, () -> inner.task(NOTHING));
    }

    // Workers.

    @Test
    void shouldNotLetAWorkerWait() throws InterruptedException {
        AtomicReference<Throwable> atJoin = new AtomicReference<>();
        AtomicReference<Throwable> atClose = new AtomicReference<>();
        AtomicReference<TaskScope> opened = new AtomicReference<>();
        runtime.task(Codelet.named("opens")
                        .access()
                        .cpu(kernel -> {
                            TaskScope scope = runtime.openScope("in a kernel");
                            opened.set(scope);
                            scope.task(held).submit();
                            await(begun);
                            scope.task(NOTHING).submit();
                            atJoin.set(assertThrows(IllegalStateException.class, scope::join));
                            atClose.set(assertThrows(IllegalStateException.class, scope::close));
                        })
                        .build())
                .submitAndAwait();
        assertTrue(atJoin.get().getMessage().contains("must not wait for scope 'in a kernel'"));
        assertEquals(atJoin.get().getMessage(), atClose.get().getMessage());
        assertTrue(opened.get().isCancelled());
        release.countDown();
        opened.get().close();
    }

    // Stages.

    @Test
    void shouldCompleteItsStageWhenNoTaskIsLeft() throws Exception {
        TaskScope scope = runtime.openScope("asynchronous");
        Task task = scope.task(held).submit();
        var stage = scope.completion();
        var harmful = stage.thenAccept(ended -> {
            throw BROKEN;
        });
        var closed = stage.whenComplete((ended, failure) -> scope.close()).toCompletableFuture();
        assertFalse(stage.toCompletableFuture().isDone());
        assertTrue(stage.toCompletableFuture().cancel(true), "a copy");
        Task next = runtime.task(NOTHING).after(stage).submit();
        release.countDown();
        assertSame(scope, closed.get());
        next.await();
        assertEquals(TaskState.DONE, task.state());
        Await.await(harmful.toCompletableFuture()::isCompletedExceptionally);
        assertThrows(IllegalStateException.class, () -> scope.task(NOTHING));
        runtime.waitAll();
    }

    @Test
    void shouldCompleteItsStageWithItsFailures() {
        try (TaskScope scope = runtime.openScope("asynchronous")) {
            scope.task(BREAK).submit();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            scope.completion().whenComplete((ended, thrown) -> failure.set(thrown));
            Await.await(() -> failure.get() != null);
            assertInstanceOf(TasksFailedException.class, failure.get());
            assertThrows(TasksFailedException.class, scope::join, "a thread that waits as well learns of it too");
        }
    }

    // Waits that cannot end, and virtual time.

    @Test
    void shouldSayWhichOfItsTasksAreStuckAndNotHearOfThoseOfOthers() throws InterruptedException {
        try (Laboratory impatient = Laboratory.withWorkers(1);
                TaskRuntime hasty =
                        impatient.factory.create(RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)))) {
            TaskScope other = hasty.openScope("other");
            Codelet use =
                    Codelet.named("use").access(Access.RW).cpu(kernel -> {}).build();
            DataHandle token = hasty.data().token();
            other.task(use).data(token).afterTags(8).submit();
            other.task(use).data(token).tag(8).submit();
            TaskScope scope = hasty.openScope("stuck");
            Task task = scope.task(NOTHING).afterTags(7).submit();
            String stuck = assertThrows(TasksStuckException.class, scope::join).getMessage();
            assertEquals(
                    "scope 'stuck' will not end unless somebody does what it waits for: 3 are left; " + task
                            + " waits for tag 7, which nobody notifies. They stay submitted",
                    stuck);
            hasty.tags().notify(7);
            scope.join();
            scope.close();
            String circle = assertThrows(TasksStuckException.class, other::join).getMessage();
            assertTrue(circle.contains("in a circle"), circle);
            assertEquals(
                    circle,
                    assertThrows(TasksStuckException.class, other::close).getMessage());
            hasty.tags().notify(8);
            assertThrows(TasksFailedException.class, other::join);
            other.close();
        }
    }

    @Test
    void shouldWaitInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory virtual = new Laboratory()) {
            virtual.addDriver("timed", new TimedDriver(1));
            try (TaskRuntime simulated =
                    virtual.factory.create(RuntimeConfiguration.defaults().withClock(clock))) {
                TaskScope scope = simulated.openScope("virtual");
                scope.task(NOTHING).argument(3_000_000_000L).submit();
                simulated.task(NOTHING).argument(5_000_000_000L).submit();
                assertFalse(scope.join(Duration.ofSeconds(1)));
                scope.join();
                assertEquals(3_000_000_000L, clock.nanoTime());
                Task last = scope.task(NOTHING).argument(5_000_000_000L).submit();
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, scope::join);
                assertFalse(Thread.currentThread().isInterrupted());
                assertEquals(TaskState.CANCELLED, last.state());
                scope.close();
                simulated.waitAll();
            }
        }
    }
}
