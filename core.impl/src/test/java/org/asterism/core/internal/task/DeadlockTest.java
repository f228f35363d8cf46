package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tasks that would wait for each other through data, or turns on them, and by name. */
@Timeout(60)
class DeadlockTest {
    private static Task task(TaskRuntime runtime, String name, Kernel kernel) {
        return runtime.task(Codelet.named(name).cpu(kernel).build());
    }

    private static Task task(TaskRuntime runtime, String name) {
        return task(runtime, name, kernel -> {});
    }

    @Test
    void shouldRefuseToEndAfterATaskThatNeedsTheTurnOfTheOneThatEndsLater() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = written(runtime);
            AtomicReference<String> message = new AtomicReference<>();
            Task parent = task(runtime, "parent", kernel -> {
                        Task child = task(runtime, "child")
                                .access(token, Access.COMMUTE)
                                .submit();
                        message.set(assertThrows(
                                        IllegalArgumentException.class,
                                        () -> kernel.task().endAfter(child))
                                .getMessage());
                    })
                    .access(token, Access.COMMUTE)
                    .submit();
            runtime.waitAll();
            assertEquals(TaskState.DONE, parent.state());
            assertEquals(
                    "parent#2 cannot end after child#3, which takes its turn on " + token.name()
                            + ": parent#2 has its turn there until it ends. Give child#3 other data, or leave out "
                            + "endAfter",
                    message.get());
        }
    }

    @Test
    void shouldRefuseToSubmitATaskThatNeedsTheTurnOfOneThatEndsAfterIt() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = written(runtime).arbitrated();
            AtomicReference<String> message = new AtomicReference<>();
            Task parent = task(runtime, "parent", kernel -> {
                        Task child = task(runtime, "child");
                        kernel.task().endAfter(child);
                        child.access(token, Access.RW);
                        message.set(assertThrows(IllegalStateException.class, child::submit)
                                .getMessage());
                        child.cancel();
                    })
                    .access(token, Access.RW)
                    .submit();
            assertThrows(TaskFailedException.class, parent::await, "it ends after a task that was cancelled");
            assertEquals(
                    "child#3 would never get its turn on " + token.name()
                            + ": parent#2 ends after it, and has its turn there until then. Give child#3 other data, "
                            + "or cancel it",
                    message.get());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldLetATaskEndAfterOneThatSharesItsTurn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = written(runtime).arbitrated();
            Task parent = task(
                            runtime,
                            "parent",
                            kernel -> kernel.task()
                                    .endAfter(task(runtime, "child")
                                            .access(token, Access.R)
                                            .submit()))
                    .access(token, Access.R)
                    .submit();
            parent.await();
        }
    }

    @Test
    void shouldNameTheTaskThatHasATurnWhichOthersWaitFor() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)))) {
            DataHandle token = written(runtime);
            Task other = task(runtime, "other").afterTags(7).submit();
            Task holder = task(runtime, "holder")
                    .access(token, Access.COMMUTE)
                    .endAfter(other)
                    .submit();
            Task waiting =
                    task(runtime, "waiting").access(token, Access.COMMUTE).submit();
            TasksStuckException stuck = assertThrows(TasksStuckException.class, waiting::await);
            assertTrue(
                    stuck.getMessage()
                            .contains("waiting#4 waits for its turn on " + token.name()
                                    + ", which holder#3 (ends after other#2) has"),
                    stuck.getMessage());
            assertTrue(stuck.getMessage().contains("other#2 waits for tag 7"), stuck.getMessage());
            runtime.tags().notify(7);
            waiting.await();
            assertEquals(TaskState.DONE, holder.state());
        }
    }

    private static TaskRuntime patient(Laboratory laboratory) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(Duration.ofDays(1)));
    }

    @Test
    void shouldNameACircleThroughATurnThatWasTakenAfterItsTaskWasMadeToEndLater() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = patient(laboratory);
            DataHandle token = written(runtime);
            Task other = task(runtime, "other").access(token, Access.COMMUTE).afterTags(7);
            other.submit();
            Task between = task(runtime, "between").after(other).submit();
            Task holder = task(runtime, "holder")
                    .access(token, Access.COMMUTE)
                    .endAfter(between)
                    .submit();
            runtime.tags().notify(7);
            String circle = "other#2 waits for its turn on " + token.name() + ", which holder#4 has;"
                    + " holder#4 waits for between#3; between#3 waits for other#2";
            for (Executable wait : List.<Executable>of(other::await, holder::await, runtime::waitAll)) {
                String message = assertThrows(TasksStuckException.class, wait).getMessage();
                assertTrue(inAnyRotation(circle, message), message);
            }
            runtime.close();
            assertEquals(TaskState.CANCELLED, other.state());
            assertEquals(TaskState.FAILED, holder.state(), "it ends after tasks that were cancelled");
        }
    }

    /** Whether a message names a circle, beginning with any of its tasks. */
    private static boolean inAnyRotation(String circle, String message) {
        List<String> parts = new ArrayList<>(List.of(circle.split("; ")));
        for (int turns = 0; turns < parts.size(); turns++) {
            Collections.rotate(parts, 1);
            if (message.contains(String.join("; ", parts))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldNameACircleThroughAReaderThatWaitsForItsTurnBehindAWriter() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = patient(laboratory)) {
            DataHandle data = runtime.data().token().sequentialConsistency(false);
            task(runtime, "write").access(data, Access.W).submitAndAwait();
            Task later = task(runtime, "later").access(data, Access.R);
            Task holder = task(runtime, "holder")
                    .access(data, Access.R)
                    .endAfter(later)
                    .submit();
            Await.await(() -> holder.state() == TaskState.RUNNING);
            Task writer = task(runtime, "writer").access(data, Access.RW).submit();
            later.submit();
            String message =
                    assertThrows(TasksStuckException.class, holder::await).getMessage();
            assertTrue(
                    inAnyRotation(
                            "holder#3 waits for later#2; later#2 waits for its turn on " + data.name()
                                    + ", which holder#3 has",
                            message),
                    message);
            assertThrows(TasksStuckException.class, writer::await);
            later.cancel();
            assertThrows(TaskFailedException.class, holder::await);
            writer.await();
        }
    }

    @Test
    void shouldNotTakeATurnForPartOfACircleThatARepeatingTaskGivesBack() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = patient(laboratory)) {
            DataHandle token = written(runtime);
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger rounds = new AtomicInteger();
            Task other = task(runtime, "other").access(token, Access.COMMUTE).afterTags(7);
            other.submit();
            Task repeating = task(runtime, "repeating", kernel -> go.await())
                    .access(token, Access.COMMUTE)
                    .endAfter(other)
                    .repeatWhile(task -> rounds.incrementAndGet() < 2)
                    .submit();
            runtime.tags().notify(7);
            assertFalse(other.await(Duration.ofMillis(100)));
            go.countDown();
            repeating.await();
            assertEquals(TaskState.DONE, other.state());
        }
    }

    @Test
    void shouldRefuseARoundBehindATaskThatWaitsForTheLastOne() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = written(runtime);
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger rounds = new AtomicInteger();
            Task repeating = task(runtime, "repeating", kernel -> go.await())
                    .access(token, Access.RW)
                    .repeatWhile(task -> rounds.incrementAndGet() < 3)
                    .submit();
            Task behind = task(runtime, "behind")
                    .access(token, Access.R)
                    .after(repeating)
                    .submit();
            go.countDown();
            String message =
                    assertThrows(TaskFailedException.class, repeating::await).getMessage();
            assertTrue(
                    message.contains("another round of repeating#2 could never begin: it would come behind behind#3 on "
                            + token.name()
                            + ", which waits for its last round. Submit behind#3 when repeating#2 has ended"),
                    message);
            assertThrows(TaskFailedException.class, behind::await);
            assertFalse(token.isCorrupt(), "they are as the first round has left them");
            assertEquals(
                    1,
                    assertThrows(TasksFailedException.class, runtime::waitAll)
                            .failures()
                            .size());
        }
    }

    @Test
    void shouldLetATaskWaitForTheLastRoundOfOneThatUsesItsDataInTheSameTurns() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = written(runtime);
            for (Access mode : new Access[] {Access.R, Access.COMMUTE}) {
                CountDownLatch go = new CountDownLatch(1);
                AtomicInteger rounds = new AtomicInteger();
                Task repeating = task(runtime, "repeating", kernel -> go.await())
                        .access(token, mode)
                        .repeatWhile(task -> rounds.incrementAndGet() < 3)
                        .submit();
                Task behind = task(runtime, "behind")
                        .access(token, mode)
                        .after(repeating)
                        .submit();
                go.countDown();
                behind.await();
                assertEquals(3, rounds.get());
            }
        }
    }

    private static DataHandle written(TaskRuntime runtime) throws InterruptedException {
        DataHandle token = runtime.data().token();
        task(runtime, "write").access(token, Access.W).submitAndAwait();
        return token;
    }
}
