package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.FailureMode;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts that leave their workers and tasks to others when they are closed. */
@Timeout(60)
class HeirsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet FAILS = Codelet.named("fails")
            .access()
            .cpu(kernel -> {
                throw new IllegalStateException("on purpose");
            })
            .build();

    private final Semaphore permits = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);
    private final Codelet permitted = Codelet.named("permitted")
            .access()
            .cpu(kernel -> {
                begun.release();
                permits.acquire();
            })
            .build();
    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();
    private final Codelet noted = Codelet.named("noted")
            .access()
            .cpu(kernel -> order.add(kernel.argument(Integer.class)))
            .build();

    private static List<String> names(SchedulingContext context) {
        return context.workers().stream().map(Worker::name).toList();
    }

    private static ContextDescription named(String name, String... workers) {
        return ContextDescription.named(name)
                .withWorkers(workers.length == 0 ? WorkerSelection.none() : WorkerSelection.named(workers));
    }

    @Test
    void shouldLeaveReadyTasksToTheHeirInTheirOrder() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("default"));
            Task gate = runtime.task(NOTHING);
            Task last = closed.task(noted).argument(1000).after(gate).submit();
            for (int number = 0; number < 1000; number++) {
                closed.task(noted).argument(number).submit();
            }
            Task called = closed.task(noted).argument(-1).submit();
            called.cancel();
            closed.close();
            assertEquals(ContextState.CLOSED, closed.state());
            assertEquals(List.of(runtime.defaultContext()), runtime.contexts());
            assertFalse(runtime.defaultContext().waitAll(Duration.ofMillis(1)));
            gate.submit();
            runtime.defaultContext().waitAll();
            assertEquals(TaskState.DONE, last.state());
            List<Integer> expected = new ArrayList<>();
            for (int number = 0; number <= 1000; number++) {
                expected.add(number);
            }
            assertEquals(expected, List.copyOf(order));
            assertEquals(1002, runtime.tasks(0).done());
            assertEquals(runtime.defaultContext(), last.context());
        }
    }

    @Test
    void shouldEndWhatRunsWhereItRunsAndLeaveTheWorkersToTheHeir() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext heir = runtime.createContext(named("heir", "cpu-1"));
            SchedulingContext closed =
                    runtime.createContext(named("closed", "cpu-2").withHeir("heir"));
            Task running = closed.task(permitted).submit();
            begun.acquire();
            Task bound = closed.task(NOTHING).on(closed.workers().getFirst()).submit();
            Task ready = closed.task(NOTHING).submit();
            closed.close();
            assertEquals(List.of("cpu-1", "cpu-2"), names(heir));
            assertEquals(List.of(), names(closed));
            ready.await();
            assertEquals(TaskState.READY, bound.state());
            assertFalse(heir.waitAll(Duration.ofMillis(1)));
            assertEquals(2, heir.load().left());
            permits.release();
            heir.waitAll();
            assertEquals(TaskState.DONE, running.state());
            assertEquals(TaskState.DONE, bound.state());
            heir.close();
            assertEquals(List.of("cpu-0", "cpu-1", "cpu-2"), names(runtime.defaultContext()));
        }
    }

    @Test
    void shouldReportFailuresOfInheritedTasksOnce() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext heir = runtime.createContext(named("heir"));
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("heir"));
            closed.addWorkers(runtime.workers());
            Task early = closed.task(FAILS).submit();
            assertThrows(TaskFailedException.class, early::await);
            Task gate = runtime.task(NOTHING);
            Task late = closed.task(FAILS).after(gate).submit();
            closed.close();
            gate.submit();
            assertThrows(TaskFailedException.class, late::await);
            TasksFailedException report = assertThrows(TasksFailedException.class, heir::waitAll);
            assertEquals(2, report.failures().size());
            heir.waitAll();
            closed.waitAll();
            runtime.waitAll();
        }
    }

    @Test
    void shouldPassOnWhatAnHeirInherited() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext last = runtime.createContext(named("last", "cpu-0"));
            SchedulingContext middle = runtime.createContext(named("middle").withHeir("last"));
            SchedulingContext first = runtime.createContext(named("first").withHeir("middle"));
            Task gate = runtime.task(NOTHING);
            Task blocked = first.task(NOTHING).after(gate).submit();
            Task ready = first.task(NOTHING).submit();
            first.close();
            assertEquals(TaskState.READY, ready.state());
            assertEquals(middle, ready.context());
            assertEquals(2, middle.load().left());
            middle.close();
            ready.await();
            assertEquals(last, blocked.context());
            Await.await(() -> last.load().left() == 1); // a task is counted just after its end
            assertEquals(1, last.load().done());
            gate.submit();
            last.waitAll();
            assertEquals(TaskState.DONE, blocked.state());
            runtime.waitAll(); // the gate is counted after it has released the other
            assertEquals(3, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldRedirectToTheHeirOfAnHeirThatWasClosedBefore() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext last = runtime.createContext(named("last", "cpu-0"));
            SchedulingContext middle = runtime.createContext(named("middle").withHeir("last"));
            SchedulingContext orphaned = runtime.createContext(named("orphaned"));
            SchedulingContext first = runtime.createContext(named("first").withHeir("middle"));
            SchedulingContext other = runtime.createContext(named("other").withHeir("orphaned"));
            middle.close();
            orphaned.close();
            Task inherited = first.task(NOTHING).submit();
            Task byParent = other.task(NOTHING).submit();
            first.close();
            other.close();
            assertEquals(last, inherited.context());
            assertEquals(runtime.defaultContext(), byParent.context());
            runtime.waitAll();
            assertEquals(TaskState.DONE, inherited.state());
        }
    }

    @Test
    void shouldSayThatAnHeirCannotRunATask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(20)))) {
            SchedulingContext heir = runtime.createContext(named("heir", "cpu-0"));
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("heir"));
            closed.task(NOTHING).where((Worker worker) -> worker.id() == 1).submit();
            closed.close();
            TaskOverview overview = runtime.tasks(10);
            assertEquals("heir", overview.oldestWaiting().getFirst().context());
            assertEquals(
                    List.of("a worker that can execute it: context 'heir' has none"),
                    overview.oldestWaiting().getFirst().waitsFor());
            assertThrows(TasksStuckException.class, heir::waitAll);
            heir.addWorkers(List.of(runtime.workers().get(1)));
            heir.waitAll();
        }
    }

    @Test
    void shouldGoOnRepeatingATaskThatWasInherited() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("default"));
            closed.addWorkers(runtime.workers());
            AtomicInteger rounds = new AtomicInteger();
            Task repeats = closed.task(permitted)
                    .repeatWhile(task -> rounds.incrementAndGet() < 3)
                    .submit();
            begun.acquire();
            closed.close();
            permits.release(3);
            repeats.await();
            assertEquals(3, rounds.get());
            assertEquals(TaskState.DONE, repeats.state());
        }
    }

    @Test
    void shouldNameTheLastHeirWhoseEndHasCalledOffARepeatingTask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext heir = runtime.createContext(named("heir"));
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("heir"));
            SchedulingContext first = runtime.createContext(named("first").withHeir("closed"));
            first.addWorkers(runtime.workers());
            Task repeats = first.task(permitted).repeatWhile(task -> true).submit();
            begun.acquire();
            first.close();
            closed.close();
            permits.release(1_000_000);
            heir.close();
            assertEquals(TaskState.CANCELLED, repeats.state());
            assertSame(heir, repeats.context());
        }
    }

    @Test
    void shouldCallOffInheritedTasksWhenTheHeirFailsFast() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().onFailure(FailureMode.FAIL_FAST);
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("default"));
            Task fails = closed.task(FAILS).submit();
            Task follows = closed.task(NOTHING).submit();
            runtime.pause();
            closed.close();
            runtime.resume();
            assertThrows(TaskFailedException.class, fails::await);
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(TaskState.CANCELLED, follows.state());
        }
    }

    @Test
    void shouldWaitForNestedContextsAndReportTheirFailures() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext outer = runtime.createContext(named("outer", "cpu-1"));
            SchedulingContext inner = runtime.createContext(
                    ContextDescription.named("inner").within("outer").sharingWorkers(WorkerSelection.all()));
            assertEquals(outer, inner.parent().orElseThrow());
            Task running = inner.task(permitted).submit();
            inner.task(FAILS).submit();
            begun.acquire();
            assertFalse(outer.waitAll(Duration.ofMillis(1)));
            runtime.defaultContext().waitAll();
            permits.release();
            TasksFailedException report = assertThrows(TasksFailedException.class, outer::waitAll);
            assertEquals(1, report.failures().size());
            assertEquals(TaskState.DONE, running.state());
            inner.waitAll();
            inner.task(FAILS).submit();
            Task before = inner.task(NOTHING).submit();
            outer.close();
            assertEquals(TaskState.DONE, before.state());
            assertEquals(ContextState.CLOSED, inner.state());
            assertEquals(List.of(runtime.defaultContext()), runtime.contexts());
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.waitAll();
        }
    }

    @Test
    void shouldNotWaitForNestedContextsWhenThereIsAnHeir() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext outer =
                    runtime.createContext(named("outer", "cpu-1").withHeir("default"));
            SchedulingContext inner = runtime.createContext(
                    ContextDescription.named("inner").within("outer").withWorkers(WorkerSelection.all()));
            SchedulingContext innermost =
                    runtime.createContext(ContextDescription.named("innermost").within("inner"));
            assertEquals(List.of(), names(outer));
            Task waits = inner.task(NOTHING).where(Architecture.CPU).submit();
            Task waitsDeeper = innermost.task(NOTHING).submit();
            Task running = inner.task(permitted).submit();
            begun.acquire();
            outer.close();
            assertEquals(ContextState.CLOSED, inner.state());
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
            waits.await();
            waitsDeeper.await();
            permits.release();
            running.await();
            runtime.defaultContext().waitAll();
            IllegalStateException late = assertThrows(
                    IllegalStateException.class, () -> inner.task(NOTHING).submit());
            assertTrue(late.getMessage().contains("'inner' is closed"), late.getMessage());
        }
    }

    @Test
    void shouldRefuseToCloseFromAKernel() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext(named("own").withHeir("default"));
            Codelet closes = Codelet.named("closes")
                    .access()
                    .implementation(Architecture.CPU, (Kernel) kernel -> own.close())
                    .build();
            runtime.task(closes).submit();
            TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
            assertTrue(
                    report.getMessage().contains("must not close context 'own' from a kernel or callback"),
                    report.getMessage());
            assertEquals(ContextState.ACTIVE, own.state());
            IllegalArgumentException itself = assertThrows(
                    IllegalArgumentException.class,
                    () -> ContextDescription.named("own").withHeir("own"));
            assertTrue(itself.getMessage().contains("cannot be its own heir"), itself.getMessage());
        }
    }

    @Test
    void shouldLeaveTasksToTheHeirInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            SchedulingContext own =
                    runtime.createContext(named("own", "timed-1").withHeir("default"));
            for (int index = 0; index < 6; index++) {
                own.task(NOTHING).argument(100L).submit();
            }
            own.close();
            assertEquals(0, clock.nanoTime());
            runtime.waitAll();
            assertEquals(300, clock.nanoTime());
            runtime.close();
        }
    }

    @Test
    void shouldBoundTheHeirsTasksTogetherWithTheInheritedOnes() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext heir = runtime.createContext(named("heir").withLimit(1, 3));
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("heir"));
            for (int index = 0; index < 3; index++) {
                closed.task(NOTHING).submit();
            }
            closed.close();
            assertEquals(3, heir.load().left());
            Semaphore submitted = new Semaphore(0);
            Thread submitter = Thread.ofPlatform().start(() -> {
                heir.task(NOTHING).submit();
                submitted.release();
            });
            assertFalse(submitted.tryAcquire(50, java.util.concurrent.TimeUnit.MILLISECONDS));
            heir.addWorkers(runtime.workers());
            submitter.join();
            heir.waitAll();
            assertEquals(4, heir.load().done());
        }
    }

    @Test
    void shouldFindInheritedTasksThatWaitForTheProgramOrForTheirWorkers() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            SchedulingContext closed = runtime.createContext(named("closed").withHeir("default"));
            closed.addWorkers(runtime.workers());
            Task behindStage =
                    closed.task(NOTHING).after(new CompletableFuture<>()).submit();
            Task never = closed.task(NOTHING);
            Task promised = runtime.task(NOTHING).after(never).submit();
            Task second =
                    closed.task(NOTHING).on(runtime.workers().getFirst(), 2).submit();
            closed.close();
            assertEquals(1, runtime.defaultContext().load().ready());
            List<String> obstacles = runtime.tasks(10).oldestWaiting().stream()
                    .flatMap(task -> task.waitsFor().stream())
                    .toList();
            assertEquals(3, obstacles.size(), obstacles::toString);
            assertTrue(obstacles.get(0).contains("after(CompletionStage)"), obstacles::toString);
            assertTrue(obstacles.get(1).contains("not submitted"), obstacles::toString);
            assertTrue(obstacles.get(2).contains("number 1 on cpu-0"), obstacles::toString);
            runtime.close();
            assertEquals(TaskState.CANCELLED, behindStage.state());
            assertEquals(TaskState.CANCELLED, never.state());
            assertEquals(TaskState.CANCELLED, second.state());
            assertTrue(promised.state().isFinal());
        }
    }
}
