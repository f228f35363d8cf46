package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is called in a task's life: when, in which order, on whose thread, and what follows if it throws. */
@Timeout(30)
class CallbacksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final IllegalStateException BROKEN = new IllegalStateException("broken on purpose");

    private static void raise() {
        throw BROKEN;
    }

    @Test
    void shouldCallEverythingInTheOrderOfTheTasksLife() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<String> course = Collections.synchronizedList(new ArrayList<>());
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> course.add("kernel " + kernel.task().state()))
                    .build();
            Task first = runtime.task(NOTHING);
            Task task = runtime.task(note)
                    .after(first)
                    .onCompletion(ended -> course.add("completion " + ended.state()))
                    .epilogue(ended -> course.add("epilogue " + ended.state()))
                    .onStart(begun -> course.add("start " + begun.state()))
                    .onReady(ready -> course.add("ready " + ready.state()))
                    .prologue(freed -> course.add("prologue " + freed.state()))
                    .onCompletion(ended -> course.add("completion again"))
                    .submit();
            Task next = runtime.task(note).after(task).submit();
            assertEquals(List.of(), course);
            first.submit();
            runtime.waitAll();
            assertEquals(TaskState.DONE, next.state());
            assertEquals(
                    List.of(
                            "prologue SUBMITTED",
                            "ready READY",
                            "start SCHEDULED",
                            "kernel RUNNING",
                            "epilogue RUNNING",
                            "completion DONE",
                            "completion again",
                            "kernel RUNNING"),
                    course);
        }
    }

    @Test
    void shouldLetThePrologueChangePriorityAndArgumentAndNobodyLater() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicReference<Object> seen = new AtomicReference<>();
            AtomicReference<Throwable> refused = new AtomicReference<>();
            Codelet look = Codelet.named("look")
                    .access()
                    .cpu(kernel -> seen.set(
                            kernel.argument(Object.class) + "/" + kernel.task().priority()))
                    .build();
            Task first = runtime.task(NOTHING);
            runtime.task(look)
                    .after(first)
                    .prologue(task -> task.argument("late").priority(7))
                    .onReady(task -> {
                        try {
                            task.priority(8);
                        } catch (IllegalStateException tooLate) {
                            refused.set(tooLate);
                        }
                    })
                    .submit();
            first.submit();
            runtime.waitAll();
            assertEquals("late/7", seen.get());
            assertInstanceOf(IllegalStateException.class, refused.get());
        }
    }

    @Test
    void shouldFailATaskWhosePrologueThrowsWithoutRunningIt() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicBoolean ran = new AtomicBoolean();
            Codelet run =
                    Codelet.named("run").access().cpu(kernel -> ran.set(true)).build();
            Task task = runtime.task(run).prologue(freed -> raise());
            Task next = runtime.task(run).after(task).submit();
            task.submit();
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(List.of(TaskState.FAILED, TaskState.FAILED), List.of(task.state(), next.state()));
            assertSame(BROKEN, report.failures().getFirst().getCause());
            assertEquals(1, report.failures().size());
            assertEquals(1, report.dependents());
            assertFalse(ran.get());
        }
    }

    @Test
    void shouldReportWhatReadyAndStartThrowAndGoOn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING)
                    .onReady(ready -> raise())
                    .onStart(begun -> raise())
                    .submit();
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(TaskState.DONE, task.state());
            assertEquals(2, report.failures().size());
            assertTrue(report.getMessage().contains("a callback of " + task), report.getMessage());
        }
    }

    @Test
    void shouldFailATaskWhoseEpilogueThrows() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING).epilogue(ended -> raise());
            Task next = runtime.task(NOTHING).after(task).submit();
            task.submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertSame(BROKEN, task.failure().orElseThrow());
            assertEquals(TaskState.FAILED, next.state());
        }
    }

    @Test
    void shouldRunWhatTheEpilogueSubmitsBeforeWhatWaits() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> order.add(kernel.argument(String.class)))
                    .build();
            Task task = runtime.task(NOTHING)
                    .epilogue(ended ->
                            runtime.task(note).argument("of the epilogue").submit())
                    .onCompletion(ended ->
                            runtime.task(note).argument("of the completion").submit());
            runtime.task(note).argument("waiting").after(task).submit();
            task.submit();
            runtime.waitAll();
            assertEquals(List.of("of the epilogue", "waiting", "of the completion"), order);
        }
    }

    @Test
    void shouldCallBackOnceHoweverATaskEnds() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<TaskState> ends = Collections.synchronizedList(new ArrayList<>());
            Consumer<Task> note = ended -> ends.add(ended.state());
            Codelet broken =
                    Codelet.named("broken").access().cpu(kernel -> raise()).build();
            runtime.task(NOTHING).onCompletion(note).submit().await();
            Task failed = runtime.task(broken).onCompletion(note);
            Task dependent =
                    runtime.task(NOTHING).after(failed).onCompletion(note).submit();
            failed.submit();
            assertThrows(TaskFailedException.class, dependent::await);
            runtime.task(NOTHING).onCompletion(note).cancel();
            assertEquals(List.of(TaskState.DONE, TaskState.FAILED, TaskState.FAILED, TaskState.CANCELLED), ends);
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldRefuseToWaitInACallbackThatTheProgramsOwnThreadCalls() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicReference<Throwable> refused = new AtomicReference<>();
            Task other = runtime.task(NOTHING).submit();
            Task task = runtime.task(NOTHING).onCompletion(ended -> {
                try {
                    other.await();
                } catch (IllegalStateException | InterruptedException refusal) {
                    refused.set(refusal);
                }
            });
            assertTrue(task.cancel());
            assertInstanceOf(IllegalStateException.class, refused.get());
        }
    }
}
