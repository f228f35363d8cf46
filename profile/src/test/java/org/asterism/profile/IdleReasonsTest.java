package org.asterism.profile;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each reason for idle time, brought about; in virtual time to the nanosecond. */
@Timeout(60)
class IdleReasonsTest {
    private static final Codelet SHORT = Laboratory.codelet("short");
    private static final Codelet LONG = Laboratory.codelet("long");

    /** Why the worker with a number was idle. */
    private static Map<IdleReason, Long> reasons(Profile profile, int worker) {
        return profile.workers().get(worker).idle();
    }

    private static IdleCause cause(Profile profile, String worker, IdleReason reason) {
        return profile.idle().stream()
                .filter(cause -> cause.worker().equals(worker) && cause.reason() == reason)
                .findFirst()
                .orElseThrow(() -> new AssertionError(profile.idle().toString()));
    }

    @Test
    void shouldSayThatNothingWasSubmittedToTheContext() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            Worker moved = runtime.workers().getLast();
            runtime.createContext("other", "eager", worker -> worker == moved);
            Profiler profiler = Profiler.of(runtime);
            runtime.task(LONG).submitAndAwait();
            assertEquals(Map.of(IdleReason.NOTHING_SUBMITTED, 300_000L), reasons(profiler.profile(), 1));
        }
    }

    @Test
    void shouldSayForWhichTaskTheOthersWait() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            Profiler profiler = Profiler.of(runtime);
            Task first = runtime.task(LONG).submit();
            runtime.task(SHORT).after(first).submit();
            runtime.task(SHORT).after(first).submit();
            runtime.waitAll();
            Profile profile = profiler.profile();
            assertEquals(Map.of(IdleReason.NOTHING_READY, 300_000L), reasons(profile, 1));
            assertEquals(
                    new IdleCause(
                            "cpu-1", IdleReason.NOTHING_READY, "waits for long", 1, 300_000, "long#" + first.id()),
                    cause(profile, "cpu-1", IdleReason.NOTHING_READY));
        }
    }

    @Test
    void shouldCountInheritedTasksAtTheHeirOnly() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            SchedulingContext closed = runtime.createContext(ContextDescription.named("closed")
                    .withWorkers(WorkerSelection.none())
                    .withHeir(SchedulingContext.DEFAULT));
            Profiler profiler = Profiler.of(runtime);
            closed.task(SHORT).submit();
            closed.close();
            runtime.waitAll();
            runtime.task(LONG).submitAndAwait();
            assertEquals(Map.of(IdleReason.NOTHING_READY, 400_000L), reasons(profiler.profile(), 1));
        }
    }

    @Test
    void shouldSayWhichDataAreInTransitAndFromWhere() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("one-gpu.json")) {
            DataHandle data = runtime.data()
                    .imagined(new VectorLayout(ElementType.DOUBLE, 1000))
                    .named("x");
            Profiler profiler = Profiler.of(runtime);
            runtime.task(Laboratory.codelet("use", Access.R)).data(data).submit();
            runtime.waitAll();
            Profile profile = profiler.profile();
            assertEquals(Map.of(IdleReason.DATA_IN_TRANSIT, 18_000L), reasons(profile, 1));
            assertEquals(
                    new IdleCause("cuda-0", IdleReason.DATA_IN_TRANSIT, "main to gpu0", 1, 18_000, "x"),
                    cause(profile, "cuda-0", IdleReason.DATA_IN_TRANSIT));
        }
    }

    @Test
    void shouldSayWhichDecisionHoldsATaskBack() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("reserved", ReservedPolicy::new);
            try (TaskRuntime runtime = laboratory.runtime("two-cores.json", "reserved")) {
                Profiler profiler = Profiler.of(runtime);
                runtime.task(SHORT).submit();
                Task held = runtime.task(SHORT).submit();
                runtime.waitAll();
                Profile profile = profiler.profile();
                // While the second task runs, the policy has none.
                assertEquals(
                        Map.of(IdleReason.HELD_BY_POLICY, 100_000L, IdleReason.NOTHING_READY, 100_000L),
                        reasons(profile, 1));
                IdleCause cause = cause(profile, "cpu-1", IdleReason.HELD_BY_POLICY);
                assertEquals("short was decided for cpu-0", cause.cause());
                assertEquals(held.toString(), cause.example());
            }
        }
    }

    @Test
    void shouldSayThatAWorkerWasWokenLate() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("reserved", ReservedPolicy::new);
            try (TaskRuntime runtime = laboratory.runtime("two-cores.json", "reserved")) {
                runtime.task(SHORT).submitAndAwait(); // both workers have looked, and sleep
                Profiler profiler = Profiler.of(runtime);
                runtime.task(LONG).submit();
                Task late = runtime.task(SHORT).hint("last").submit();
                runtime.waitAll();
                Profile profile = profiler.profile();
                assertEquals(Map.of(IdleReason.LATE_WAKE_UP, 300_000L), reasons(profile, 1));
                assertEquals(
                        late.toString(),
                        cause(profile, "cpu-1", IdleReason.LATE_WAKE_UP).example());
            }
        }
    }

    @Test
    void shouldCallAShortWayFromPushToWakeUpSchedulingOverhead() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("reserved", ReservedPolicy::new);
            try (TaskRuntime runtime = laboratory.runtime("two-cores.json", "reserved")) {
                runtime.task(SHORT).submitAndAwait(); // both workers have looked, and sleep
                ProfilerSettings usual = ProfilerSettings.defaults();
                Profiler profiler = Profiler.of(
                        runtime,
                        new ProfilerSettings(
                                0, Duration.ofNanos(300_000), usual.holding(), usual.powercap(), usual.nvml()));
                runtime.task(LONG).submit();
                runtime.task(SHORT).hint("last").submit();
                runtime.waitAll();
                assertEquals(Map.of(IdleReason.SCHEDULING_OVERHEAD, 300_000L), reasons(profiler.profile(), 1));
            }
        }
    }

    @Test
    void shouldSayThatReadyTasksAreForOtherWorkersOnly() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            Profiler profiler = Profiler.of(runtime);
            Worker only = runtime.workers().getFirst();
            runtime.task(SHORT).on(only).submit();
            runtime.task(SHORT).on(only).submit();
            runtime.waitAll();
            Profile profile = profiler.profile();
            assertEquals(Map.of(IdleReason.LIMITS, 100_000L, IdleReason.NOTHING_READY, 100_000L), reasons(profile, 1));
            assertEquals(
                    "ready tasks are for other workers only",
                    cause(profile, "cpu-1", IdleReason.LIMITS).cause());
        }
    }

    @Test
    void shouldSayThatAWorkerIsInNoContext() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            Profiler profiler = Profiler.of(runtime);
            runtime.defaultContext().removeWorkers(List.of(runtime.workers().getLast()));
            runtime.task(LONG).submitAndAwait();
            Profile profile = profiler.profile();
            assertEquals(Map.of(IdleReason.LIMITS, 300_000L), reasons(profile, 1));
            assertEquals(
                    "the worker is in no context",
                    cause(profile, "cpu-1", IdleReason.LIMITS).cause());
        }
    }

    @Test
    void shouldSayThatTheRuntimeWasPaused() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Profiler profiler = Profiler.of(runtime)) {
            runtime.pause();
            Task waiting = runtime.task(SHORT).submit();
            long from = runtime.clock().nanoTime();
            await(() -> runtime.clock().nanoTime() > from + 1000);
            runtime.resume();
            waiting.await();
            runtime.waitAll();
            assertTrue(
                    profiler.profile().idle().stream()
                            .anyMatch(cause -> cause.reason() == IdleReason.LIMITS
                                    && cause.cause().equals("the runtime is paused")),
                    () -> profiler.profile().idle().toString());
        }
    }

    @Test
    void shouldSayThatTheSubmissionLimitWasReached() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            runtime.defaultContext().limitSubmitted(1, 2);
            try (Profiler profiler = Profiler.of(runtime)) {
                CountDownLatch open = new CountDownLatch(1);
                Task running = runtime.task(
                                Codelet.named("waits").cpu(_ -> open.await()).build())
                        .submit();
                await(() -> running.state() == TaskState.RUNNING);
                Task blocked = runtime.task(SHORT).after(running).submit();
                await(() -> runtime.workers().stream().anyMatch(worker -> worker.state() == WorkerState.SLEEPING));
                open.countDown();
                blocked.await();
                assertTrue(
                        profiler.profile().idle().stream()
                                .anyMatch(cause -> cause.reason() == IdleReason.LIMITS
                                        && cause.cause().startsWith("submission limit of 2 tasks")),
                        () -> profiler.profile().idle().toString());
            }
        }
    }

    private static long nanos(Profile profile, IdleReason reason) {
        return profile.workers().stream()
                .mapToLong(worker -> worker.idle().getOrDefault(reason, 0L))
                .sum();
    }

    @Test
    void shouldSayThatADebuggerHoldsAWorkerAndNotThePolicy() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            CountDownLatch stopped = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            runtime.observe(new RuntimeObserver() {
                @Override
                public void popped(Task task, Worker worker, String policy) {
                    HeldTask held = new HeldTask(task, Optional.of(worker), "breakpoint 1 (pop)", "the test");
                    runtime.hold(held, () -> {
                        stopped.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    });
                }

                @Override
                public boolean isHolding() {
                    return go.getCount() > 0;
                }
            });
            Profiler profiler = Profiler.of(runtime);
            Task task = runtime.task(SHORT).submit();
            stopped.await();
            Profile before = profiler.profile();
            await(() -> nanos(profiler.profile(), IdleReason.HELD_AT_BREAKPOINT) > 20_000_000);
            Profile after = profiler.profile();
            go.countDown();
            runtime.waitAll();
            assertEquals(
                    nanos(before, IdleReason.HELD_BY_POLICY),
                    nanos(after, IdleReason.HELD_BY_POLICY),
                    after.idle().toString());
            IdleCause cause = profiler.profile().idle().stream()
                    .filter(each -> each.reason() == IdleReason.HELD_AT_BREAKPOINT)
                    .findFirst()
                    .orElseThrow();
            assertEquals("breakpoint 1 (pop)", cause.cause());
            assertEquals("short#" + task.id(), cause.example());
            assertTrue(cause.nanos() > 20_000_000);
        }
    }
}
