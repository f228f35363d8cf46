package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
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
            .access(AccessMode.RW)
            .cpu(kernel -> kernel.vector(0).setLong(0, kernel.vector(0).getLong(0) + 1))
            .build();

    private final long[] vector = new long[1];
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final Runtime runtime = runtime();
    private final DataHandle handle = runtime.data().vector(vector);

    /** First in, first out, once it was told to schedule. */
    private static final class Collecting implements SchedulingPolicy {
        private final PolicyContext context;
        private final Queue<Task> tasks = new ArrayDeque<>();
        private boolean open;

        Collecting(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> added) {}

        @Override
        public void removeWorkers(List<Worker> removed) {}

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

    private Runtime runtime() {
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
        try (Acquisition acquired = handle.acquire(AccessMode.R)) {
            assertEquals(1, acquired.vector().getLong(0));
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

    private SchedulingContext other() {
        return runtime.createContext(
                ContextDescription.named("other").withPolicy("eager").sharingWorkers(WorkerSelection.all()));
    }
}
