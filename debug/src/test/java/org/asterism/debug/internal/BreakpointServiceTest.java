package org.asterism.debug.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;
import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.TaskQueue;
import org.asterism.spi.policy.PolicyContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Breakpoints in a runtime with threads and several workers. */
@Timeout(60)
class BreakpointServiceTest {
    private static final int WORKERS = 3;

    private final AtomicInteger kernels = new AtomicInteger();
    private final Codelet marked =
            Codelet.named("marked").cpu(kernel -> kernels.incrementAndGet()).build();
    private final Codelet plain = Codelet.named("plain").cpu(kernel -> {}).build();
    private final Laboratory laboratory = Laboratory.withWorkers(WORKERS);
    private final TaskRuntime runtime =
            laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)));
    private final BreakpointService breakpoints = new BreakpointService();
    private final List<Stop> reported = new CopyOnWriteArrayList<>();

    @BeforeEach
    void begin() {
        breakpoints.addRuntime(runtime, Map.of("runtime.name", "test"));
        breakpoints.listen(reported::add);
    }

    @AfterEach
    void end() {
        breakpoints.deactivate();
        laboratory.close();
    }

    private Breakpoint set(Point point) {
        return breakpoints.set(point, new Target.OfCodelet("marked"), Condition.ALWAYS, false);
    }

    private Stop awaitStop() {
        await(() -> breakpoints.stops().size() == 1);
        return breakpoints.stops().getFirst();
    }

    private static CompletableFuture<Void> on(String name, Runnable work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(name).start(() -> {
            work.run();
            end.complete(null);
        });
        return end;
    }

    private void runOthers() throws InterruptedException {
        for (int number = 0; number < 10; number++) {
            runtime.task(plain).submit().await();
        }
    }

    @Test
    void shouldStopTheThreadThatPushesATask() throws Exception {
        set(Point.PUSH);
        Task task = runtime.task(marked);
        CompletableFuture<Void> submission = on("submitter", task::submit);
        Stop stop = awaitStop();
        assertEquals("submitter", stop.thread().getName());
        assertSame(task, stop.occasion().task());
        assertEquals(Point.PUSH, stop.occasion().point());
        assertTrue(stop.occasion().worker().isEmpty());
        runOthers();
        assertEquals(TaskState.READY, task.state());
        assertFalse(submission.isDone());
        assertTrue(breakpoints.resume(stop.number()));
        submission.join();
        task.await();
        assertEquals(1, kernels.get());
        assertEquals(List.of(), breakpoints.stops());
    }

    @Test
    void shouldStopTheWorkerThatTakesATaskWhileOthersGoOn() throws Exception {
        set(Point.POP);
        Task task = runtime.task(marked).submit();
        Stop stop = awaitStop();
        Worker worker = stop.occasion().worker().orElseThrow();
        assertEquals(worker.thread().orElseThrow(), stop.thread());
        assertEquals("eager", stop.occasion().policy().orElseThrow());
        runOthers();
        assertEquals(TaskState.SCHEDULED, task.state());
        assertEquals(List.of(stop), reported);
        assertEquals(
                "stop 1: test/marked#" + task.id() + " at pop on " + worker.name() + ", breakpoint 1", stop.toString());
        breakpoints.resume(stop.number());
        task.await();
    }

    @Test
    void shouldStopTheWorkerBeforeTheKernel() throws Exception {
        set(Point.EXEC);
        Task task = runtime.task(marked).submit();
        Stop stop = awaitStop();
        runOthers();
        assertEquals(TaskState.RUNNING, task.state());
        assertEquals(0, kernels.get());
        breakpoints.resume(stop.number());
        task.await();
        assertEquals(1, kernels.get());
        assertEquals(1, breakpoints.all().getFirst().hits());
    }

    /** Places each task on the last worker, and says so. */
    private record DecidingQueue(PolicyContext context, TaskFifo tasks) implements TaskQueue {
        @Override
        public void add(Task task) {
            context.decided(task, context.workers().getLast(), 1, 2000, 3000, Double.NaN);
            tasks.add(task);
        }

        @Override
        public Task takeFor(Worker worker) {
            return tasks.takeFor(worker);
        }

        @Override
        public void takeAll(Consumer<? super Task> sink) {
            tasks.takeAll(sink);
        }

        @Override
        public long size() {
            return tasks.size();
        }
    }

    @Test
    void shouldShowTheDecisionOutsideOfThePolicySoThatItCanBeReplacedMeanwhile() throws Exception {
        laboratory.addPolicy(
                "deciding", context -> new CentralQueuePolicy(context, new DecidingQueue(context, new TaskFifo())));
        runtime.defaultContext().usePolicy("deciding");
        set(Point.SCHED);
        Task task = runtime.task(marked).submit();
        Stop stop = awaitStop();
        assertEquals(
                runtime.workers().getLast(),
                stop.occasion().decision().orElseThrow().worker());
        assertTrue(stop.toString().contains("decided for "), stop::toString);
        assertTrue(stop.toString().contains(", 2.0 us to run, 3.0 us for its data"), stop::toString);
        runtime.defaultContext().usePolicy("prio");
        runtime.defaultContext().usePolicy("deciding");
        runOthers();
        assertEquals("deciding", runtime.defaultContext().policy().orElseThrow());
        assertEquals(TaskState.SCHEDULED, task.state());
        breakpoints.resume(stop.number());
        task.await();
    }

    @Test
    void shouldStopAtPopForADecisionThatThePolicyDoesNotReport() throws Exception {
        set(Point.SCHED);
        Task task = runtime.task(marked).submit();
        Stop stop = awaitStop();
        assertEquals(Point.SCHED, stop.occasion().point());
        assertTrue(stop.occasion().decision().isEmpty());
        breakpoints.resume(stop.number());
        task.await();
    }

    @Test
    void shouldKeepAllWorkersFromTakingTasksIfTheWholeRuntimeStops() throws Exception {
        breakpoints.set(Point.EXEC, new Target.OfCodelet("marked"), Condition.ALWAYS, true);
        Task task = runtime.task(marked).submit();
        Stop stop = awaitStop();
        assertTrue(stop.wholeRuntime());
        assertTrue(runtime.isPaused());
        Task other = runtime.task(plain).submit();
        assertFalse(other.await(Duration.ofMillis(50)));
        breakpoints.resume(stop.number());
        task.await();
        other.await();
        await(() -> !runtime.isPaused());
    }

    @Test
    void shouldStopOnlyTasksThatFulfilTheCondition() throws Exception {
        breakpoints.set(Point.POP, new Target.OfCodelet("marked"), Condition.parse("priority > 5"), false);
        runtime.task(marked).priority(5).submit().await();
        Task high = runtime.task(marked).priority(6).submit();
        assertSame(high, awaitStop().occasion().task());
        breakpoints.resume(1);
        high.await();
    }

    @Test
    void shouldStopTasksThatUseNamedData() throws Exception {
        byte[] bytes = new byte[8];
        breakpoints.set(Point.EXEC, new Target.UsingData("A"), Condition.ALWAYS, false);
        Codelet reads = Codelet.named("reads")
                .access(org.asterism.api.Access.R)
                .cpu(kernel -> {})
                .build();
        try (var other = runtime.data().vector(new double[1]).named("B");
                var data = runtime.data().vector(new double[1]).named("A")) {
            runtime.task(reads).data(other).submit().await();
            Task task = runtime.task(reads).data(data).submit();
            assertSame(task, awaitStop().occasion().task());
            breakpoints.resume(1);
            task.await();
        }
    }

    @Test
    void shouldStepFromPointToPointAndThenToTheNextTaskOfTheWorker() throws Exception {
        Breakpoint breakpoint = set(Point.PUSH);
        Task task = runtime.task(marked);
        on("submitter", task::submit);
        Stop push = awaitStop();
        breakpoints.delete(breakpoint.number());
        Stop pop = step(push);
        assertEquals(Point.POP, pop.occasion().point());
        assertEquals(OptionalInt.empty(), pop.breakpoint());
        Stop exec = step(pop);
        assertEquals(Point.EXEC, exec.occasion().point());
        Worker worker = exec.occasion().worker().orElseThrow();
        assertTrue(breakpoints.step(exec.number()));
        task.await();
        Task next = runtime.task(plain).on(worker).submit();
        Stop ofWorker = awaitStop();
        assertSame(next, ofWorker.occasion().task());
        assertEquals(Point.POP, ofWorker.occasion().point());
        breakpoints.resume(ofWorker.number());
        next.await();
    }

    private Stop step(Stop from) {
        assertTrue(breakpoints.step(from.number()));
        await(() -> breakpoints.stops().stream().anyMatch(stop -> stop.number() > from.number()));
        return breakpoints.stops().getLast();
    }

    @Test
    void shouldStepFromADecisionToTheKernelSinceTheWorkerHasTakenTheTask() throws Exception {
        set(Point.SCHED);
        Task task = runtime.task(marked).submit();
        Stop exec = step(awaitStop());
        assertEquals(Point.EXEC, exec.occasion().point());
        breakpoints.resume(exec.number());
        task.await();
    }

    @Test
    void shouldPauseTheRuntimeAgainAfterAStep() throws Exception {
        breakpoints.set(Point.POP, new Target.OfCodelet("marked"), Condition.ALWAYS, true);
        Task task = runtime.task(marked).submit();
        Stop exec = step(awaitStop());
        assertTrue(exec.wholeRuntime());
        assertTrue(runtime.isPaused());
        breakpoints.resume(exec.number());
        task.await();
        await(() -> !runtime.isPaused());
    }

    @Test
    void shouldCloseTheRuntimeOfAStoppedTask() {
        breakpoints.set(Point.EXEC, new Target.OfCodelet("marked"), Condition.ALWAYS, true);
        Task first = runtime.task(marked).submit();
        awaitStop();
        Task second = runtime.task(marked).submit();
        runtime.close();
        assertEquals(TaskState.DONE, first.state());
        assertEquals(TaskState.DONE, second.state());
        assertEquals(List.of(), breakpoints.stops());
    }

    @Test
    void shouldLetEverythingGoWhenTheServiceEnds() throws Exception {
        set(Point.POP);
        List<Task> tasks =
                List.of(runtime.task(marked).submit(), runtime.task(marked).submit());
        await(() -> breakpoints.stops().size() == 2);
        breakpoints.deactivate();
        for (Task task : tasks) {
            task.await();
        }
        runtime.task(marked).submit().await();
    }

    @Test
    void shouldLetAnInterruptedThreadGo() {
        set(Point.PUSH);
        Task task = runtime.task(marked);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        on("submitter", () -> {
            task.submit();
            interrupted.complete(Thread.interrupted());
        });
        awaitStop().thread().interrupt();
        assertTrue(interrupted.join());
    }

    @Test
    void shouldKeepThreadsWaitingThatWouldTakeAStoppedTaskForStuck() throws Exception {
        set(Point.PUSH);
        Task task = runtime.task(marked);
        on("submitter", task::submit);
        Stop stop = awaitStop();
        assertFalse(runtime.waitAll(Duration.ofMillis(500)), "with a patience of 50 ms");
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                runtime.waitAll();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        assertFalse(waiting.isDone());
        breakpoints.resume(stop.number());
        waiting.join();
        assertEquals(TaskState.DONE, task.state());
    }

    @Test
    void shouldRefuseATaskThatHasEndedOrIsPastThePoint() throws Exception {
        Task done = runtime.task(plain).submit();
        done.await();
        assertEquals(
                "task " + done + " has ended (done): set a breakpoint for a task that has not",
                refusal(Point.EXEC, done));
        set(Point.POP);
        Task popped = runtime.task(marked).submit();
        Stop stop = awaitStop();
        assertEquals(
                "task " + popped + " is scheduled and so past push: use a later point, such as exec",
                refusal(Point.PUSH, popped));
        breakpoints.step(stop.number());
        await(() -> popped.state() == TaskState.RUNNING);
        String remedy = ": no point is ahead of it; set the breakpoint earlier, or for the next such task, with "
                + "codelet=marked";
        assertEquals("task " + popped + " is running and so past exec" + remedy, refusal(Point.EXEC, popped));
        assertEquals("task " + popped + " is running and so past push" + remedy, refusal(Point.PUSH, popped));
        await(() -> breakpoints.stops().size() == 1);
        breakpoints.resume(breakpoints.stops().getFirst().number());
        popped.await();
    }

    private String refusal(Point point, Task task) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> breakpoints.set(point, new Target.OneTask(task), Condition.ALWAYS, false))
                .getMessage();
    }

    @Test
    void shouldDeleteTheBreakpointOfATaskThatHasEnded() throws Exception {
        Task task = runtime.task(marked);
        breakpoints.set(Point.EXEC, new Target.OneTask(task), Condition.ALWAYS, false);
        task.submit();
        Stop stop = awaitStop();
        assertEquals(1, breakpoints.all().size());
        breakpoints.resume(stop.number());
        task.await();
        assertEquals(List.of(), breakpoints.all());
    }

    @Test
    void shouldSayIfThereIsNothingOfANumber() {
        assertFalse(breakpoints.delete(7));
        assertFalse(breakpoints.resume(7));
        assertFalse(breakpoints.step(7));
    }

    @Test
    void shouldStopTasksOfRuntimesThatComeLater() throws Exception {
        set(Point.EXEC);
        try (TaskRuntime later = laboratory.runtime()) {
            breakpoints.addRuntime(later, Map.of());
            Task task = later.task(marked).submit();
            Stop stop = awaitStop();
            assertSame(later, stop.runtime());
            assertEquals("default", stop.runtimeName());
            breakpoints.removeRuntime(later);
            task.await();
        }
    }

    @Test
    void shouldExplainAStoppedTaskAndItsWorker() throws InterruptedException {
        for (Point point : Point.values()) {
            Breakpoint breakpoint = set(point);
            CompletableFuture<Void> end =
                    on("submits", () -> runtime.task(marked).submit());
            Stop stop = awaitStop();
            await(() -> !runtime.heldTasks().isEmpty());
            Task task = stop.occasion().task();
            String text = "is held at breakpoint " + breakpoint.number() + " (" + point.word() + "); asterism:continue "
                    + stop.number() + " lets it go on";
            assertEquals(WaitReason.HELD, runtime.explain(task).reason());
            assertEquals(text, runtime.explain(task).text());
            assertEquals(List.of(task), runtime.unfinishedTasks());
            TaskOverview overview = runtime.tasks(10);
            assertEquals(0, overview.blocked());
            assertEquals(List.of(), overview.oldestRunning());
            assertEquals(
                    List.of("asterism:continue " + stop.number() + ", held at " + stop.place()),
                    overview.oldestWaiting().getFirst().waitsFor());
            stop.occasion().worker().ifPresent(worker -> {
                assertEquals(WaitReason.HELD, runtime.explain(worker).reason());
                assertEquals(
                        "has " + task + ", which " + text,
                        runtime.explain(worker).text());
            });
            breakpoints.delete(breakpoint.number());
            breakpoints.resume(stop.number());
            runtime.waitAll();
            end.join();
            assertEquals(List.of(), runtime.heldTasks());
        }
    }

    @Test
    void shouldNameTheWorkerThatIsStoppedAtAPush() throws InterruptedException {
        set(Point.PUSH);
        Task first = runtime.task(plain);
        Task second = runtime.task(marked).after(first);
        second.submit();
        first.submit();
        awaitStop();
        await(() -> !runtime.heldTasks().isEmpty());
        Worker worker = runtime.heldTasks().getFirst().worker().orElseThrow();
        assertEquals(WaitReason.HELD, runtime.explain(worker).reason());
        breakpoints.resume(breakpoints.stops().getFirst().number());
        runtime.waitAll();
    }

    @Test
    void shouldLetTasksGoWhenTheirContextIsClosed() throws InterruptedException {
        for (Point point : Point.values()) {
            SchedulingContext context = runtime.createContext("left-" + point.word(), "eager", _ -> true);
            Breakpoint breakpoint = set(point);
            CompletableFuture<Void> end =
                    on("submits", () -> context.task(marked).submit());
            awaitStop();
            CompletableFuture<Void> closed = on("closes", context::close);
            await(closed::isDone);
            end.join();
            assertEquals(List.of(), breakpoints.stops());
            breakpoints.delete(breakpoint.number());
        }
    }
}
