package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Layout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Features of tasks and data that meet. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeamsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet ZERO = Codelet.named("zero")
            .access(Access.W)
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class).setLong(i, 0);
                }
            })
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class)
                            .setLong(
                                    i,
                                    kernel.view(0, VectorView.class).getLong(i)
                                            + kernel.view(1, VectorView.class).getLong(i));
                }
            })
            .build();
    private static final Codelet INCREMENT = Codelet.named("increment")
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class)
                            .setLong(i, kernel.view(0, VectorView.class).getLong(i) + 1);
                }
            })
            .build();

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void untilParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Await.pause();
        }
    }

    @Test
    void shouldPutContributionsTogetherBeforeDataAreCutInTheFlowOfTasks() throws InterruptedException {
        long[] values = new long[4];
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle sum = runtime.data().vector(values).reduction(ZERO, ADD);
            Partition halves = sum.plan(Filters.blocks(2));
            for (int task = 0; task < 10; task++) {
                runtime.task(INCREMENT).access(sum, Access.REDUX).submit();
            }
            runtime.task(INCREMENT).access(halves.child(0), Access.RW).submit();
            assertTrue(runtime.waitAll(LONG));
            halves.close();
            sum.close();
        }
        assertEquals(List.of(11L, 11L, 10L, 10L), List.of(values[0], values[1], values[2], values[3]));
    }

    @Test
    void shouldPutContributionsTogetherBeforeDataAreCutAtOnce() throws InterruptedException {
        long[] values = new long[4];
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle sum = runtime.data().vector(values).reduction(ZERO, ADD);
            for (int task = 0; task < 10; task++) {
                runtime.task(INCREMENT).access(sum, Access.REDUX).submit();
            }
            try (Partition halves = sum.partition(Filters.blocks(2))) {
                runtime.task(INCREMENT).access(halves.child(1), Access.RW).submit();
            }
            sum.close();
        }
        assertEquals(List.of(10L, 10L, 11L, 11L), List.of(values[0], values[1], values[2], values[3]));
    }

    @Test
    void shouldFailATaskWhoseDataAreCutWhileItRepeats() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] values = new long[4];
            DataHandle vector = runtime.data().vector(values);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Codelet increment = Codelet.named("round")
                    .access(Access.RW)
                    .cpu(kernel -> {
                        begun.countDown();
                        await(goOn);
                        kernel.view(0, VectorView.class)
                                .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
                    })
                    .build();
            Task repeats = runtime.task(increment)
                    .data(vector)
                    .repeatWhile(task -> true)
                    .submit();
            await(begun);
            AtomicReference<Object> cut = new AtomicReference<>();
            Thread cutter = new Thread(() -> {
                try (Partition halves = vector.partition(Filters.blocks(2))) {
                    cut.set(halves);
                } catch (InterruptedException | RuntimeException thrown) {
                    cut.set(thrown);
                }
            });
            cutter.start();
            untilParked(cutter);
            goOn.countDown();
            cutter.join();
            assertTrue(cut.get() instanceof Partition, String.valueOf(cut.get()));
            TasksFailedException failed = assertThrows(TasksFailedException.class, () -> runtime.waitAll(LONG));
            assertTrue(failed.getMessage().contains("round#" + repeats.id()), failed.getMessage());
            assertTrue(failed.getMessage().contains("is cut: use its children"), failed.getMessage());
            vector.close();
            assertEquals(1, values[0]);
            runtime.task(NOTHING).submit().await();
        }
    }

    @Test
    void shouldTakeAnAcquisitionBackWhenTheRuntimeIsClosedAndEndTheTasksBehindIt() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            DataHandle vector = runtime.data().vector(new long[4]);
            Acquisition held = vector.acquire(Access.RW);
            Task waits = runtime.task(INCREMENT).access(vector, Access.RW).submit();
            runtime.close();
            assertTrue(waits.state().isFinal(), waits.state().toString());
            assertThrows(IllegalStateException.class, held::release);
        }
    }

    @Test
    void shouldSayThatTasksWaitForDataThatTheProgramHolds() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)))) {
            DataHandle vector = runtime.data().vector(new long[4]).named("state");
            Task task;
            try (Acquisition held = vector.acquire(Access.RW)) {
                assertEquals(vector, held.handle());
                task = runtime.task(INCREMENT).access(vector, Access.RW).submit();
                TasksStuckException stuck = assertThrows(TasksStuckException.class, runtime::waitAll);
                assertTrue(
                        stuck.getMessage()
                                .contains("increment#" + task.id()
                                        + " waits for acquisition of state by the program (under way)"),
                        stuck.getMessage());
            }
            runtime.waitAll();
            assertEquals(TaskState.DONE, task.state());
        }
    }

    @Test
    void shouldNotWaitForEverForATaskThatCameIntoAContextWhileThatEnded() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch making = new CountDownLatch(1);
            CountDownLatch made = new CountDownLatch(1);
            laboratory.addPolicy("slow", context -> {
                making.countDown();
                await(made);
                return new org.asterism.policy.eager.internal.EagerPolicyFactory().create(context);
            });
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 2);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch submit = new CountDownLatch(1);
            CountDownLatch submitted = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            AtomicReference<Task> late = new AtomicReference<>();
            Codelet submits = Codelet.named("submits")
                    .access()
                    .cpu(kernel -> {
                        begun.countDown();
                        await(submit);
                        late.set(own.task(NOTHING).after(kernel.task()).submit());
                        submitted.countDown();
                        await(end);
                    })
                    .build();
            runtime.task(submits).on(runtime.workers().getFirst()).submit();
            await(begun);
            Thread maker = new Thread(() -> runtime.createContext("other", "slow", worker -> worker.id() == 1));
            maker.start();
            await(making);
            Thread closer = new Thread(own::close);
            closer.start();
            untilParked(closer); // all tasks of the context have ended, but others are changing the contexts
            submit.countDown();
            await(submitted);
            made.countDown();
            maker.join();
            closer.join();
            end.countDown();
            assertTrue(runtime.waitAll(LONG), () -> runtime.tasks(10).toString());
            assertTrue(late.get().state().isFinal());
        }
    }

    @Test
    void shouldSayThatATaskRepeatsNoMoreBecauseItsContextWasClosed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext("own", "eager", worker -> worker.id() == 1);
            Task repeats = own.task(NOTHING).repeatWhile(task -> true).submit();
            own.close();
            TaskFailedException why = assertThrows(TaskFailedException.class, repeats::await);
            assertTrue(why.getMessage().contains("its context 'own' was closed"), why.getMessage());
            assertEquals(TaskState.CANCELLED, repeats.state());
        }
    }

    /** Cuts in two, and notes whether it is asked with the data locked. */
    private static final class Curious implements Filter {
        private final AtomicInteger locked = new AtomicInteger();
        private volatile DataHandle asked;
        private volatile TaskRuntime runtime;

        @Override
        public List<Part> split(Layout parent, List<Buffer> content) {
            return Filters.blocks(2).split(parent, content);
        }

        @Override
        public boolean overlaps() {
            DataHandle handle = asked;
            if (handle != null) {
                Thread other = new Thread(
                        () -> runtime.task(INCREMENT).access(handle, Access.R).submit());
                other.start();
                try {
                    if (!other.join(Duration.ofSeconds(2))) {
                        locked.incrementAndGet();
                    }
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }
            return false;
        }
    }

    @Test
    void shouldNotAskFiltersWithATreeLocked() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Curious curious = new Curious();
            curious.runtime = runtime;
            DataHandle vector = runtime.data().vector(new long[4]);
            try (Partition plan = vector.plan(curious)) {
                curious.asked = vector;
                runtime.task(ADD).data(plan.child(0), plan.child(1)).submit();
                plan.submitUnpartition();
                plan.submitPartition(true);
                runtime.waitAll();
                curious.asked = null;
            }
            assertEquals(0, curious.locked.get());
        }
    }

    @Test
    void shouldLetTheContinuationOfATaskThatWasCalledOffSubmitInAFullContext() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofDays(1)))) {
            Task waits = runtime.task(NOTHING).afterTags(7).submit();
            AtomicReference<Task> more = new AtomicReference<>();
            Task ends = runtime.task(NOTHING);
            Task first = runtime.task(NOTHING).afterTags(8).submit();
            first.completion()
                    .whenComplete(
                            (task, thrown) -> more.set(runtime.task(NOTHING).submit()));
            runtime.defaultContext().limitSubmitted(0, 1);
            Thread canceller = new Thread(() -> {
                ends.cancel();
                first.cancel();
                runtime.tags().notify(8);
            });
            canceller.start();
            assertTrue(canceller.join(LONG));
            runtime.tags().notify(7);
            runtime.waitAll();
            assertEquals(TaskState.DONE, more.get().state());
            assertEquals(TaskState.DONE, waits.state());
            assertThrows(TaskFailedException.class, first::await);
        }
    }

    /** A vector of eight longs, of a bundle that breaks when it is told to. */
    private record Fragile(AtomicBoolean broken) implements Layout {
        @Override
        public String kind() {
            return "fragile";
        }

        @Override
        public List<BufferShape> buffers() {
            if (broken.get()) {
                throw new IllegalStateException("the layout is broken");
            }
            return new VectorLayout(ElementType.LONG, 8).buffers();
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            return new VectorLayout(ElementType.LONG, 8).view(buffers);
        }
    }

    @Test
    void shouldFailATaskWhoseLayoutBreaksWhileItsDataAreAcquired() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicBoolean broken = new AtomicBoolean();
            DataHandle fragile = runtime.data().temporary(new Fragile(broken));
            CountDownLatch goOn = new CountDownLatch(1);
            runtime.task(Codelet.named("first")
                            .access()
                            .cpu(kernel -> await(goOn))
                            .build())
                    .submit();
            Task task = runtime.task(Codelet.named("works").cpu(kernel -> {}).build())
                    .access(fragile, Access.SCRATCH)
                    .submit();
            broken.set(true);
            goOn.countDown();
            TasksFailedException failed = assertThrows(TasksFailedException.class, () -> runtime.waitAll(LONG));
            assertTrue(failed.getMessage().contains("the layout is broken"), failed.getMessage());
            assertEquals(TaskState.FAILED, task.state());
            broken.set(false);
            runtime.task(NOTHING).submit().await();
        }
    }
}
