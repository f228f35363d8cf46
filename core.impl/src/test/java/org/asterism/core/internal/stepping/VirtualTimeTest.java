package org.asterism.core.internal.stepping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real core, without a thread but the test's own. */
@Timeout(30)
class VirtualTimeTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final Codelet USE =
            Codelet.named("use").access(Access.RW).cpu(kernel -> {}).build();

    private static TaskRuntime virtualRuntime(Laboratory laboratory, VirtualClock clock, String policy, int workers) {
        laboratory.addDriver("timed", new TimedDriver(workers));
        return laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy(policy).withClock(clock));
    }

    @Test
    void shouldTakeTheTimeOfTheLongestWorkerAndNoThread() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, "eager", 3)) {
            for (long length : new long[] {500, 300, 300, 400, 100}) {
                runtime.task(WORK).argument(length * 1_000_000_000).submit();
            }
            runtime.waitAll();
            // 500 | 300 + 400 | 300 + 100 seconds: each worker takes the oldest task when it is free.
            assertEquals(700_000_000_000L, clock.nanoTime());
            Set<Thread> come =
                    new HashSet<>(Thread.getAllStackTraces().keySet()); // those of other tests may go meanwhile
            come.removeAll(before);
            come.removeIf(thread -> !thread.getName().startsWith("asterism"));
            assertEquals(Set.of(), come);
        }
    }

    @Test
    void shouldRunAChainForTheSumOfItsLengths() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, "prio", 8)) {
            DataHandle token = runtime.data().token();
            for (int task = 0; task < 1000; task++) {
                runtime.task(USE).data(token).argument(1000L).submit();
            }
            runtime.waitAll();
            assertEquals(1_000_000, clock.nanoTime());
        }
    }

    @Test
    void shouldTakeTheSameCourseEveryTime() throws InterruptedException {
        assertEquals(course(7), course(7));
    }

    private static List<String> course(long seed) throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        Random random = new Random(seed);
        List<String> course = new ArrayList<>();
        Codelet note = Codelet.named("note")
                .access(Access.RW)
                .cpu(kernel ->
                        course.add(clock.nanoTime() + " " + kernel.worker().name() + " " + kernel.task()))
                .build();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, "prio", 100)) {
            DataHandle[] tokens = new DataHandle[50];
            for (int index = 0; index < tokens.length; index++) {
                tokens[index] = runtime.data().token();
            }
            for (int task = 0; task < 2000; task++) {
                runtime.task(note)
                        .data(tokens[random.nextInt(tokens.length)])
                        .priority(random.nextInt(5))
                        .argument(1L + random.nextInt(1000))
                        .submit();
                if (task == 1000) {
                    runtime.waitAll(Duration.ofNanos(1000));
                    runtime.defaultContext().usePolicy("eager");
                }
            }
            runtime.waitAll();
        }
        assertEquals(2000, course.size());
        return course;
    }

    @Test
    void shouldStepOnlyAsFarAsIsWaitedFor() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, clock, "eager", 1)) {
            Task first = runtime.task(WORK).argument(1000L).submit();
            Task second = runtime.task(WORK).argument(1000L).submit();
            assertEquals(TaskState.READY, first.state());
            first.await();
            assertEquals(1000, clock.nanoTime());
            assertFalse(second.state().isFinal());
            assertFalse(runtime.waitAll(Duration.ofNanos(500)));
            assertTrue(runtime.waitAll(Duration.ofNanos(5000)));
            assertEquals(2000, clock.nanoTime());
        }
    }

    @Test
    void shouldSayThatNothingIsLeftToDoInsteadOfWaitingForEver() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, new VirtualClock(), "eager", 1)) {
            Task promised = runtime.task(WORK);
            Task blocked = runtime.task(WORK).after(promised).submit();
            TasksStuckException stuck = assertThrows(TasksStuckException.class, blocked::await);
            assertTrue(stuck.getMessage().contains(blocked.toString()), stuck.getMessage());
        }
    }

    @Test
    void shouldLetSleepingWorkersSleepUntilThereIsWorkForThem() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = virtualRuntime(laboratory, new VirtualClock(), "eager", 2)) {
            runtime.task(WORK).argument(1000L).submit();
            runtime.task(WORK).argument(10L).submit();
            assertFalse(runtime.waitAll(Duration.ofNanos(500)));
            assertEquals(List.of(WorkerState.EXECUTING, WorkerState.SLEEPING), states(runtime));
            runtime.task(WORK).argument(10L).submit();
            assertEquals(List.of(WorkerState.EXECUTING, WorkerState.SCHEDULING), states(runtime));
            assertFalse(runtime.waitAll(Duration.ofNanos(100)));
            assertEquals(List.of(WorkerState.EXECUTING, WorkerState.SLEEPING), states(runtime));
        }
    }

    private static List<WorkerState> states(TaskRuntime runtime) {
        return runtime.workers().stream().map(Worker::state).toList();
    }

    @Test
    void shouldLetAProgramStepItsWorkersItself() {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
            Worker worker = runtime.workers().getFirst();
            Thread[] ranOn = new Thread[1];
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> ranOn[0] = Thread.currentThread())
                    .build();
            Task task = runtime.task(note).submit();
            assertEquals(StepResult.PROGRESSED, worker.runOnce());
            assertEquals(StepResult.IDLE, worker.runOnce());
            assertEquals(TaskState.DONE, task.state());
            assertEquals(Thread.currentThread(), ranOn[0]);
            runtime.close();
        }
    }

    @Test
    void shouldEndTheKernelOfAWorkerWhoseDriverLeaves() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin driver = laboratory.addDriver("timed", new TimedDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            Task first = runtime.task(WORK).argument(1000L).submit();
            Task second = runtime.task(WORK).argument(1000L).submit();
            assertFalse(runtime.waitAll(Duration.ofNanos(500)));
            laboratory.plugins.remove(driver);
            assertEquals(TaskState.DONE, first.state());
            assertEquals(TaskState.READY, second.state());
            assertEquals(1000, clock.nanoTime());
            laboratory.plugins.add(driver);
            runtime.waitAll();
            assertEquals(2000, clock.nanoTime());
        }
    }
}
