package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several contexts in one runtime, and the workers that move between them. */
@Timeout(60)
class ContextsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet FAILS = Codelet.named("fails")
            .access()
            .cpu(kernel -> {
                throw new IllegalStateException("on purpose");
            })
            .build();

    private static List<String> names(List<Worker> workers) {
        return workers.stream().map(Worker::name).toList();
    }

    @Test
    void shouldRunTheTasksOfAContextOnItsWorkersOnly() throws InterruptedException {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Codelet check = Codelet.named("check")
                .access()
                .cpu(kernel -> {
                    if (!kernel.task().context().workers().contains(kernel.worker())) {
                        wrong.add(kernel.task() + " on " + kernel.worker().name());
                    }
                })
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "prio", worker -> worker.id() > 0);
            assertEquals(List.of("cpu-1", "cpu-2"), names(own.workers()));
            assertEquals(List.of("cpu-0"), names(runtime.defaultContext().workers()));
            assertEquals(List.of(runtime.defaultContext(), own), runtime.contexts());
            assertSame(own, runtime.context("own"));
            assertSame(runtime.defaultContext(), runtime.context("default"));
            assertEquals("prio", own.policy().orElseThrow());
            for (int index = 0; index < 1000; index++) {
                own.task(check).submit();
                runtime.task(check).submit();
            }
            runtime.waitAll();
            assertEquals(List.of(), List.copyOf(wrong));
            own.task(check).submit();
            own.close();
            own.close();
            assertEquals(ContextState.CLOSED, own.state());
            assertEquals(
                    List.of("cpu-0", "cpu-1", "cpu-2"),
                    names(runtime.defaultContext().workers()));
            assertEquals(List.of(runtime.defaultContext()), runtime.contexts());
            assertEquals(2001, runtime.tasks(0).done());
            IllegalStateException closed = assertThrows(
                    IllegalStateException.class, () -> own.task(NOTHING).submit());
            assertTrue(closed.getMessage().contains("'own' is closed"), closed.getMessage());
            runtime.createContext("own", "eager", worker -> worker.id() == 2).close();
        }
    }

    @Test
    void shouldSayWhichContextsThereAre() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.createContext("own", "prio", worker -> worker.id() == 0);
            IllegalArgumentException unknown =
                    assertThrows(IllegalArgumentException.class, () -> runtime.context("other"));
            assertTrue(unknown.getMessage().contains("[default, own]"), unknown.getMessage());
            IllegalArgumentException twice = assertThrows(
                    IllegalArgumentException.class, () -> runtime.createContext("own", "prio", worker -> true));
            assertTrue(twice.getMessage().contains("already"), twice.getMessage());
            assertThrows(IllegalArgumentException.class, () -> runtime.createContext("none", "prio", worker -> false));
            assertThrows(UnknownPolicyException.class, () -> runtime.createContext("third", "no-such", worker -> true));
            assertThrows(
                    IllegalStateException.class, () -> runtime.defaultContext().close());
            assertEquals(List.of("cpu-1"), names(runtime.defaultContext().workers()));
        }
    }

    @Test
    void shouldLeaveTheWorkersWhereTheyAreIfThePolicyRefusesThem() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            laboratory.addPolicy("choosy", context -> new Choosy());
            assertThrows(PolicyRefusedException.class, () -> runtime.createContext("own", "choosy", worker -> true));
            assertEquals(
                    List.of("cpu-0", "cpu-1"), names(runtime.defaultContext().workers()));
            assertEquals(1, runtime.contexts().size());
            runtime.task(NOTHING).submit().await();
        }
    }

    private static final class Choosy implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {
            throw new IllegalArgumentException("not these");
        }

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }

    @Test
    void shouldWaitForTheTasksOfOneContextAndReportItsFailuresOnce() throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        Codelet permitted = Codelet.named("permitted")
                .access()
                .cpu(kernel -> permits.acquire())
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 0);
            Task held = runtime.task(permitted).submit();
            own.task(FAILS).submit();
            TasksFailedException report = assertThrows(TasksFailedException.class, own::waitAll);
            assertEquals(1, report.failures().size());
            own.waitAll();
            assertFalse(held.state().isFinal());
            assertFalse(runtime.defaultContext().waitAll(Duration.ofMillis(1)));
            Task second = own.task(FAILS).submit();
            Task third = runtime.task(FAILS).submit();
            permits.release();
            TasksFailedException both = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(2, both.failures().size());
            runtime.waitAll();
            own.waitAll();
            assertEquals(TaskState.FAILED, second.state());
            assertEquals(TaskState.FAILED, third.state());
            own.task(FAILS).submit();
            own.close();
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldHoldBackOnlyTheContextThatIsLimited() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 0);
            own.limitSubmitted(0, 1);
            runtime.pause();
            own.task(NOTHING).submit();
            for (int index = 0; index < 100; index++) {
                runtime.task(NOTHING).submit();
            }
            runtime.resume();
            own.task(NOTHING).submit();
            runtime.waitAll();
            assertEquals(102, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldNotTakeTasksThatAreHandedToAndFroForAllEnded() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 0);
            Codelet[] pass = new Codelet[1];
            pass[0] = Codelet.named("pass")
                    .access()
                    .cpu(kernel -> {
                        int left = kernel.argument(Integer.class);
                        ran.incrementAndGet();
                        if (left > 0) {
                            (left % 2 == 0 ? own : runtime.defaultContext())
                                    .task(pass[0])
                                    .argument(left - 1)
                                    .submit();
                        }
                    })
                    .build();
            for (int round = 1; round <= 20; round++) {
                runtime.task(pass[0]).argument(500).submit();
                runtime.waitAll();
                assertEquals(501 * round, ran.get());
            }
        }
    }

    @Test
    void shouldLoseNoTaskWhileContextsComeAndGo() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        AtomicInteger ran = new AtomicInteger();
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> ran.incrementAndGet())
                .build();
        int submitted = 0;
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Worker> workers = runtime.workers();
            for (int round = 0; round < 60; round++) {
                int from = 1 + random.nextInt(2);
                SchedulingContext own = runtime.createContext(
                        "own-" + round, random.nextBoolean() ? "eager" : "prio", worker -> worker.id() >= from);
                for (int index = 0; index < 50; index++) {
                    own.task(count).submit();
                    runtime.task(count).submit();
                    Worker bound = workers.get(random.nextInt(3));
                    (own.workers().contains(bound) ? own : runtime.defaultContext())
                            .task(count)
                            .on(bound)
                            .submit();
                    submitted += 3;
                    if (index == 25 && random.nextBoolean()) {
                        own.usePolicy("eager", Map.of());
                    }
                }
                own.close();
            }
            runtime.waitAll();
            assertEquals(submitted, ran.get(), "seed " + seed);
            assertEquals(submitted, runtime.tasks(0).done(), "seed " + seed);
        }
    }

    @Test
    void shouldLetWorkersTakeTheirOwnTasksAlong() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker moving = runtime.workers().get(1);
            Task gate = runtime.task(NOTHING);
            Task bound = runtime.task(NOTHING).on(moving).after(gate).submit();
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker == moving);
            gate.submit();
            bound.await();
            assertEquals(List.of(moving), own.workers());
        }
    }

    @Test
    void shouldTellAllContextsOfPoliciesAndDriversThatComeAndGo() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "prio", worker -> worker.id() == 0);
            laboratory.plugins.remove(laboratory.prio);
            assertEquals("eager", own.policy().orElseThrow());
            laboratory.plugins.add(laboratory.prio);
            assertEquals("prio", own.policy().orElseThrow());
            DriverPlugin cuda = laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
            assertEquals(
                    List.of("cpu-1", "cuda-0"), names(runtime.defaultContext().workers()));
            SchedulingContext second =
                    runtime.createContext("second", "prio", worker -> worker.architecture() == Architecture.CUDA);
            laboratory.plugins.remove(cuda);
            assertEquals(List.of(), second.workers());
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.workers()));
            own.task(NOTHING).submit().await();
        }
    }

    @Test
    void shouldFinishTheTasksOfAllContextsWhenTheRuntimeIsClosed() {
        List<Task> tasks = new ArrayList<>();
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = laboratory.runtime();
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 0);
            Task never = own.task(NOTHING).where((Worker worker) -> false).submit();
            Task behind = runtime.task(NOTHING).after(never).submit();
            for (int index = 0; index < 1000; index++) {
                tasks.add(own.task(NOTHING).submit());
            }
            runtime.close();
            assertTrue(tasks.stream().allMatch(task -> task.state() == TaskState.DONE));
            assertEquals(TaskState.CANCELLED, never.state());
            assertTrue(behind.state().isFinal());
            assertEquals(ContextState.CLOSED, own.state());
            own.close();
            assertThrows(IllegalStateException.class, () -> runtime.createContext("late", "eager", worker -> true));
        }
    }

    @Test
    void shouldSplitWorkersInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(3));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 0);
            for (int index = 0; index < 4; index++) {
                own.task(NOTHING).argument(100L).submit();
                runtime.task(NOTHING).argument(100L).submit();
            }
            runtime.defaultContext().waitAll();
            assertEquals(200, clock.nanoTime());
            own.close();
            assertEquals(400, clock.nanoTime());
            for (int index = 0; index < 3; index++) {
                runtime.task(NOTHING).argument(100L).submit();
            }
            runtime.waitAll();
            assertEquals(500, clock.nanoTime());
            runtime.close();
        }
    }
}
