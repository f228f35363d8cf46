package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A context of a runtime in the hands of an application that takes it for the whole. */
@Timeout(20)
class ContextScopeTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final SchedulingContext inner =
            runtime.createContext(ContextDescription.named("inner").withWorkers(WorkerSelection.named("cpu-1")));
    private final ScopedRuntime scope = runtime.scope(inner);

    @AfterEach
    void close() {
        laboratory.close();
    }

    @Test
    void shouldDescribeRuntimesAndContextsInWords() {
        assertEquals("context 'inner'", inner.toString());
        assertEquals("runtime with 2 workers", runtime.toString());
        assertEquals("runtime with 2 workers through context 'inner'", scope.toString());
        laboratory.close();
        assertEquals("closed runtime", runtime.toString());
    }

    @Test
    void shouldShowAnApplicationItsContextOnly() throws InterruptedException {
        SchedulingContext nested = scope.createContext(ContextDescription.named("nested"));
        assertEquals(Optional.of(inner), nested.parent());
        assertSame(inner, scope.defaultContext());
        assertSame(inner, scope.context(SchedulingContext.DEFAULT));
        assertEquals(List.of(inner, nested), scope.contexts());
        assertEquals(inner.workers(), scope.workers());
        assertEquals(inner.workers(), scope.workers(WorkerSelection.all()));
        assertEquals(runtime.memoryNodes(), scope.memoryNodes());
        List<Task> executed = Collections.synchronizedList(new ArrayList<>());
        RuntimeObserver observer = new RuntimeObserver() {
            @Override
            public void executed(Task task, Worker worker, long begin, long end) {
                executed.add(task);
            }
        };
        try (Observation _ = scope.observe(observer)) {
            runtime.task(NOTHING).submit().await();
            Task own = scope.task(NOTHING).submit();
            scope.waitAll();
            assertEquals(List.of(own), executed);
            assertEquals("inner", own.context().name());
        }
    }

    @Test
    void shouldCloseTheDataThatAnApplicationHasLeft() {
        DataHandle others = runtime.data().token();
        DataHandle left = scope.data().token();
        assertEquals(List.of(left), List.copyOf(scope.data().handles()));
        scope.end();
        Await.await(() -> !runtime.data().handles().contains(left));
        assertTrue(runtime.data().handles().contains(others));
    }

    @Test
    void shouldCallOffNothingOfOthersWhenItIsCancelled() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        Codelet writes = Codelet.named("writes")
                .access(Access.W)
                .cpu(kernel -> goOn.await())
                .build();
        Codelet reads =
                Codelet.named("reads").access(Access.R).cpu(kernel -> {}).build();
        try (DataHandle data = runtime.data().token()) {
            runtime.task(writes).data(data).submit();
            Task own = scope.task(reads).data(data).submit();
            Task adopted = scope.own(inner.task(reads).data(data)).submit();
            Task others = inner.task(reads).data(data).submit();
            scope.cancel("run 1 was cancelled");
            goOn.countDown();
            others.await();
            assertEquals(TaskState.CANCELLED, own.state());
            assertEquals(TaskState.CANCELLED, adopted.state());
            assertEquals(TaskState.DONE, others.state());
        }
        assertEquals(
                "run 1 was cancelled, and takes no more tasks",
                assertThrows(IllegalStateException.class, () -> scope.task(NOTHING))
                        .getMessage());
        assertThrows(TasksFailedException.class, scope::waitAll);
    }

    @Test
    void shouldCancelTheScopesThatAnApplicationHasOpened() {
        TaskScope opened = scope.openScope("opened");
        TaskScope others = inner.openScope("others");
        Task waiting = opened.task(NOTHING).after(new CompletableFuture<>()).submit();
        scope.cancel("run 1 was cancelled");
        assertEquals(TaskState.CANCELLED, waiting.state());
        assertFalse(others.isCancelled());
        assertEquals(
                "run 1 was cancelled, and takes no more tasks",
                assertThrows(IllegalStateException.class, () -> scope.openScope("late"))
                        .getMessage());
        assertThrows(TasksFailedException.class, opened::join);
        opened.close();
        others.close();
    }

    @Test
    void shouldLeaveTheRuntimeOpen() throws InterruptedException {
        assertThrows(UnsupportedOperationException.class, scope::close);
        assertThrows(UnsupportedOperationException.class, scope::requestTermination);
        scope.end();
        runtime.task(NOTHING).submit().await();
        assertFalse(runtime.isPaused());
    }

    @Test
    void shouldRefuseAContextThatIsNotThere() {
        inner.close();
        String message = assertThrows(IllegalArgumentException.class, () -> runtime.scope(inner))
                .getMessage();
        assertEquals("context 'inner' is closed or of another runtime; give one of [default]", message);
    }
}
