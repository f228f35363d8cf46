package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A runtime is closed while something else goes on, and what a context says when its policy cannot be had. */
@Timeout(60)
class ClosingTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    /** A queue whose first push comes to a halt, while the gate of its context is closed. */
    private static final class Halting implements SchedulingPolicy {
        private final TaskFifo queue = new TaskFifo();
        private final CountDownLatch halted = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private PolicyContext context;

        Halting in(PolicyContext given) {
            context = given;
            return this;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            halted.countDown();
            await(goOn);
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

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void shouldFinishTheTasksOfAContextWhosePolicyIsBeingReplaced() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            laboratory.plugins.remove(laboratory.eager);
            Halting halting = new Halting();
            laboratory.addPolicy("halting", halting::in);
            RuntimeConfiguration parked =
                    RuntimeConfiguration.defaults().withPolicy("eager").withoutFallbackPolicy();
            TaskRuntime runtime = laboratory.factory.create(parked, true);
            List<Task> tasks = new ArrayList<>();
            for (int index = 0; index < 100; index++) {
                tasks.add(runtime.task(NOTHING).submit());
            }
            CompletableFuture<Void> swap =
                    CompletableFuture.runAsync(() -> runtime.defaultContext().usePolicy("halting"));
            await(halting.halted);
            Thread closer = new Thread(runtime::close, "closes the runtime");
            closer.start();
            assertFalse(closer.join(Duration.ofMillis(100)), "closing waits for the swap");
            halting.goOn.countDown();
            swap.get(30, TimeUnit.SECONDS);
            assertTrue(closer.join(Duration.ofSeconds(30)));
            for (Task task : tasks) {
                assertEquals(TaskState.DONE, task.state());
            }
        }
    }

    @Test
    void shouldSettleEveryTaskThatIsSubmittedWhileTheRuntimeCloses() throws Exception {
        for (int round = 0; round < 300; round++) {
            try (Laboratory laboratory = Laboratory.withWorkers(0)) {
                TaskRuntime runtime = laboratory.runtime();
                List<Task> accepted = new ArrayList<>();
                AtomicBoolean begun = new AtomicBoolean();
                Thread submitter = new Thread(
                        () -> {
                            try {
                                for (int task = 0; task < 10_000; task++) {
                                    accepted.add(runtime.task(NOTHING).submit());
                                    begun.set(true);
                                }
                            } catch (IllegalStateException closed) {
                                // What this test is about.
                            }
                        },
                        "submits tasks");
                submitter.start();
                while (!begun.get()) {
                    Await.pause();
                }
                runtime.close();
                assertTrue(submitter.join(Duration.ofSeconds(30)));
                for (Task task : accepted) {
                    assertEquals(TaskState.CANCELLED, task.state(), task + " of round " + round);
                }
            }
        }
    }

    /** A unit whose end comes to a halt. */
    private record SlowToStop(CountDownLatch stopping, CountDownLatch goOn) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return "slow-0";
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            stopping.countDown();
            await(goOn);
        }
    }

    @Test
    void shouldOpenNoDriverThatComesWhileTheWorkersStop() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            SlowToStop unit = new SlowToStop(new CountDownLatch(1), new CountDownLatch(1));
            laboratory.addDriver("slow", request -> List.of(unit));
            TaskRuntime runtime = laboratory.runtime();
            Thread closer = new Thread(runtime::close, "closes the runtime");
            closer.start();
            await(unit.stopping);
            AtomicBoolean opened = new AtomicBoolean();
            laboratory.plugins.add(new DriverPlugin("late", request -> {
                opened.set(true);
                return new InlineDriver(1).open(request);
            }));
            unit.goOn.countDown();
            assertTrue(closer.join(Duration.ofSeconds(30)));
            assertFalse(opened.get());
            assertEquals(List.of(), runtime.workers());
        }
    }

    @Test
    void shouldCallOffAVeryLongChainWithoutRecursion() {
        try (Laboratory laboratory = Laboratory.withWorkers(0)) {
            TaskRuntime runtime = laboratory.runtime();
            DataHandle token = runtime.data().token();
            Codelet change =
                    Codelet.named("change").access(Access.RW).cpu(kernel -> {}).build();
            Task last = null;
            for (int task = 0; task < 100_000; task++) {
                last = runtime.task(change).data(token).submit();
            }
            runtime.close();
            assertEquals(TaskState.CANCELLED, last.state());
            assertEquals(100_000, runtime.tasks(0).cancelled());
        }
    }

    @Test
    void shouldMakeNoRuntimesOnceTheFactoryHasEnded() {
        Laboratory laboratory = Laboratory.withWorkers(1);
        TaskRuntime runtime = laboratory.runtime();
        laboratory.factory.closeAll();
        assertEquals(ContextState.CLOSED, runtime.defaultContext().state());
        assertThrows(IllegalStateException.class, laboratory::runtime);
    }

    @Test
    void shouldSayWhyItIsNotOnThePolicyItWasToBeginWith() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            RuntimeConfiguration wrong = RuntimeConfiguration.defaults().withPolicy("prio", Map.of("colour", "green"));
            TaskRuntime runtime = laboratory.factory.create(wrong, true);
            assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
            String trouble = runtime.defaultContext().trouble().orElseThrow();
            assertTrue(trouble.contains("colour"), trouble);
        }
    }

    @Test
    void shouldBeOutOfTroubleWhenAnotherFactoryOfThePolicyTakesOver() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            PolicyPlugin eager = laboratory.eager;
            laboratory.plugins.add(
                    new PolicyPlugin(eager.name(), eager.description(), "another", eager.ranking(), eager.factory()));
            laboratory.plugins.remove(laboratory.eager);
            assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
            assertEquals(Optional.empty(), runtime.defaultContext().trouble());
        }
    }

    @Test
    void shouldCloseARuntimeWhileDataOfSeveralFormsAreClosedBehindATask() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = laboratory.runtime();
            MatrixLayout pairs = new MatrixLayout(ElementType.LONG, 4, 2);
            Codelet convert = Codelet.named("convert")
                    .access(Access.R, Access.W)
                    .cpu(kernel -> {})
                    .build();
            MultiFormatLayout layout = MultiFormatLayout.of(pairs)
                    .with(Architecture.CUDA, new MatrixLayout(ElementType.LONG, 2, 4), convert, convert);
            Buffer buffer = Buffer.dense(
                    MemorySegment.ofArray(new long[8]), pairs.buffers().getFirst());
            DataHandle data = runtime.data().register(layout, buffer);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Codelet reads = Codelet.named("reads")
                    .access(Access.R)
                    .cpu(kernel -> {
                        begun.countDown();
                        await(goOn);
                    })
                    .build();
            runtime.task(reads).data(data).submit();
            await(begun);
            CompletableFuture<Void> closing = data.closeAsync().toCompletableFuture();
            CompletableFuture<Void> end = CompletableFuture.runAsync(runtime::close);
            Await.await(() -> isRefused(runtime));
            goOn.countDown();
            end.get(30, TimeUnit.SECONDS);
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    private static boolean isRefused(TaskRuntime runtime) {
        try {
            runtime.pause();
            runtime.resume();
            return false;
        } catch (IllegalStateException closed) {
            return true;
        }
    }

    /** A clock that throws the first time that a thread asks which is to be disturbed. */
    private static final class FailingClock implements Clock {
        private volatile Thread disturbed;

        @Override
        public long nanoTime() {
            if (Thread.currentThread() == disturbed) {
                disturbed = null;
                throw new IllegalStateException("the clock has stopped");
            }
            return System.nanoTime();
        }

        /** Lets a step of what the calling thread does next fail. */
        void disturb() {
            disturbed = Thread.currentThread();
        }
    }

    /** Runs a task on a worker and says on which thread. */
    private static Thread threadOf(TaskRuntime runtime) throws InterruptedException {
        AtomicReference<Thread> thread = new AtomicReference<>();
        runtime.task(Codelet.named("find")
                        .access()
                        .cpu(kernel -> thread.set(Thread.currentThread()))
                        .build())
                .submitAndAwait();
        return thread.get();
    }

    @Test
    void shouldPerformEveryStepOfClosingThoughOneThrows() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            FailingClock clock = new FailingClock();
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            SchedulingContext other = runtime.createContext(ContextDescription.named("other"));
            DataHandle data = runtime.data().vector(new long[8]);
            Thread worker = threadOf(runtime);
            Task blocked =
                    runtime.task(NOTHING).after(new CompletableFuture<>()).submit();

            clock.disturb();
            IllegalStateException thrown = assertThrows(IllegalStateException.class, runtime::close);

            assertEquals("the clock has stopped", thrown.getMessage());
            assertTrue(worker.join(Duration.ofSeconds(30)), "the worker's thread ends");
            assertEquals(ContextState.CLOSED, runtime.defaultContext().state());
            assertEquals(ContextState.CLOSED, other.state());
            assertEquals(TaskState.CANCELLED, blocked.state());
            assertThrows(IllegalStateException.class, () -> data.acquire(Access.R));
            AtomicInteger opened = new AtomicInteger();
            laboratory.addDriver("late", request -> {
                opened.incrementAndGet();
                return List.of();
            });
            assertEquals(0, opened.get(), "the runtime listens no more");
            runtime.close();
        }
    }

    @Test
    void shouldCloseTheOtherRuntimesOfAFactoryThoughSomeCannotBeClosedWell() {
        Laboratory laboratory = Laboratory.withWorkers(1);
        List<TaskRuntime> runtimes = new ArrayList<>();
        List<FailingClock> clocks = new ArrayList<>();
        for (int index = 0; index < 5; index++) {
            FailingClock clock = new FailingClock();
            clocks.add(clock);
            runtimes.add(
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock)));
        }
        clocks.forEach(FailingClock::disturb);
        IllegalStateException thrown = assertThrows(IllegalStateException.class, laboratory::close);
        assertEquals(4, thrown.getSuppressed().length);
        runtimes.forEach(runtime ->
                assertEquals(ContextState.CLOSED, runtime.defaultContext().state()));
    }

    @Test
    void shouldLeaveNothingBehindWhenAnErrorKeepsItFromBeginning() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            AtomicReference<Thread> worker = new AtomicReference<>();
            laboratory.addDriver("noting", request -> {
                if (worker.get() != null) {
                    return List.of();
                }
                return List.of(new Noting(worker));
            });
            laboratory.plugins.add(new BalancerPlugin("broken", context -> {
                throw new AssertionError("broken");
            }));
            RuntimeConfiguration configuration = RuntimeConfiguration.defaults().withBalancer("broken", Map.of());

            AssertionError thrown = assertThrows(AssertionError.class, () -> laboratory.factory.create(configuration));

            assertEquals("broken", thrown.getMessage());
            assertTrue(worker.get().join(Duration.ofSeconds(30)), "the worker's thread ends");
            AtomicInteger opened = new AtomicInteger();
            laboratory.addDriver("late", request -> {
                opened.incrementAndGet();
                return List.of();
            });
            assertEquals(0, opened.get(), "nothing listens");
        }
    }

    /** A unit that notes the thread of its worker. */
    private record Noting(AtomicReference<Thread> worker) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return "noting-0";
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {
            worker.set(Thread.currentThread());
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing to end.
        }
    }
}
