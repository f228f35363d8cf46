package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.FailureMode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A context that fails fast. */
@Timeout(30)
class FailFastTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet BREAK = Codelet.named("break")
            .access()
            .cpu(kernel -> {
                throw new IllegalStateException("broken on purpose");
            })
            .build();

    private static TaskRuntime stepped(Laboratory laboratory) {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
        runtime.defaultContext().onFailure(FailureMode.FAIL_FAST);
        return runtime;
    }

    @Test
    void shouldCallOffWhatHasNotBegunUntilTheFailureIsReported() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            Task broken = runtime.task(BREAK).submit();
            Task ready = runtime.task(NOTHING).submit();
            Task promised = runtime.task(NOTHING);
            Task blocked = runtime.task(NOTHING).after(promised).submit();
            runtime.workers().getFirst().runOnce();
            assertEquals(TaskState.FAILED, broken.state());
            assertEquals(TaskState.CANCELLED, ready.state());
            assertEquals(TaskState.SUBMITTED, blocked.state());
            Task later = runtime.task(NOTHING).submit();
            assertEquals(TaskState.CANCELLED, later.state());
            promised.submit();
            assertEquals(TaskState.CANCELLED, promised.state());
            assertEquals(TaskState.CANCELLED, blocked.state());
            TaskFailedException why = assertThrows(TaskFailedException.class, ready::await);
            assertTrue(why.getMessage().contains("context 'default' fails fast"), why.getMessage());
            assertTrue(why.getMessage().contains(broken + " failed"), why.getMessage());
            assertInstanceOf(CancellationException.class, why.getCause());
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(1, report.failures().size());
            assertEquals(0, report.dependents());
            Task afterwards = runtime.task(NOTHING).submit();
            runtime.workers().getFirst().runOnce();
            assertEquals(TaskState.DONE, afterwards.state());
            runtime.waitAll();
            runtime.close();
        }
    }

    @Test
    void shouldCallOffATaskThatWasOnItsWayToThePolicyWhenTheOtherFailed() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            Worker worker = runtime.workers().getFirst();
            Task broken = runtime.task(BREAK).submit();
            Task late = runtime.task(NOTHING).onReady(ready -> worker.runOnce()).submit();
            assertEquals(TaskState.FAILED, broken.state());
            assertEquals(TaskState.READY, late.state());
            worker.runOnce();
            assertEquals(TaskState.CANCELLED, late.state());
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.close();
        }
    }

    @Test
    void shouldLeaveOthersAloneWhenFailuresAreIsolated() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            runtime.defaultContext().onFailure(FailureMode.ISOLATED);
            runtime.task(BREAK).submit();
            Task ready = runtime.task(NOTHING).submit();
            runtime.workers().getFirst().runOnce();
            runtime.workers().getFirst().runOnce();
            assertEquals(TaskState.DONE, ready.state());
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.close();
        }
    }

    @Test
    void shouldEndATaskThatWouldRepeatForEver() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().onFailure(FailureMode.FAIL_FAST);
            Task endless = runtime.task(NOTHING).repeatWhile(round -> true).submit();
            runtime.task(BREAK).submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(TaskState.CANCELLED, endless.state());
        }
    }

    @Test
    void shouldBeginNothingOnceATaskHasFailedHoweverManyAreUnderWay() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            try (Laboratory laboratory = Laboratory.withWorkers(2);
                    TaskRuntime runtime = laboratory.runtime()) {
                runtime.defaultContext().onFailure(FailureMode.FAIL_FAST);
                AtomicReference<Task> broken = new AtomicReference<>();
                AtomicInteger late = new AtomicInteger();
                Codelet look = Codelet.named("look")
                        .access()
                        .cpu(kernel -> late.addAndGet(
                                broken.get().state() == TaskState.FAILED && kernel.argument(Boolean.class) ? 1 : 0))
                        .build();
                AtomicBoolean failed = new AtomicBoolean();
                broken.set(runtime.task(BREAK).onCompletion(ended -> failed.set(true)));
                for (int task = 0; task < 200; task++) {
                    if (task == 100) {
                        broken.get().submit();
                    }
                    runtime.task(look).argument(failed.get()).submit();
                }
                assertThrows(TasksFailedException.class, runtime::waitAll);
                assertEquals(0, late.get(), "tasks that were submitted after the failure have run");
            }
        }
    }
}
