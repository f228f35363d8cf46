package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy may hold its tasks back until the program waits, whatever the program waits for. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectingPolicyTest {
    private static final Codelet ADD_ONE = Codelet.named("add one")
            .access(Access.RW)
            .cpu(kernel -> kernel.view(0, VectorView.class)
                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
            .build();

    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final long[] vector = new long[1];
    private volatile Runnable atRemoval = () -> {};
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = runtime();
    private final DataHandle handle = runtime.data().vector(vector);

    /** First in, first out, once it was told to schedule. */
    private final class Collecting implements SchedulingPolicy {
        private final PolicyContext context;
        private final Queue<Task> tasks = new ArrayDeque<>();
        private boolean open;

        Collecting(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> added) {}

        @Override
        public void removeWorkers(List<Worker> removed) {
            atRemoval.run();
        }

        @Override
        public void push(Task task) {
            boolean now;
            synchronized (this) {
                tasks.add(task);
                now = open;
            }
            if (now) {
                context.wakeOneFor(task);
            }
        }

        @Override
        public synchronized Task pop(Worker worker) {
            return open ? tasks.poll() : null;
        }

        @Override
        public void schedule() {
            List<Task> ready;
            synchronized (this) {
                open = true;
                ready = List.copyOf(tasks);
            }
            ready.forEach(context::wakeOneFor);
        }

        @Override
        public synchronized void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
            tasks.clear();
        }
    }

    private TaskRuntime runtime() {
        laboratory.addPolicy("collecting", Collecting::new);
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("collecting"));
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldScheduleWhenTheProgramAcquiresData() throws InterruptedException {
        runtime.task(ADD_ONE).data(handle).submit();
        try (Acquisition acquired = handle.acquire(Access.R)) {
            assertEquals(1, acquired.view(VectorView.class).getLong(0));
        }
    }

    @Test
    void shouldScheduleWhenTheProgramClosesData() {
        runtime.task(ADD_ONE).data(handle).submit();
        handle.close();
        assertEquals(1, vector[0]);
    }

    @Test
    void shouldScheduleWhatTasksOfTheAwaitedContextWaitFor() throws InterruptedException {
        try (SchedulingContext other = other()) {
            runtime.task(ADD_ONE).data(handle).submit();
            other.task(ADD_ONE).data(handle).submit();
            assertTrue(
                    other.waitAll(Duration.ofSeconds(30)),
                    () -> runtime.tasks(5).toString());
        }
    }

    @Test
    void shouldScheduleWhatTasksOfTheClosedContextWaitFor() {
        SchedulingContext other = other();
        runtime.task(ADD_ONE).data(handle).submit();
        Task behind = other.task(ADD_ONE).data(handle).submit();
        other.close();
        assertEquals(TaskState.DONE, behind.state());
    }

    @Test
    void shouldScheduleWhenTheProgramHasSubmittedAsManyTasksAsItMay() throws InterruptedException {
        runtime.defaultContext().limitSubmitted(0, 1);
        runtime.task(ADD_ONE).data(handle).submit();
        long begin = System.nanoTime();
        runtime.task(ADD_ONE).data(handle).submit();
        long waited = System.nanoTime() - begin;
        long patience = TimeUnit.SECONDS.toNanos(10);
        assertTrue(waited < patience, "the submission waited until it lost patience");
        runtime.waitAll();
    }

    @Test
    void shouldScheduleWhenTheProgramWaitsForATag() throws InterruptedException {
        runtime.task(ADD_ONE).data(handle).tag(7).submit();
        assertTrue(runtime.tags().await(7, Duration.ofSeconds(30)));
    }

    @Test
    void shouldScheduleWhenTheRuntimeIsClosed() {
        Task task = runtime.task(ADD_ONE).data(handle).submit();
        runtime.close();
        assertEquals(TaskState.DONE, task.state());
    }

    @Test
    void shouldScheduleWhenAThreadDrivesAWorkerUntilATaskHasEnded() {
        try (TaskRuntime driven = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("collecting").withLaunchedWorkers(false))) {
            Task task = driven.task(NOTHING).submit();
            driven.workers().getFirst().runUntil(() -> task.state().isFinal());
            assertEquals(TaskState.DONE, task.state());
        }
    }

    @Test
    void shouldScheduleWhenThePolicyComesWhileTheProgramWaits() throws InterruptedException {
        SchedulingContext changed = runtime.defaultContext();
        changed.usePolicy("eager");
        whileThisThreadWaits(() -> {
            changed.usePolicy("collecting");
            changed.task(NOTHING).submit();
        });
        assertTrue(
                runtime.waitAll(Duration.ofSeconds(30)), () -> runtime.tasks(5).toString());
    }

    @Test
    void shouldScheduleInVirtualTimeWhenThePolicyComesWhileTheProgramWaits() throws InterruptedException {
        try (TaskRuntime virtual =
                laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()))) {
            SchedulingContext changed = virtual.defaultContext();
            Codelet change = Codelet.named("change")
                    .cpu(kernel -> {
                        changed.usePolicy("collecting");
                        changed.task(NOTHING).submit();
                    })
                    .build();
            virtual.task(change).submit();
            virtual.waitAll();
            assertEquals("collecting", changed.policy().orElseThrow());
        }
    }

    @Test
    void shouldScheduleInAContextThatIsMadeWhileTheProgramWaits() throws InterruptedException {
        whileThisThreadWaits(() -> runtime.createContext(ContextDescription.named("late")
                        .withPolicy("collecting")
                        .sharingWorkers(WorkerSelection.all()))
                .task(NOTHING)
                .submit());
        assertTrue(
                runtime.waitAll(Duration.ofSeconds(30)), () -> runtime.tasks(5).toString());
    }

    @Test
    void shouldScheduleInAParkedContextWhenItsPolicyComesWhileTheProgramWaits() throws InterruptedException {
        PolicyPlugin leaving = laboratory.addPolicy("late", Collecting::new);
        SchedulingContext parked = runtime.createContext(ContextDescription.named("parked")
                .withPolicy("late")
                .withFallbackPolicy(Optional.empty())
                .sharingWorkers(WorkerSelection.all()));
        laboratory.plugins.remove(leaving);
        assertEquals(ContextState.PARKED, parked.state());
        whileThisThreadWaits(() -> {
            parked.task(NOTHING).submit();
            laboratory.addPolicy("late", Collecting::new);
        });
        assertTrue(
                runtime.waitAll(Duration.ofSeconds(30)), () -> runtime.tasks(5).toString());
    }

    @Test
    void shouldScheduleAfterAChangeOfWorkersThatIsUnderWayWhenTheProgramBeginsToWait() throws Exception {
        Task task = runtime.task(NOTHING).submit();
        FutureTask<Boolean> waiting = new FutureTask<>(() -> task.await(Duration.ofSeconds(30)));
        Thread waiter = new Thread(waiting, "waiter");
        whileAWorkerLeaves(() -> {
            waiter.start();
            Await.await(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        });
        assertTrue(waiting.get(30, TimeUnit.SECONDS), () -> task + " is " + task.state());
    }

    @Test
    void shouldScheduleAfterAChangeOfWorkersThatIsUnderWayWhenTheProgramSaysSo() throws Exception {
        Task task = runtime.task(NOTHING).submit();
        whileAWorkerLeaves(runtime.defaultContext()::schedule);
        Await.await(() -> task.state() == TaskState.DONE);
    }

    /** Does something while the gate in front of the policy is closed. */
    private void whileAWorkerLeaves(Runnable work) throws Exception {
        CountDownLatch isClosed = new CountDownLatch(1);
        CountDownLatch mayOpen = new CountDownLatch(1);
        atRemoval = () -> {
            isClosed.countDown();
            awaitLatch(mayOpen);
        };
        List<Worker> leaving = runtime.workers().subList(0, 1);
        FutureTask<Void> removal =
                new FutureTask<>(() -> runtime.defaultContext().removeWorkers(leaving), null);
        new Thread(removal, "removal").start();
        awaitLatch(isClosed);
        try {
            work.run();
        } finally {
            mayOpen.countDown();
        }
        removal.get(30, TimeUnit.SECONDS);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException over) {
            throw new AssertionError(over);
        }
    }

    /** Has a kernel do something as soon as the calling thread waits. */
    private void whileThisThreadWaits(Runnable work) {
        Thread program = Thread.currentThread();
        Codelet codelet = Codelet.named("work")
                .cpu(kernel -> {
                    Await.await(() -> program.getState() == Thread.State.TIMED_WAITING);
                    work.run();
                })
                .build();
        runtime.task(codelet).submit();
    }

    private SchedulingContext other() {
        return runtime.createContext(
                ContextDescription.named("other").withPolicy("eager").sharingWorkers(WorkerSelection.all()));
    }
}
