package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.core.internal.testing.WatchedDriver;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that the program drives, on threads of its own. */
@Timeout(60)
class DrivenWorkersTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = new Laboratory();
    private final WatchedDriver driver = new WatchedDriver("own", 1);
    private final DriverPlugin plugin = laboratory.addDriver("own", driver);

    @AfterEach
    void closeAll() {
        laboratory.close();
    }

    /** A runtime whose only worker the program drives. */
    private TaskRuntime driven() {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withoutThreadsFor("own"));
    }

    /** A runtime that has launched workers besides. */
    private TaskRuntime mixed(int launched) {
        laboratory.addDriver("cpu", new WatchedDriver("cpu", launched));
        return driven();
    }

    private static Worker named(TaskRuntime runtime, String name) {
        return runtime.workers().stream()
                .filter(worker -> worker.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Worker own(TaskRuntime runtime) {
        return named(runtime, "own-0");
    }

    private static Codelet doing(Runnable work) {
        return Codelet.named("work").access().cpu(kernel -> work.run()).build();
    }

    private static void await(BooleanSupplier condition) {
        Await.await(condition);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    private static <T> FutureTask<T> onThread(String name, Supplier<T> work) {
        FutureTask<T> result = new FutureTask<>(work::get);
        Thread.ofPlatform().daemon().name(name).start(result);
        return result;
    }

    private static FutureTask<Thread> running(Worker worker) {
        return onThread("main-loop", () -> {
            worker.run();
            return Thread.currentThread();
        });
    }

    private static String refusal(Runnable wrong) {
        return assertThrows(IllegalStateException.class, wrong::run).getMessage();
    }

    // Running.

    @Test
    void shouldRunTasksOnTheThreadThatRunsTheWorkerUntilItIsStopped() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            AtomicReference<Thread> ran = new AtomicReference<>();
            runtime.task(doing(() -> ran.set(Thread.currentThread()))).submit();
            runtime.waitAll();
            worker.stop();
            assertSame(ran.get(), loop.get());
            assertEquals(List.of(loop.get()), driver.threads("own-0", "start"));
        }
    }

    @Test
    void shouldBeginStepAndEndOnOneThread() {
        Thread self = Thread.currentThread();
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            List<Task> tasks = new ArrayList<>();
            for (int task = 0; task < 8; task++) {
                tasks.add(runtime.task(NOTHING).submit());
            }
            assertEquals(List.of(), driver.life("own-0"));
            worker.beginDriving();
            worker.beginDriving();
            assertEquals(List.of("start"), driver.life("own-0"));
            while (!tasks.stream().allMatch(task -> task.state().isFinal())) {
                assertEquals(StepResult.PROGRESSED, worker.runOnce());
            }
            assertEquals(StepResult.IDLE, worker.runOnce());
            worker.endDriving();
            assertEquals(List.of("start", "stop"), driver.life("own-0"));
            assertEquals(8, worker.executedTasks());
        }
        assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
        assertTrue(driver.calls.stream().allMatch(call -> call.thread() == self));
    }

    @Test
    void shouldReturnWhenTheTaskUnderWayHasEndedIfItIsStopped() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            Task first = runtime.task(doing(worker::stop)).submit();
            Task second = runtime.task(NOTHING).submit();
            worker.run();
            assertEquals(TaskState.DONE, first.state());
            assertEquals(TaskState.READY, second.state());
            assertEquals(WorkerState.NOT_DRIVEN, worker.state());
            assertTrue(worker.runUntil(() -> second.state().isFinal()));
        }
    }

    @Test
    void shouldRememberARequestToStopForTheNextRun() {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            Task task = runtime.task(NOTHING).submit();
            worker.stop();
            worker.run();
            assertEquals(TaskState.READY, task.state());
            assertTrue(worker.runUntil(() -> task.state().isFinal()), "the request was used up");
        }
    }

    @Test
    void shouldReturnWhenItsThreadIsInterrupted() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            FutureTask<Boolean> loop = onThread("main-loop", () -> {
                worker.run();
                return Thread.currentThread().isInterrupted();
            });
            await(() -> worker.state() == WorkerState.SLEEPING);
            worker.thread().orElseThrow().interrupt();
            assertTrue(loop.get(), "the interrupt is the program's to see");
        }
    }

    @Test
    void shouldReturnWhenTheTimeIsOver() {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            Task task = runtime.task(NOTHING).submit();
            assertFalse(worker.runFor(Duration.ofMillis(20)));
            assertEquals(TaskState.DONE, task.state());
            worker.stop();
            assertTrue(worker.runFor(Duration.ofDays(1)));
            assertFalse(worker.runFor(Duration.ZERO));
        }
    }

    @Test
    void shouldReturnWhenAConditionHoldsThatAnotherWorkerBringsAbout() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            CountDownLatch goOn = new CountDownLatch(1);
            Task task = runtime.task(doing(() -> await(goOn)))
                    .on(named(runtime, "cpu-0"))
                    .submit();
            FutureTask<Boolean> loop = onThread(
                    "main-loop", () -> worker.runUntil(() -> task.state().isFinal()));
            await(() -> worker.state() == WorkerState.SLEEPING);
            // Others behind it, so that the launched worker does not run out of tasks.
            CountDownLatch end = new CountDownLatch(1);
            runtime.task(doing(() -> await(end))).on(named(runtime, "cpu-0")).submit();
            goOn.countDown();
            assertTrue(loop.get());
            end.countDown();
        }
    }

    @Test
    void shouldThrowWhatAConditionThrowsAndGoOnLater() {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            assertEquals(
                    "of the condition",
                    refusal(() -> worker.runUntil(() -> {
                        throw new IllegalStateException("of the condition");
                    })));
            Task task = runtime.task(NOTHING).submit();
            assertTrue(worker.runUntil(() -> task.state().isFinal()));
        }
    }

    @Test
    void shouldSleepWithoutTasksAndBeWokenForOne() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            await(() -> worker.state() == WorkerState.SLEEPING);
            Thread thread = worker.thread().orElseThrow();
            await(() -> thread.getState() == Thread.State.WAITING);
            runtime.task(NOTHING).submit();
            runtime.waitAll();
            Task bound = runtime.task(NOTHING).on(worker).submit();
            bound.await();
            worker.stop();
            loop.get();
            assertEquals(2, worker.executedTasks());
        }
    }

    // The end of the runtime.

    @Test
    void shouldReturnWhenTerminationWasRequestedAndNoTaskIsLeft() {
        try (TaskRuntime runtime = driven()) {
            AtomicInteger rounds = new AtomicInteger();
            for (int task = 0; task < 8; task++) {
                runtime.task(doing(() -> {
                            if (rounds.incrementAndGet() <= 8) {
                                runtime.task(doing(rounds::incrementAndGet)).submit();
                            }
                        }))
                        .submit();
            }
            runtime.requestTermination();
            own(runtime).run();
            assertEquals(16, rounds.get(), "with the tasks that tasks submit");
            String why = refusal(() -> runtime.task(NOTHING).submit());
            assertTrue(why.contains("requestTermination()"), why);
            own(runtime).run();
        }
    }

    @Test
    void shouldReturnWhenAnotherWorkerHasEndedTheLastTaskAfterTerminationWasRequested() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            CountDownLatch goOn = new CountDownLatch(1);
            runtime.task(doing(() -> await(goOn))).on(named(runtime, "cpu-0")).submit();
            FutureTask<Thread> loop = running(worker);
            await(() -> worker.state() == WorkerState.SLEEPING);
            runtime.requestTermination();
            assertFalse(loop.isDone());
            goOn.countDown();
            loop.get();
        }
    }

    @Test
    void shouldEndTheTaskUnderWayAndReturnWhenTheRuntimeIsClosed() throws Exception {
        TaskRuntime runtime = driven();
        Worker worker = own(runtime);
        FutureTask<Thread> loop = running(worker);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Task task = runtime.task(doing(() -> {
                    begun.countDown();
                    await(goOn);
                }))
                .submit();
        await(begun);
        FutureTask<Boolean> closing = onThread("closer", () -> {
            runtime.close();
            return true;
        });
        goOn.countDown();
        closing.get();
        assertEquals(TaskState.DONE, task.state());
        assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
        assertEquals(List.of(loop.get()), driver.threads("own-0", "stop"));
        assertEquals(WorkerState.STOPPED, worker.state());
        worker.run();
        assertEquals(StepResult.IDLE, worker.runOnce());
        assertTrue(refusal(worker::beginDriving).contains("its driver has left, or its runtime is closed"));
    }

    @Test
    void shouldRunWhatOnlyTheyCanRunWhenTheRuntimeIsClosed() {
        TaskRuntime runtime = driven();
        List<Task> tasks = new ArrayList<>();
        for (int task = 0; task < 8; task++) {
            tasks.add(runtime.task(NOTHING).submit());
        }
        runtime.close();
        assertTrue(tasks.stream().allMatch(task -> task.state() == TaskState.DONE));
        assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
    }

    @Test
    void shouldTakeOverFromTheThreadThatDroveWhenTheRuntimeIsClosed() throws Exception {
        TaskRuntime runtime = driven();
        Worker worker = own(runtime);
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch stepped = new CountDownLatch(1);
        FutureTask<StepResult> owner = onThread("owner", () -> {
            worker.runOnce();
            stepped.countDown();
            await(closed);
            return worker.runOnce();
        });
        await(stepped);
        Task task = runtime.task(NOTHING).submit();
        runtime.close();
        closed.countDown();
        assertEquals(TaskState.DONE, task.state());
        assertEquals(List.of("start", "stop", "start", "stop", "close"), driver.life("own-0"));
        assertEquals(StepResult.IDLE, owner.get());
        assertEquals(List.of(Thread.currentThread()), driver.threads("own-0", "launch"));
    }

    @Test
    void shouldNotPrepareAUnitThatNobodyNeeds() throws InterruptedException {
        try (TaskRuntime runtime = mixed(1)) {
            runtime.task(NOTHING).submit();
            runtime.task(NOTHING).submit();
            runtime.waitAll(); // else closing may see to the second one itself
        }
        assertEquals(List.of("close"), driver.life("own-0"));
    }

    // The driver leaves.

    @Test
    void shouldReturnWhenTheDriverLeaves() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            await(() -> worker.state() == WorkerState.SLEEPING);
            laboratory.plugins.remove(plugin);
            assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
            assertEquals(List.of(loop.get()), driver.threads("own-0", "stop"));
            assertEquals(WorkerState.STOPPED, worker.state());
            runtime.task(NOTHING).submit();
            runtime.waitAll();
        }
    }

    @Test
    void shouldEndTheUseOfTheUnitOfAWorkerThatIsOnlySteppedWhenTheDriverLeaves() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            worker.beginDriving();
            onThread("leaver", () -> {
                        laboratory.plugins.remove(plugin);
                        return true;
                    })
                    .get();
            assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
            assertEquals(StepResult.IDLE, worker.runOnce());
            worker.endDriving();
        }
    }

    @Test
    void shouldLeaveAfterTheTaskThatMakesItsDriverLeave() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            Task task = runtime.task(doing(() -> laboratory.plugins.remove(plugin)))
                    .on(worker)
                    .submit();
            worker.run();
            assertEquals(TaskState.DONE, task.state());
            assertEquals(List.of("start", "stop", "close"), driver.life("own-0"));
        }
    }

    // Who may drive.

    @Test
    void shouldRefuseAnotherThreadUntilTheFirstHasEndedItsDriving() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            worker.runOnce();
            String why = onThread("other", () -> refusal(worker::runOnce)).get();
            assertTrue(
                    why.contains("own-0 is driven by thread '"
                            + Thread.currentThread().getName() + "'"),
                    why);
            assertTrue(why.contains("endDriving()"), why);
            assertEquals(
                    why, onThread("other", () -> refusal(worker::endDriving)).get());
            worker.endDriving();
            assertEquals(
                    StepResult.IDLE,
                    onThread("other", () -> {
                                StepResult found = worker.runOnce();
                                worker.endDriving();
                                return found;
                            })
                            .get());
            assertEquals(List.of("start", "stop", "start", "stop"), driver.life("own-0"));
            for (int pair = 0; pair < 2; pair++) {
                assertSame(
                        driver.calls.get(2 * pair).thread(),
                        driver.calls.get(2 * pair + 1).thread());
            }
        }
    }

    @Test
    void shouldTakeOverFromAThreadThatHasEnded() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            Thread first = Thread.ofPlatform().start(worker::runOnce);
            first.join();
            assertSame(first, worker.thread().orElseThrow());
            worker.runOnce();
            assertSame(Thread.currentThread(), worker.thread().orElseThrow());
            assertEquals(List.of("start", "stop", "start"), driver.life("own-0"));
        }
    }

    @Test
    void shouldRefuseTwoThreadsAtOnce() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            await(() -> worker.state() == WorkerState.SLEEPING);
            for (Consumer<Worker> way :
                    List.<Consumer<Worker>>of(Worker::runOnce, Worker::run, Worker::beginDriving, Worker::endDriving)) {
                String why = refusal(() -> way.accept(worker));
                assertTrue(why.contains("'main-loop' just now"), why);
            }
            worker.stop();
            loop.get();
        }
    }

    @Test
    void shouldRefuseToBeDrivenByKernelsAndCallbacks() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            Queue<String> reasons = new ConcurrentLinkedQueue<>();
            Codelet wrong = doing(() -> reasons.add(refusal(worker::runOnce)));
            runtime.task(wrong)
                    .on(worker)
                    .onCompletion(done -> reasons.add(refusal(worker::run)))
                    .submit();
            runtime.task(wrong).on(named(runtime, "cpu-0")).submit();
            assertTrue(worker.runUntil(() -> reasons.size() == 3));
            assertTrue(
                    reasons.contains(
                            "own-0 must not step own-0 from a kernel or callback: call it from a thread that is no "
                                    + "worker"),
                    reasons::toString);
            assertTrue(reasons.contains(
                    "own-0 must not run own-0 from a kernel or callback: call it from a thread that is no worker"));
            assertTrue(reasons.contains(
                    "cpu-0 must not step own-0 from a kernel or callback: call it from a thread that is no worker"));
        }
    }

    @Test
    void shouldRefuseToDriveAWorkerThatHasAThread() {
        try (TaskRuntime runtime = mixed(1)) {
            Worker launched = named(runtime, "cpu-0");
            assertFalse(launched.isDriven());
            assertEquals("asterism-cpu-0", launched.thread().orElseThrow().getName());
            String why = refusal(launched::runOnce);
            assertTrue(why.contains("runOnce() is refused") && why.contains("withoutThreadsFor(\"cpu-0\")"), why);
            assertTrue(refusal(launched::run).contains("run() is refused"));
            assertTrue(refusal(launched::stop).contains("stop() is refused"));
            assertTrue(refusal(launched::beginDriving).contains("beginDriving() is refused"));
            assertTrue(refusal(launched::endDriving).contains("endDriving() is refused"));
        }
    }

    @Test
    void shouldSayWhyAUnitCannotBeUsedAndTryAgainLater() {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            driver.startFailure = new UnsupportedOperationException("no context on this thread");
            assertEquals("own-0 cannot be used: no context on this thread", refusal(worker::run));
            assertEquals(List.of("start", "stop"), driver.life("own-0"));
            assertEquals(Optional.empty(), worker.thread());
            assertEquals(StepResult.IDLE, worker.runOnce());
        }
    }

    // Which workers.

    @Test
    void shouldLeaveWorkersWithoutThreadsByNameAndByFilter() {
        laboratory.addDriver("cpu", new WatchedDriver("cpu", 4));
        RuntimeConfiguration defaults = RuntimeConfiguration.defaults();
        assertEquals(List.of("own-0"), drivenOf(defaults.withoutThreadsFor("own")));
        assertEquals(List.of("cpu-1", "own-0"), drivenOf(defaults.withoutThreadsFor("cpu-1", "own-0")));
        assertEquals(List.of("cpu-2", "cpu-3"), drivenOf(defaults.withoutThreadsFor("(&(arch=cpu)(numa.node>=2))")));
        assertEquals(
                List.of("cpu-3", "own-0"),
                drivenOf(defaults.withoutThreadsFor("own").withoutThreadsFor("(name=cpu-3)")));
        assertEquals(List.of(), drivenOf(defaults.withoutThreadsFor("gpu")));
        assertEquals(5, drivenOf(defaults.withLaunchedWorkers(false)).size());
    }

    private List<String> drivenOf(RuntimeConfiguration configuration) {
        try (TaskRuntime runtime = laboratory.factory.create(configuration)) {
            return runtime.workers().stream()
                    .filter(Worker::isDriven)
                    .map(Worker::name)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldRefuseFiltersThatAreNoneAndVirtualTime() {
        RuntimeConfiguration defaults = RuntimeConfiguration.defaults();
        String why = wrong(defaults.withoutThreadsFor("(arch="));
        assertTrue(why.contains("withoutThreadsFor has '(arch='") && why.contains("such as 'cpu'"), why);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> defaults.withoutThreadsFor(" "))
                .getMessage()
                .contains("blank"));
        laboratory.addDriver("sim", new DescribedDriver(1));
        why = wrong(DescribedDriver.configuration(false).withoutThreadsFor("sim"));
        assertTrue(why.contains("virtual time"), why);
    }

    private String wrong(RuntimeConfiguration configuration) {
        return assertThrows(IllegalArgumentException.class, () -> laboratory.factory.create(configuration))
                .getMessage();
    }

    // Together with others.

    @Test
    void shouldWorkSideBySideWithLaunchedWorkers() throws Exception {
        try (TaskRuntime runtime = mixed(1)) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            CountDownLatch both = new CountDownLatch(2);
            for (int task = 0; task < 2; task++) {
                runtime.task(doing(() -> {
                            both.countDown();
                            await(both);
                        }))
                        .submit();
            }
            runtime.waitAll();
            worker.stop();
            loop.get();
            assertEquals(1, worker.executedTasks());
        }
    }

    @Test
    void shouldTellPoliciesWhichWorkerReleasesATask() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        laboratory.addPolicy("telling", context -> new Telling(context, seen));
        laboratory.addDriver("cpu", new WatchedDriver("cpu", 1));
        try (TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withoutThreadsFor("own").withPolicy("telling"))) {
            Worker worker = own(runtime);
            Task first = runtime.task(NOTHING).on(worker).submit();
            Task second = runtime.task(NOTHING)
                    .after(first)
                    .where(only -> only == worker)
                    .submit();
            assertTrue(worker.runUntil(() -> second.state().isFinal()));
            assertEquals(List.of("push by own-0", "before own-0", "after own-0"), List.copyOf(seen));
            seen.clear();
            Worker launched = named(runtime, "cpu-0");
            CountDownLatch submitted = new CountDownLatch(1);
            first = runtime.task(doing(() -> await(submitted))).on(launched).submit();
            runtime.task(NOTHING).after(first).where(only -> only == launched).submit();
            submitted.countDown();
            runtime.waitAll();
            assertEquals(List.of("push by cpu-0", "before cpu-0", "after cpu-0"), List.copyOf(seen));
        }
    }

    /** Says on which worker it is called. */
    private static final class Telling implements SchedulingPolicy {
        private final PolicyContext context;
        private final Queue<String> seen;
        private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();

        Telling(PolicyContext context, Queue<String> seen) {
            this.context = context;
            this.seen = seen;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            Worker current = context.currentWorker();
            seen.add("push by " + (current == null ? "the program" : current.name()));
            tasks.add(task);
            context.workers().forEach(context::wake);
        }

        @Override
        public Task pop(Worker worker) {
            Task first = tasks.peek();
            return first != null && worker.canExecute(first) ? tasks.poll() : null;
        }

        @Override
        public void beforeExecution(Task task, Worker worker) {
            seen.add("before " + (context.currentWorker() == worker ? worker.name() : "another"));
        }

        @Override
        public void afterExecution(Task task, Worker worker) {
            seen.add("after " + (context.currentWorker() == worker ? worker.name() : "another"));
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
        }
    }

    @Test
    void shouldHandATaskThatItReleasesToAnotherWorkerWhenItIsNotSteppedAgain() throws Exception {
        laboratory.addPolicy("picky", Picky::new);
        laboratory.addDriver("cpu", new WatchedDriver("cpu", 1));
        try (TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withoutThreadsFor("own").withPolicy("picky"))) {
            Worker worker = own(runtime);
            Worker launched = named(runtime, "cpu-0");
            for (int round = 0; round < 50; round++) {
                Task first = runtime.task(Picky.FOR_OWN);
                Task second = runtime.task(NOTHING).after(first).submit();
                first.submit();
                await(() -> launched.state() == WorkerState.SLEEPING);
                // It looks once more before it sleeps, and has the task in its hands meanwhile.
                await(() -> worker.runOnce() == StepResult.PROGRESSED);
                assertTrue(second.await(Duration.ofSeconds(20)), "nobody was woken for it");
            }
            assertEquals(50, launched.executedTasks());
        }
    }

    /** One queue, and tasks in it that it gives to one worker only, although others could run them. */
    private static final class Picky implements SchedulingPolicy {
        static final Codelet FOR_OWN =
                Codelet.named("for-own").access().cpu(kernel -> {}).build();
        private final PolicyContext context;
        private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();

        Picky(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            tasks.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            Task first = tasks.peek();
            boolean isForIt = first != null && (first.codelet() != FOR_OWN || worker.isDriven());
            return isForIt && tasks.remove(first) ? first : null; // not poll(): another may be the first by now
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
        }
    }

    // Parallel tasks.

    @Test
    void shouldBeInTeamsOnlyWhileAThreadRunsIt() throws Exception {
        laboratory.addPolicy("teams", TeamPolicy::new);
        laboratory.addDriver("cpu", new WatchedDriver("cpu", 2));
        try (TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withoutThreadsFor("own").withPolicy("teams"))) {
            Worker worker = own(runtime);
            runtime.defaultContext().combine(runtime.workers());
            Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
            Codelet parallel = Codelet.named("parallel")
                    .access()
                    .cpu(kernel -> sizes.add(kernel.teamSize()))
                    .spmd()
                    .build();
            runtime.task(parallel).submit();
            runtime.waitAll();
            assertEquals(List.of(2, 2), List.copyOf(sizes), "nobody waits for a worker that nobody drives");
            sizes.clear();
            Task led = runtime.task(parallel).where(only -> only == worker).submit();
            while (!led.state().isFinal()) {
                worker.runOnce();
            }
            assertEquals(List.of(1), List.copyOf(sizes), "nor for one that is only stepped");
            worker.endDriving();
            sizes.clear();
            FutureTask<Thread> loop = running(worker);
            await(() -> worker.state() == WorkerState.SLEEPING);
            for (int task = 0; task < 20; task++) {
                runtime.task(parallel).submit();
            }
            runtime.waitAll();
            assertEquals(60, sizes.size());
            assertTrue(sizes.stream().allMatch(size -> size == 3), sizes::toString);
            worker.stop();
            for (int task = 0; task < 20; task++) {
                runtime.task(parallel).submit();
            }
            loop.get();
            runtime.waitAll();
        }
    }

    @Test
    void shouldEndTheTeamsThatItIsInWhenItsDriverLeaves() throws Exception {
        laboratory.addPolicy("teams", TeamPolicy::new);
        laboratory.plugins.remove(plugin);
        for (int round = 0; round < 20; round++) {
            WatchedDriver two = new WatchedDriver("pair", 2);
            DriverPlugin pair = laboratory.addDriver("pair", two);
            try (TaskRuntime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withLaunchedWorkers(false).withPolicy("teams"))) {
                Worker one = named(runtime, "pair-0");
                Worker other = named(runtime, "pair-1");
                runtime.defaultContext().combine(List.of(one, other));
                Codelet parallel = Codelet.named("parallel")
                        .access()
                        .cpu(kernel -> {})
                        .spmd()
                        .build();
                Task task = runtime.task(parallel).submit();
                assertEquals(StepResult.PENDING, one.runOnce(), "it is called to a team and waits for the other");
                assertTrue(refusal(one::endDriving).contains("team of a parallel task"));
                if (round % 2 == 0) {
                    laboratory.plugins.remove(pair);
                } else {
                    onThread("leaver", () -> {
                                laboratory.plugins.remove(pair);
                                return true;
                            })
                            .get();
                }
                assertEquals(TaskState.DONE, task.state());
            }
            for (String unit : List.of("pair-0", "pair-1")) {
                assertEquals(
                        two.threads(unit, "start").getLast(),
                        two.threads(unit, "launch").getLast());
                assertEquals("close", two.life(unit).getLast());
            }
        }
    }

    @Test
    void shouldKeepItsTasksWhenThePolicyIsSwappedWhileItIsDriven() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            FutureTask<Thread> loop = running(worker);
            AtomicInteger runs = new AtomicInteger();
            for (int swap = 0; swap < 50; swap++) {
                for (int task = 0; task < 20; task++) {
                    runtime.task(doing(runs::incrementAndGet)).submit();
                }
                runtime.defaultContext().usePolicy(swap % 2 == 0 ? "prio" : "eager");
            }
            runtime.waitAll();
            assertEquals(1000, runs.get());
            worker.stop();
            loop.get();
        }
    }

    @Test
    void shouldReportFailuresOfTasksThatItRuns() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            Task task = runtime.task(doing(() -> {
                        throw new IllegalArgumentException("of the kernel");
                    }))
                    .submit();
            assertTrue(worker.runUntil(() -> task.state().isFinal()));
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    // Waiting for tasks that nobody runs.

    @Test
    void shouldSayThatNobodyDrivesTheWorkerThatTasksWaitFor() {
        laboratory.addDriver("cpu", new WatchedDriver("cpu", 1));
        try (TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withoutThreadsFor("own").withPatience(Duration.ofMillis(30)))) {
            Worker worker = own(runtime);
            runtime.task(NOTHING).where(only -> only == worker).submit();
            String text =
                    assertThrows(TasksStuckException.class, runtime::waitAll).getMessage();
            assertTrue(
                    text.contains("waits for own-0, which the runtime gave no thread: call run() or runOnce() of it"),
                    text);
            assertEquals(
                    List.of("own-0, which the runtime gave no thread: call run() or runOnce() of it"),
                    runtime.tasks(1).oldestWaiting().getFirst().waitsFor());
            worker.runOnce();
            worker.endDriving();
            Task bound = runtime.task(NOTHING).on(worker).submit();
            text = assertThrows(TasksStuckException.class, runtime::waitAll).getMessage();
            assertTrue(text.contains("waits for its worker own-0, which the runtime gave no thread"), text);
            FutureTask<Thread> loop = running(worker);
            bound.await();
            worker.stop();
            loop.get();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void shouldMakeRoomForSubmittersIfSomebodyRunsTheWorker() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            runtime.defaultContext().limitSubmitted(2, 4);
            for (int task = 0; task < 10; task++) {
                runtime.task(NOTHING).submit(); // it would wait for itself: nobody runs the worker
            }
            FutureTask<Thread> loop = running(worker);
            runtime.waitAll();
            AtomicInteger most = new AtomicInteger();
            for (int task = 0; task < 200; task++) {
                runtime.task(NOTHING).submit();
                most.accumulateAndGet((int) left(runtime), Math::max);
            }
            runtime.waitAll();
            assertTrue(most.get() <= 5, () -> "as many as " + most);
            worker.stop();
            loop.get();
        }
    }

    private static long left(TaskRuntime runtime) {
        var tasks = runtime.tasks(0);
        return tasks.submitted() - tasks.done() - tasks.failed() - tasks.cancelled();
    }

    @Test
    void shouldSayWhoDrivesItAndWhatItDoes() throws Exception {
        try (TaskRuntime runtime = driven()) {
            Worker worker = own(runtime);
            assertTrue(worker.isDriven());
            assertEquals(WorkerState.NOT_DRIVEN, worker.state());
            assertEquals(Optional.empty(), worker.thread());
            Queue<WorkerState> states = new ConcurrentLinkedQueue<>();
            runtime.task(doing(() -> states.add(worker.state()))).submit();
            worker.runOnce();
            assertEquals(List.of(WorkerState.EXECUTING), List.copyOf(states));
            assertEquals(WorkerState.NOT_DRIVEN, worker.state());
            assertSame(Thread.currentThread(), worker.thread().orElseThrow());
            assertNotSame(WorkerState.SLEEPING, worker.state());
        }
    }
}
