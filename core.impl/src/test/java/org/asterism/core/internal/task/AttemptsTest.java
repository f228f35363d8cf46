package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VariableView;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels that are tried again. */
@Timeout(30)
class AttemptsTest {
    private static Codelet failing(int most, int failures, AtomicInteger tries) {
        return Codelet.named("shaky")
                .access(Access.RW)
                .attempts(most)
                .cpu(kernel -> {
                    kernel.view(0, VariableView.class)
                            .setLong(kernel.view(0, VariableView.class).getLong() + 1);
                    if (tries.incrementAndGet() <= failures) {
                        throw new IllegalStateException("attempt " + tries.get());
                    }
                })
                .build();
    }

    @Test
    void shouldTryAKernelAgainUntilItReturns() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_LONG);
            DataHandle x = runtime.data().variable(memory, ElementType.LONG);
            AtomicInteger tries = new AtomicInteger();
            AtomicInteger called = new AtomicInteger();
            Task task = runtime.task(failing(5, 3, tries))
                    .data(x)
                    .onReady(ready -> called.addAndGet(1))
                    .onStart(begun -> called.addAndGet(100))
                    .onCompletion(ended -> called.addAndGet(10_000))
                    .submit();
            task.await();
            runtime.waitAll();
            assertEquals(4, tries.get());
            assertEquals(10_401, called.get(), "ready once, started four times, ended once");
            assertFalse(x.isCorrupt());
            x.close();
            assertEquals(4, memory.get(ValueLayout.JAVA_LONG, 0), "an attempt finds what the last one has left");
        }
    }

    @Test
    void shouldFailWithTheLastFailureAndNameTheOthers() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                Arena arena = Arena.ofShared()) {
            DataHandle x = runtime.data().variable(arena.allocate(ValueLayout.JAVA_LONG), ElementType.LONG);
            AtomicInteger tries = new AtomicInteger();
            Task task = runtime.task(failing(3, 100, tries)).data(x).submit();
            TaskFailedException failure = assertThrows(TaskFailedException.class, task::await);
            assertEquals(3, tries.get());
            assertEquals("attempt 3", failure.getCause().getMessage());
            assertEquals("attempt 3", task.failure().orElseThrow().getMessage());
            assertTrue(failure.getMessage().contains("after 3 attempts"), failure.getMessage());
            assertEquals(
                    List.of("attempt 1", "attempt 2"),
                    Arrays.stream(failure.getSuppressed())
                            .map(Throwable::getMessage)
                            .toList());
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertTrue(report.getMessage().contains("after 3 attempts"), report.getMessage());
            assertEquals(2, report.failures().getFirst().getSuppressed().length);
            assertTrue(x.isCorrupt());
        }
    }

    @Test
    void shouldGiveEachRoundAllItsAttempts() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicInteger tries = new AtomicInteger();
            AtomicInteger rounds = new AtomicInteger();
            Codelet everySecond = Codelet.named("every-second")
                    .access()
                    .attempts(2)
                    .cpu(kernel -> {
                        if (tries.incrementAndGet() % 2 == 1) {
                            throw new IllegalStateException("odd");
                        }
                    })
                    .build();
            runtime.task(everySecond)
                    .repeatWhile(round -> rounds.incrementAndGet() < 10)
                    .submit()
                    .await();
            assertEquals(20, tries.get());
        }
    }

    /** A queue that counts what it is told of executions. */
    private static final class Counting implements SchedulingPolicy {
        private final TaskFifo queue = new TaskFifo();
        private final AtomicInteger pushed = new AtomicInteger();
        private final AtomicInteger before = new AtomicInteger();
        private final AtomicInteger after = new AtomicInteger();

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            pushed.incrementAndGet();
            queue.add(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.takeAll(sink);
        }

        @Override
        public void beforeExecution(Task task, Worker worker) {
            before.incrementAndGet();
        }

        @Override
        public void afterExecution(Task task, Worker worker) {
            after.incrementAndGet();
        }
    }

    @Test
    void shouldGoBackToThePolicyAndThroughASwapBetweenTwoAttempts() {
        try (Laboratory laboratory = new Laboratory();
                Arena arena = Arena.ofShared()) {
            Counting counting = new Counting();
            laboratory.addPolicy("counting", context -> counting);
            laboratory.addDriver("cpu", new InlineDriver(2));
            TaskRuntime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withPolicy("counting").withLaunchedWorkers(false));
            DataHandle x = runtime.data().variable(arena.allocate(ValueLayout.JAVA_LONG), ElementType.LONG);
            AtomicInteger tries = new AtomicInteger();
            Task task = runtime.task(failing(4, 3, tries)).data(x).submit();
            Worker one = runtime.workers().get(0);
            Worker other = runtime.workers().get(1);
            one.runOnce();
            assertEquals(TaskState.READY, task.state());
            assertEquals(List.of(2, 1, 1), List.of(counting.pushed.get(), counting.before.get(), counting.after.get()));
            other.runOnce();
            assertEquals(List.of(3, 2, 2), List.of(counting.pushed.get(), counting.before.get(), counting.after.get()));
            runtime.defaultContext().usePolicy("eager");
            assertEquals(1, runtime.tasks(0).ready());
            one.runOnce();
            runtime.defaultContext().usePolicy("prio");
            other.runOnce();
            assertEquals(TaskState.DONE, task.state());
            assertEquals(StepResult.IDLE, one.runOnce());
            assertTrue(runtime.defaultContext().trouble().isEmpty());
            runtime.close();
        }
    }

    @Test
    void shouldCallOffBetweenTwoAttemptsAndKeepWhatTheFirstThrew() {
        try (Laboratory laboratory = new Laboratory();
                Arena arena = Arena.ofShared()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
            DataHandle x = runtime.data().variable(arena.allocate(ValueLayout.JAVA_LONG), ElementType.LONG);
            Task task = runtime.task(failing(4, 3, new AtomicInteger())).data(x).submit();
            runtime.workers().getFirst().runOnce();
            assertTrue(task.cancel());
            TaskFailedException why = assertThrows(TaskFailedException.class, task::await);
            assertEquals("attempt 1", why.getCause().getSuppressed()[0].getMessage());
            assertTrue(x.isCorrupt());
            runtime.close();
        }
    }
}
