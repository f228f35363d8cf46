package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.FailureMode;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reports of scopes about failures. */
@Timeout(60)
class ScopeFailuresTest extends ScopeFixture {

    @Test
    void shouldReportAllFailuresTogetherAndOnlyToThoseThatWaitForTheScope() throws InterruptedException {
        try (TaskScope scope = runtime.openScope("bad");
                TaskScope other = runtime.openScope("good")) {
            Task first = failing(scope, "one").submit();
            Task second =
                    failing(scope, "two").after(runtime.task(NOTHING).submit()).submit();
            Task dependent = scope.task(NOTHING).after(first).submit();
            other.task(NOTHING).submit();
            other.join();
            TasksFailedException report = assertThrows(TasksFailedException.class, scope::join);
            assertEquals(2, report.failures().size(), report.getMessage());
            assertSame(report.failures().getFirst(), report.getCause());
            assertEquals(List.of(report.failures().getLast()), List.of(report.getSuppressed()));
            assertEquals(1, report.dependents());
            assertEquals(TaskState.FAILED, dependent.state());
            assertEquals(TaskState.FAILED, second.state());
            assertEquals(
                    report.getMessage(),
                    assertThrows(TasksFailedException.class, scope::join).getMessage(),
                    "whoever joins learns of it");
        }
        runtime.waitAll();
    }

    @Test
    void shouldKeepAHundredFailuresAndCountTheOthers() {
        TaskScope scope = runtime.openScope("very bad");
        for (int number = 0; number < 150; number++) {
            scope.task(BREAK).submit();
        }
        TasksFailedException report = assertThrows(TasksFailedException.class, scope::join);
        assertEquals(100, report.failures().size());
        assertEquals(99, report.getSuppressed().length);
        assertTrue(report.getMessage().startsWith("150 failures, the first: "), report.getMessage());
        scope.close();
    }

    @Test
    void shouldReportFailuresAtItsEndThatNobodyHasHeardOf() throws InterruptedException {
        TaskScope scope = runtime.openScope("bad");
        Task task = scope.task(BREAK).submit();
        assertThrows(TaskFailedException.class, task::await);
        runtime.waitAll();
        TasksFailedException report = assertThrows(TasksFailedException.class, scope::close);
        assertSame(BROKEN, report.getCause().getCause());
        scope.close();
    }

    @Test
    void shouldReportWhatACallbackThrows() {
        TaskScope scope = runtime.openScope("bad");
        scope.task(NOTHING)
                .onCompletion(ended -> {
                    throw BROKEN;
                })
                .submit();
        assertThrows(TasksFailedException.class, scope::join);
        scope.close();
    }

    @Test
    void shouldReportToOthersThatTheirTasksNeededOneOfTheScope() throws InterruptedException {
        DataHandle data = runtime.data().token();
        Codelet write =
                Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
        Codelet read = Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
        TaskScope scope = runtime.openScope("writers");
        Task gate = runtime.task(held).submit();
        scope.task(write).data(data).after(gate).submit();
        Task reader = runtime.task(read).data(data).submit();
        scope.cancel("enough");
        release.countDown();
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(
                "1 failure: " + reader + " was called off: scope 'writers' was cancelled: enough", report.getMessage());
        scope.close();
    }

    @Test
    void shouldCancelTheOtherTasksWithTheFirstFailureIfItIsToFailFast() throws InterruptedException {
        try (TaskScope scope = runtime.openScope("fast").onFailure(FailureMode.FAIL_FAST)) {
            Task gate = runtime.task(held).submit();
            Task waiting = scope.task(NOTHING).after(gate).submit();
            Task mine = runtime.task(NOTHING).after(gate).submit();
            scope.task(BREAK).submit();
            Await.await(scope::isCancelled);
            Task late = scope.task(NOTHING).submit();
            release.countDown();
            TasksFailedException report = assertThrows(TasksFailedException.class, scope::join);
            assertEquals(1, report.failures().size(), report.getMessage());
            assertSame(BROKEN, report.getCause().getCause());
            assertEquals(TaskState.CANCELLED, waiting.state());
            assertEquals(TaskState.CANCELLED, late.state());
            mine.await();
            String why = assertThrows(TaskFailedException.class, late::await).getMessage();
            assertTrue(why.contains("scope 'fast' fails fast, and break#"), why);
        }
        runtime.waitAll();
    }

    @Test
    void shouldReportThatItsContextHasCalledItsTasksOff() {
        TaskScope scope = runtime.openScope("victim");
        Task gate = runtime.task(held).submit();
        Task first = scope.task(NOTHING).after(gate).submit();
        scope.task(NOTHING).after(gate).submit();
        runtime.defaultContext().cancelTasks("spring cleaning");
        release.countDown();
        TasksFailedException report = assertThrows(TasksFailedException.class, scope::join);
        assertEquals("2 failures, the first: " + first + " was called off: spring cleaning", report.getMessage());
        assertThrows(TasksFailedException.class, runtime::waitAll);
        scope.close();
    }

    @Test
    void shouldNotReportATaskThatItsProgramHasCalledOff() throws InterruptedException {
        try (TaskScope scope = runtime.openScope("choosy")) {
            Task task = scope.task(NOTHING).after(runtime.task(held).submit()).submit();
            Task next = scope.task(NOTHING).after(task).submit();
            assertTrue(task.cancel());
            release.countDown();
            scope.join();
            assertEquals(TaskState.CANCELLED, next.state());
            scope.task(NOTHING).cancel();
            scope.join();
        }
    }
}
