package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that end after others. */
@Timeout(30)
class EndAfterTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet BREAK = Codelet.named("break")
            .access()
            .cpu(kernel -> {
                throw new IllegalStateException("broken on purpose");
            })
            .build();

    @Test
    void shouldKeepATaskFromEndingUntilItsChildrenHaveWithoutHoldingItsWorker() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            AtomicReference<Task> parent = new AtomicReference<>();
            Codelet child = Codelet.named("child")
                    .access()
                    .cpu(kernel -> order.add("child, parent " + parent.get().state()))
                    .build();
            Codelet split = Codelet.named("split")
                    .access()
                    .cpu(kernel -> {
                        for (int part = 0; part < 3; part++) {
                            kernel.task().endAfter(kernel.runtime().task(child).submit());
                        }
                    })
                    .build();
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> order.add("next"))
                    .build();
            parent.set(runtime.task(split)
                    .epilogue(returned -> order.add("epilogue"))
                    .onCompletion(ended -> order.add("completion " + ended.state())));
            Task next = runtime.task(note).after(parent.get()).submit();
            parent.get().submit();
            next.await();
            String running = "child, parent RUNNING";
            assertEquals(List.of("epilogue", running, running, running, "completion DONE", "next"), order);
        }
    }

    @Test
    void shouldTakeTheTimeOfTheLongestChildInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            Task child = runtime.task(NOTHING).argument(1000L).submit();
            Task parent = runtime.task(NOTHING).argument(10L).endAfter(child).submit();
            assertFalse(parent.await(Duration.ofNanos(500)));
            assertEquals(TaskState.RUNNING, parent.state());
            parent.await();
            assertEquals(1000, clock.nanoTime());
            runtime.close();
        }
    }

    @Test
    void shouldEndAtOnceAfterATaskThatHasEnded() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task child = runtime.task(NOTHING).submit();
            child.await();
            runtime.task(NOTHING).endAfter(child).submit().await();
        }
    }

    @Test
    void shouldFailWithAChildThatFailsAndHandThatOn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task child = runtime.task(BREAK);
            Task parent = runtime.task(NOTHING).endAfter(child).submit();
            Task next = runtime.task(NOTHING).after(parent).submit();
            child.submit();
            TaskFailedException failure = assertThrows(TaskFailedException.class, parent::await);
            assertTrue(failure.getMessage().contains(child + " failed"), failure.getMessage());
            assertThrows(TaskFailedException.class, next::await);
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(1, report.failures().size());
            assertEquals(2, report.dependents());
            Task late = runtime.task(NOTHING).endAfter(child).submit();
            assertThrows(TaskFailedException.class, late::await);
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldRefuseWhatWouldNeverEnd() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                Laboratory other = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING);
            Task second = runtime.task(NOTHING).after(task);
            Task third = runtime.task(NOTHING).after(second);
            assertThrows(IllegalArgumentException.class, () -> task.endAfter(task));
            assertThrows(IllegalArgumentException.class, () -> task.endAfter(third));
            Task strange = other.runtime().task(NOTHING);
            assertThrows(IllegalArgumentException.class, () -> task.endAfter(strange));
            second.endAfter(task);
            Task parent = runtime.task(NOTHING);
            Task child = runtime.task(NOTHING);
            parent.endAfter(child);
            assertThrows(IllegalArgumentException.class, () -> child.after(parent));
        }
    }

    @Test
    void shouldRefuseOnceTheKernelHasReturned() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task child = runtime.task(NOTHING);
            Task done = runtime.task(NOTHING).submit();
            done.await();
            assertThrows(IllegalStateException.class, () -> done.endAfter(child));
            Task waiting = runtime.task(NOTHING).endAfter(child).submit();
            runtime.task(NOTHING).submit().await(); // the only worker has left the one before it
            assertThrows(IllegalStateException.class, () -> waiting.endAfter(runtime.task(NOTHING)));
            child.submit();
            waiting.await();
        }
    }

    @Test
    void shouldEndAChainOfEndingsWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task first = runtime.task(NOTHING);
            Task last = first;
            for (int task = 0; task < 50_000; task++) {
                last = runtime.task(NOTHING).endAfter(last).submit();
            }
            first.submit();
            last.await();
            assertEquals(TaskState.DONE, last.state());
        }
    }

    @Test
    void shouldNotKeepARuntimeFromClosing() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            DataHandle token = runtime.data().token();
            Codelet use =
                    Codelet.named("use").access(Access.RW).cpu(kernel -> {}).build();
            Task never = runtime.task(NOTHING);
            Task parent = runtime.task(use).data(token).endAfter(never).submit();
            runtime.close();
            assertEquals(TaskState.CANCELLED, never.state());
            assertEquals(TaskState.FAILED, parent.state());
        }
    }
}
