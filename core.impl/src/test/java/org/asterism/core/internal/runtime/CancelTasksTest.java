package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All tasks of a context that have not begun are called off together. */
@Timeout(60)
class CancelTasksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet CHANGE =
            Codelet.named("change").access(Access.RW).cpu(kernel -> {}).build();

    private static TaskRuntime stepped(Laboratory laboratory) {
        laboratory.addDriver("cpu", new InlineDriver(1));
        return laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
    }

    private static void runAll(TaskRuntime runtime) {
        Worker worker = runtime.workers().getFirst();
        while (worker.runOnce() != StepResult.IDLE) {
            // One more.
        }
    }

    @Test
    void shouldCallOffReadyAndBlockedTasksAndTellWhoWaits() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = stepped(laboratory)) {
            DataHandle chain = runtime.data().token();
            List<Task> tasks = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                tasks.add(runtime.task(NOTHING).submit());
                tasks.add(runtime.task(CHANGE).data(chain).submit());
            }
            assertEquals(tasks, runtime.unfinishedTasks());

            assertTrue(runtime.defaultContext().cancelTasks("enough") >= 21);

            for (Task task : tasks) {
                assertEquals(TaskState.CANCELLED, task.state());
            }
            assertEquals(List.of(), runtime.unfinishedTasks());
            TasksFailedException told = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals("1 failure: enough", told.getMessage());
            assertEquals(40, runtime.tasks(0).cancelled());
        }
    }

    @Test
    void shouldRunTasksThatAreSubmittedLater() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = stepped(laboratory)) {
            runtime.task(NOTHING).submit();
            assertEquals(1, runtime.defaultContext().cancelTasks("enough"));
            Task later = runtime.task(NOTHING).submit();
            runAll(runtime);
            assertEquals(TaskState.DONE, later.state());
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.waitAll(); // it was told once
        }
    }

    @Test
    void shouldTellNobodyWhenNoTaskWaited() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = stepped(laboratory)) {
            Task done = runtime.task(NOTHING).submit();
            runAll(runtime);
            assertEquals(0, runtime.defaultContext().cancelTasks("enough"));
            assertEquals(TaskState.DONE, done.state());
            runtime.waitAll();
        }
    }

    /** A clock that does something before it is read, once. */
    private static final class InterruptedClock implements Clock {
        private final Clock system = Clock.system();
        private final AtomicReference<Runnable> first = new AtomicReference<>();

        @Override
        public long nanoTime() {
            Runnable action = first.getAndSet(null);
            if (action != null) {
                action.run();
            }
            return system.nanoTime();
        }
    }

    @Test
    void shouldTellNobodyWhenTheOnlyTaskBeginsBeforeItIsCalledOff() throws InterruptedException {
        InterruptedClock clock = new InterruptedClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            try (TaskRuntime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withLaunchedWorkers(false).withClock(clock))) {
                Task task = runtime.task(NOTHING).submit();
                clock.first.set(() -> runAll(runtime));
                long calledOff = runtime.defaultContext().cancelTasks("enough");
                clock.first.set(null);
                assertEquals(task.state() == TaskState.CANCELLED ? 1 : 0, calledOff);
                if (calledOff == 0) {
                    runtime.waitAll();
                } else {
                    assertThrows(TasksFailedException.class, runtime::waitAll);
                }
            }
        }
    }

    @Test
    void shouldLeaveTasksOfOtherContextsAlone() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = stepped(laboratory)) {
            SchedulingContext other =
                    runtime.createContext(ContextDescription.named("other").withPolicy("eager"));
            Task kept = runtime.task(NOTHING).submit();
            Task cancelled = other.task(NOTHING).submit();
            assertEquals(1, other.cancelTasks("enough"));
            runAll(runtime);
            assertEquals(TaskState.DONE, kept.state());
            assertEquals(TaskState.CANCELLED, cancelled.state());
            assertThrows(TasksFailedException.class, other::waitAll);
            runtime.waitAll();
        }
    }

    @Test
    void shouldLetTheRunningKernelEndAndCallOffWhatWaitsForIt() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        Codelet slow = Codelet.named("slow")
                .access(Access.RW)
                .cpu(kernel -> {
                    begun.countDown();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException unexpected) {
                        throw new IllegalStateException(unexpected);
                    }
                    ran.incrementAndGet();
                })
                .build();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            try (TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults())) {
                DataHandle data = runtime.data().token();
                Task running = runtime.task(slow).data(data).submit();
                List<Task> waiting = new ArrayList<>();
                for (int number = 0; number < 5; number++) {
                    waiting.add(runtime.task(slow).data(data).submit());
                }
                begun.await();
                assertEquals(5, runtime.defaultContext().cancelTasks("enough"));
                assertEquals(TaskState.RUNNING, running.state());
                assertEquals(0, runtime.defaultContext().cancelTasks("enough"));
                mayEnd.countDown();
                assertThrows(TasksFailedException.class, runtime::waitAll);
                assertEquals(1, ran.get());
                assertEquals(TaskState.DONE, running.state());
                waiting.forEach(task -> assertEquals(TaskState.CANCELLED, task.state()));
            }
        }
    }

    private void expectTheNextToBeFoundWhenOneIsTaken(boolean isBound) throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = stepped(laboratory)) {
            DataHandle data = runtime.data().token();
            AtomicLong calledOff = new AtomicLong();
            runtime.observe(new RuntimeObserver() {
                @Override
                public void popped(Task task, Worker worker, String policy) {
                    calledOff.set(runtime.defaultContext().cancelTasks("enough"));
                }
            });
            Task taken = runtime.task(CHANGE).data(data);
            (isBound ? taken.on(runtime.workers().getFirst()) : taken).submit();
            Task next = runtime.task(CHANGE).data(data).submit();
            runAll(runtime);
            assertEquals(1, calledOff.get());
            assertEquals(TaskState.DONE, taken.state());
            assertEquals(TaskState.CANCELLED, next.state());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    /** Only a task that is neither ready nor shown by its worker leads to the next one. */
    @Test
    void shouldFindWhatWaitsForATaskThatHasLeftThePolicyAndWasNotBegun() throws InterruptedException {
        expectTheNextToBeFoundWhenOneIsTaken(false);
    }

    @Test
    void shouldFindWhatWaitsForABoundTaskThatWasTakenAndNotBegun() throws InterruptedException {
        expectTheNextToBeFoundWhenOneIsTaken(true);
    }

    @Test
    void shouldFindWhatWaitsForAnyTaskOfAPipeline() throws InterruptedException {
        Codelet kernel = Codelet.named("kernel")
                .access(Access.RW)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) launched -> {})
                .build();
        try (Laboratory laboratory = new Laboratory()) {
            HandDriver driver = new HandDriver().withPipeline(3);
            HandDevice device = driver.comes();
            laboratory.addDriver("hand", driver);
            try (TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults())) {
                List<DataHandle> data =
                        List.of(runtime.data().token(), runtime.data().token());
                data.forEach(each -> runtime.task(kernel).data(each).submit());
                Await.await(() -> device.underWay() == 2);
                List<Task> waiting = data.stream()
                        .map(each -> runtime.task(kernel).data(each).submit())
                        .toList();
                long calledOff = runtime.defaultContext().cancelTasks("enough");
                device.endAllFromNowOn();
                assertEquals(2, calledOff);
                assertThrows(TasksFailedException.class, runtime::waitAll);
                waiting.forEach(task -> assertEquals(TaskState.CANCELLED, task.state()));
            }
        }
    }
}
