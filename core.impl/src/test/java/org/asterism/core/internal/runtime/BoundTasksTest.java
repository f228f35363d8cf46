package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that programs give to a worker, with a number or without. */
@Timeout(60)
class BoundTasksTest {
    private static final Codelet WITHOUT_WORK = Codelet.without("gate");
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet ELSEWHERE = Codelet.named("elsewhere")
            .access()
            .implementation(Architecture.CUDA, (Kernel) kernel -> {})
            .build();

    private final ConcurrentLinkedQueue<Long> course = new ConcurrentLinkedQueue<>();
    private final Codelet note = Codelet.named("note")
            .access()
            .cpu(kernel -> course.add(kernel.argument(Long.class)))
            .build();

    private static String obstacle(TaskRuntime runtime, Task task) {
        return runtime.tasks(100).oldestWaiting().stream()
                .filter(waiting -> waiting.id() == task.id())
                .map(WaitingTask::waitsFor)
                .findFirst()
                .orElseThrow()
                .getFirst();
    }

    /** Keeps a worker busy until the latch is open. */
    private static void hold(TaskRuntime runtime, Worker worker, CountDownLatch go) {
        Task held = runtime.task(
                        Codelet.named("hold").access().cpu(kernel -> go.await()).build())
                .on(worker)
                .submit();
        while (held.state() != TaskState.RUNNING) {
            Await.pause();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1000})
    void shouldRunTasksOnTheWorkerThatTheyAreGivenTo(int tasks) throws InterruptedException {
        Map<Integer, Integer> ran = new ConcurrentHashMap<>();
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> {
                    assertEquals(kernel.argument(Integer.class), kernel.worker().id());
                    ran.merge(kernel.worker().id(), 1, Integer::sum);
                })
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            for (int index = 0; index < tasks; index++) {
                for (Worker worker : runtime.workers()) {
                    runtime.task(count).argument(worker.id()).on(worker).submit();
                    runtime.task(NOTHING).submit();
                }
            }
            runtime.waitAll();
            assertEquals(Map.of(0, tasks, 1, tasks, 2, tasks), ran);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16})
    void shouldRunNumberedTasksStrictlyInTheOrderOfTheirNumbers(int rounds) throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            for (int round = 0; round < rounds; round++) {
                List<Task> gates = new ArrayList<>();
                for (int index = 0; index < 64; index++) {
                    long number = 64L * round + 64 - index;
                    Task gate = runtime.task(NOTHING);
                    gates.add(gate);
                    runtime.task(note)
                            .argument(number)
                            .on(worker, number)
                            .after(gate)
                            .submit();
                }
                Collections.shuffle(gates, random);
                gates.forEach(Task::submit);
                if (round % 2 == 0) {
                    runtime.waitAll();
                }
            }
            runtime.waitAll();
            assertEquals(LongStream.rangeClosed(1, 64L * rounds).boxed().toList(), List.copyOf(course), "seed " + seed);
        }
    }

    @Test
    void shouldRunTheTasksOfAWorkerByNumberThenByPriorityThenByAge() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            CountDownLatch go = new CountDownLatch(1);
            hold(runtime, worker, go);
            int[] priorities = {0, Integer.MIN_VALUE, 7, Integer.MAX_VALUE, 7};
            for (int index = 0; index < priorities.length; index++) {
                runtime.task(note)
                        .argument((long) index)
                        .priority(priorities[index])
                        .on(worker)
                        .submit();
            }
            runtime.task(note).argument(12L).on(worker, 2).submit();
            runtime.task(note).argument(11L).on(worker, 1).submit();
            go.countDown();
            runtime.waitAll();
            assertEquals(List.of(11L, 12L, 3L, 2L, 4L, 0L, 1L), List.copyOf(course));
        }
    }

    @Test
    void shouldRefuseWhatCannotBeGivenToAWorker() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                TaskRuntime other = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            Worker second = runtime.workers().get(1);
            assertRefused(
                    "not a worker of its context",
                    () -> runtime.task(NOTHING).on(other.workers().getFirst()));
            assertRefused("no implementation", () -> runtime.task(ELSEWHERE).on(worker));
            assertRefused(
                    "rules it out",
                    () -> runtime.task(NOTHING)
                            .where((Worker some) -> some == second)
                            .on(worker));
            assertRefused(
                    "rules it out", () -> runtime.task(NOTHING).on(worker).where((Worker some) -> some == second));
            assertRefused("from 1", () -> runtime.task(NOTHING).on(worker, 0));
            Task first = runtime.task(NOTHING).on(worker, 1);
            assertRefused("was given to " + first, () -> runtime.task(NOTHING).on(worker, 1));
            first.submit().await();
            assertRefused(
                    "has passed: the next is 2", () -> runtime.task(NOTHING).on(worker, 1));
            Codelet never = Codelet.named("never")
                    .access()
                    .cpu(kernel -> {})
                    .condition((some, task) -> false)
                    .build();
            Task impossible = runtime.task(never).on(worker);
            IllegalStateException refusal = assertThrows(IllegalStateException.class, impossible::submit);
            assertTrue(refusal.getMessage().contains("condition"), refusal.getMessage());
            runtime.waitAll();
        }
    }

    private static void assertRefused(String why, Runnable call) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    @Test
    void shouldFailATaskThatCannotRunOnItsWorkerAnyMoreWhenItsTurnComes() {
        AtomicBoolean allowed = new AtomicBoolean(true);
        Codelet fickle = Codelet.named("fickle")
                .access()
                .cpu(kernel -> course.add(1L))
                .condition((worker, task) -> allowed.get())
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task gate = runtime.task(NOTHING);
            Task task = runtime.task(fickle)
                    .on(runtime.workers().getFirst())
                    .after(gate)
                    .submit();
            allowed.set(false);
            gate.submit();
            TaskFailedException failure = assertThrows(TaskFailedException.class, task::await);
            assertTrue(failure.getMessage().contains("condition"), failure.getMessage());
            assertEquals(List.of(), List.copyOf(course));
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldTakeANumberBackFromATaskThatIsGivenElsewhere() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            Task moved = runtime.task(note).argument(9L).on(worker, 1);
            moved.on(runtime.workers().get(1));
            runtime.task(note).argument(1L).on(worker, 1).submit().await();
            moved.submit().await();
            assertEquals(List.of(1L, 9L), List.copyOf(course));
        }
    }

    @Test
    void shouldSayWhichNumberIsMissing() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            Task gate = runtime.task(NOTHING);
            Task third = runtime.task(NOTHING).on(worker, 3).submit();
            assertEquals("number 1 on cpu-0, which no task was given", obstacle(runtime, third));
            Task first = runtime.task(NOTHING).on(worker, 1);
            assertEquals("number 1 on cpu-0, which nobody has submitted: " + first, obstacle(runtime, third));
            first.after(gate).submit();
            assertEquals("number 1 on cpu-0, " + first + ", which waits for others", obstacle(runtime, third));
            gate.submit();
            first.await();
            assertEquals("number 2 on cpu-0, which no task was given", obstacle(runtime, third));
            runtime.task(NOTHING).on(worker, 2).submit();
            third.await();
        }
    }

    @Test
    void shouldGoOnBehindANumberedTaskThatEndsWithoutRunning() throws InterruptedException {
        Codelet fails = Codelet.named("fails")
                .access()
                .cpu(kernel -> {
                    throw new IllegalStateException("on purpose");
                })
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker worker = runtime.workers().getFirst();
            Task cause = runtime.task(fails);
            Task first =
                    runtime.task(note).argument(1L).on(worker, 1).after(cause).submit();
            Task second = runtime.task(note).argument(2L).on(worker, 2).submit();
            Task third = runtime.task(fails).on(worker, 3).submit();
            Task fourth = runtime.task(note).argument(4L).on(worker, 4).submit();
            assertEquals(TaskState.READY, second.state());
            cause.submit();
            fourth.await();
            assertThrows(TaskFailedException.class, first::await);
            assertThrows(TaskFailedException.class, third::await);
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(List.of(2L, 4L), List.copyOf(course));
        }
    }

    @Test
    void shouldRunBoundTasksWhateverBecomesOfThePolicy() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withoutFallbackPolicy())) {
            List<Worker> workers = runtime.workers();
            for (long index = 0; index < 2000; index++) {
                runtime.task(note)
                        .argument(index)
                        .on(workers.get((int) index % 2), index / 2 + 1)
                        .submit();
                if (index % 100 == 0) {
                    runtime.defaultContext().usePolicy(index % 200 == 0 ? "prio" : "eager");
                }
            }
            runtime.waitAll();
            assertEquals(2000, course.size());
            laboratory.plugins.remove(laboratory.eager);
            laboratory.plugins.remove(laboratory.prio);
            assertEquals(Optional.empty(), runtime.defaultContext().policy());
            runtime.task(note).argument(2000L).on(workers.getFirst()).submit().await();
            assertEquals(2001, course.size());
        }
    }

    @Test
    void shouldKeepTheTasksOfAWorkerThatLeavesAndCallThemOffAtTheEnd() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin leaving = laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime = laboratory.runtime();
            Worker worker = runtime.workers().getFirst();
            Task waiting = runtime.task(note).argument(2L).on(worker, 2).submit();
            Task gate = runtime.task(WITHOUT_WORK);
            Task late = runtime.task(note).argument(3L).on(worker).after(gate).submit();
            Task outside = runtime.task(note).argument(4L).on(worker);
            laboratory.plugins.remove(leaving);
            gate.submit();
            IllegalStateException refused = assertThrows(IllegalStateException.class, outside::submit);
            assertTrue(refused.getMessage().contains("not a worker of its context"), refused.getMessage());
            assertEquals("its worker cpu-0, which has left", obstacle(runtime, waiting));
            assertEquals("its worker cpu-0, which has left", obstacle(runtime, late));
            Task behind = runtime.task(NOTHING).after(late).submit();
            runtime.close();
            for (Task task : List.of(waiting, late)) {
                assertEquals(TaskState.CANCELLED, task.state());
            }
            assertTrue(behind.state().isFinal());
            assertEquals(List.of(), List.copyOf(course));
        }
    }

    @Test
    void shouldCallOffNumberedTasksAtTheEndWhoseTurnNeverComes() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            Task second = runtime.task(note)
                    .argument(2L)
                    .on(runtime.workers().getFirst(), 2)
                    .submit();
            Task behind = runtime.task(note).argument(3L).after(second).submit();
            runtime.close();
            assertEquals(TaskState.CANCELLED, second.state());
            assertTrue(behind.state().isFinal());
            assertEquals(List.of(), List.copyOf(course));
        }
    }

    @Test
    void shouldNotLeaveATaskLyingForWhichAWorkerWasWokenThatTakesOneOfItsOwn() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            Task never = runtime.task(NOTHING).after(runtime.task(NOTHING)).submit();
            assertThrows(RuntimeException.class, never::await, "goes on until both workers sleep");
            Task open = runtime.task(NOTHING).argument(5L).submit(); // wakes the first worker
            runtime.task(NOTHING)
                    .argument(1000L)
                    .on(runtime.workers().getFirst())
                    .submit();
            open.await();
            assertEquals(5, clock.nanoTime(), "the second worker is free");
            runtime.close();
        }
    }

    @Test
    void shouldNotLeaveARestrictedTaskLyingEither() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(3));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            Task never = runtime.task(NOTHING).after(runtime.task(NOTHING)).submit();
            assertThrows(RuntimeException.class, never::await, "goes on until all workers sleep");
            Task open = runtime.task(NOTHING)
                    .argument(5L)
                    .where((Worker worker) -> worker.id() != 1)
                    .submit(); // wakes the first worker
            runtime.task(NOTHING)
                    .argument(1000L)
                    .on(runtime.workers().getFirst())
                    .submit();
            open.await();
            assertEquals(5, clock.nanoTime(), "the third worker is free; the second cannot execute it");
            runtime.close();
        }
    }

    @Test
    void shouldTellThePolicyOfTasksThatDoNotPassThroughIt() throws InterruptedException {
        ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Task> pushed = new ConcurrentLinkedQueue<>();
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            laboratory.addPolicy("told", context -> new Told(context, told, pushed));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("told"));
            Worker second = runtime.workers().get(1);
            Task task = runtime.task(NOTHING).on(second).submit();
            task.await();
            assertEquals(List.of(task + " " + second.name()), List.copyOf(told));
            assertEquals(List.of(), List.copyOf(pushed));
            runtime.close();
        }
    }

    private record Told(
            PolicyContext context,
            TaskFifo queue,
            ConcurrentLinkedQueue<String> told,
            ConcurrentLinkedQueue<Task> pushed)
            implements SchedulingPolicy {
        Told(PolicyContext context, ConcurrentLinkedQueue<String> told, ConcurrentLinkedQueue<Task> pushed) {
            this(context, new TaskFifo(), told, pushed);
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void pushedTo(Task task, Worker worker) {
            told.add(task + " " + worker.name());
        }

        @Override
        public void push(Task task) {
            pushed.add(task);
            queue.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.takeAll(sink);
        }
    }
}
