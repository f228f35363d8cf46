package org.asterism.core.internal.worker;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.UnitTiming;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.testsupport.ThrowingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Workers in whose steps something throws that must not: they fail the task and go on or, if they cannot, are retired.
 */
@Timeout(60)
class RecoveryTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").cpu(kernel -> {}).build();

    private final Laboratory laboratory = new Laboratory();

    /** Thrown once by the unit outside of a launch. */
    private final AtomicReference<Error> fault = new AtomicReference<>();

    @AfterEach
    void close() {
        laboratory.close();
    }

    /** A unit that throws where no driver may. */
    private class FaultyUnit implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return "faulty-0";
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public int pipeline() {
            return 2;
        }

        @Override
        public boolean isSynchronous(Task task) {
            Error thrown = fault.getAndSet(null);
            if (thrown != null) {
                throw thrown;
            }
            return true;
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }

    @Test
    void shouldFailTheTaskAndGoOnWhenTheLogThrowsAsWell() throws InterruptedException {
        laboratory.addDriver("faulty", request -> List.of(new FaultyUnit()));
        TaskRuntime runtime = laboratory.runtime();
        runtime.task(NOTHING).submitAndAwait();
        Thread worker = runtime.workers().getFirst().thread().orElseThrow();
        try (ThrowingLog _ = ThrowingLog.ofAll()) {
            fault.set(new NoClassDefFoundError("org/example/Gone"));
            Task task = runtime.task(NOTHING).submit();
            String message =
                    assertThrows(TaskFailedException.class, task::await).getMessage();
            assertTrue(message.contains("org/example/Gone"), message);
            assertEquals(TaskState.DONE, runtime.task(NOTHING).submitAndAwait().state());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
        assertTrue(worker.isAlive());
    }

    /** A clock that throws on the threads of workers while it is told to. */
    private static final class FaultyClock implements Clock {
        private final Clock system = Clock.system();
        private final AtomicBoolean throwing = new AtomicBoolean();

        @Override
        public long nanoTime() {
            if (throwing.get() && Thread.currentThread() instanceof WorkerThread) {
                throw new IllegalStateException("a clock that has stopped");
            }
            return system.nanoTime();
        }
    }

    @Test
    void shouldRetireAWorkerWhoseThreadCannotGoOnAndFailItsTask() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(2));
        FaultyClock clock = new FaultyClock();
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
        AtomicReference<Thread> ran = new AtomicReference<>();
        Task task = runtime.task(Codelet.named("stops the clock")
                        .cpu(kernel -> {
                            ran.set(Thread.currentThread());
                            clock.throwing.set(true);
                            throw new IllegalStateException("so its end cannot be noted");
                        })
                        .build())
                .submit();
        await(() -> ran.get() != null && !ran.get().isAlive());
        clock.throwing.set(false);
        assertThrows(TaskFailedException.class, task::await);
        await(() -> runtime.workers().size() == 1);
        assertFalse(runtime.workers().getFirst().thread().orElseThrow() == ran.get());
        assertEquals(TaskState.DONE, runtime.task(NOTHING).submitAndAwait().state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
        runtime.close();
    }

    /** An error that cannot even describe itself, so that whoever reports it throws as well. */
    private static final class SpeechlessError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw this;
        }
    }

    /** A policy that throws when it hears of a task's submission, once. */
    private static final class ThrowsInSubmitted implements SchedulingPolicy {
        private final SchedulingPolicy queue;
        private final AtomicBoolean throwing;

        ThrowsInSubmitted(SchedulingPolicy queue, AtomicBoolean throwing) {
            this.queue = queue;
            this.throwing = throwing;
        }

        @Override
        public void submitted(Task task) {
            if (throwing.getAndSet(false)) {
                throw new SpeechlessError();
            }
        }

        @Override
        public void push(Task task) {
            queue.push(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.pop(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.drain(sink);
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            queue.addWorkers(workers);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            queue.removeWorkers(workers);
        }
    }

    @Test
    void shouldEndATaskWhoseSubmissionMetAnErrorAndLetThoseBehindItGo() throws InterruptedException {
        AtomicBoolean throwing = new AtomicBoolean();
        laboratory.addDriver("cpu", new InlineDriver(1));
        laboratory.addPolicy(
                "throws", context -> new ThrowsInSubmitted(new EagerPolicyFactory().create(context), throwing));
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("throws", Map.of()));
        Codelet write =
                Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
        DataHandle data = runtime.data().vector(new long[4]);
        throwing.set(true);
        Task broken = runtime.task(write).data(data);
        assertThrows(SpeechlessError.class, broken::submit);
        assertThrows(TaskFailedException.class, broken::await);
        assertEquals(
                TaskState.DONE, runtime.task(write).data(data).submitAndAwait().state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldFailTheTaskThatIsReleasedWithAnErrorOfItsDriverAndReleaseTheOthers() throws InterruptedException {
        AtomicReference<Task> meets = new AtomicReference<>();
        laboratory.addDriver(
                "faulty",
                request -> List.of(new FaultyUnit() {
                    @Override
                    public Optional<UnitTiming> timing() {
                        return Optional.of(new UnitTiming() {
                            @Override
                            public double nanos(Task task) {
                                if (task == meets.get()) {
                                    throw new NoClassDefFoundError("org/example/Gone");
                                }
                                return 1;
                            }

                            @Override
                            public double joules(Task task) {
                                return Double.NaN;
                            }
                        });
                    }
                }));
        TaskRuntime runtime = laboratory.runtime();
        CountDownLatch released = new CountDownLatch(1);
        Task first = runtime.task(
                        Codelet.named("first").cpu(kernel -> released.await()).build())
                .submit();
        Task broken = runtime.task(NOTHING).where(worker -> true).after(first).submit();
        Task other = runtime.task(NOTHING).after(first).submit();
        meets.set(broken);
        released.countDown();
        String message = assertThrows(TaskFailedException.class, broken::await).getMessage();
        assertTrue(message.contains("org/example/Gone"), message);
        other.await();
        assertEquals(TaskState.DONE, other.state());
        assertEquals(TaskState.DONE, first.state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldFailTheTaskWhoseConditionThrowsWhatCannotBeDescribedAndReleaseTheOthers() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = laboratory.runtime();
        CountDownLatch released = new CountDownLatch(1);
        Task first = runtime.task(
                        Codelet.named("first").cpu(kernel -> released.await()).build())
                .submit();
        AtomicBoolean throwing = new AtomicBoolean();
        Task broken = runtime.task(NOTHING)
                .where(worker -> {
                    if (throwing.get()) {
                        throw new SpeechlessError();
                    }
                    return true;
                })
                .after(first)
                .submit();
        Task other = runtime.task(NOTHING).after(first).submit();
        throwing.set(true);
        released.countDown();
        assertThrows(TaskFailedException.class, broken::await);
        other.await();
        assertEquals(TaskState.DONE, other.state());
        assertEquals(TaskState.DONE, first.state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }
}
