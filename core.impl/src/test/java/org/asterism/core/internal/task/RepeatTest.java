package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that run round after round. */
@Timeout(60)
class RepeatTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private static Codelet counting(AtomicLong rounds) {
        return Codelet.named("count")
                .access()
                .cpu(kernel -> rounds.incrementAndGet())
                .build();
    }

    @Test
    void shouldRunAsOftenAsItIsAskedToAndEndOnce() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicLong rounds = new AtomicLong();
            AtomicLong before = new AtomicLong();
            AtomicLong after = new AtomicLong();
            AtomicLong seenByNext = new AtomicLong();
            List<Task> tasks = new ArrayList<>();
            Codelet look = Codelet.named("look")
                    .access()
                    .cpu(kernel -> seenByNext.set(rounds.get()))
                    .build();
            Task task = runtime.task(counting(rounds))
                    .prologue(round -> before.incrementAndGet())
                    .onReady(round -> before.incrementAndGet())
                    .onStart(round -> before.incrementAndGet())
                    .epilogue(round -> before.incrementAndGet())
                    .onCompletion(ended -> after.incrementAndGet())
                    .repeatWhile(round -> rounds.get() < 64);
            runtime.task(look).after(task).submit();
            task.completion().thenAccept(tasks::add);
            task.submit();
            runtime.waitAll();
            assertEquals(64, rounds.get());
            assertEquals(4 * 64, before.get());
            assertEquals(1, after.get());
            assertEquals(64, seenByNext.get());
            assertEquals(List.of(task), tasks);
            assertEquals(2, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldWaitForTheLastRoundOfManyTasks() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicLong rounds = new AtomicLong();
            for (int task = 0; task < 128; task++) {
                int[] left = {64};
                runtime.task(counting(rounds))
                        .repeatWhile(round -> --left[0] > 0)
                        .submit();
            }
            runtime.waitAll();
            assertEquals(128 * 64, rounds.get());
        }
    }

    @Test
    void shouldLetTasksOnItsDataInBetween() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            Codelet change = Codelet.named("change")
                    .access(Access.RW)
                    .cpu(kernel -> order.add(kernel.argument(String.class)))
                    .build();
            Codelet read = Codelet.named("read")
                    .access(Access.R)
                    .cpu(kernel -> order.add(kernel.argument(String.class)))
                    .build();
            Task first = runtime.task(NOTHING);
            int[] left = {3};
            Task task = runtime.task(change)
                    .data(token)
                    .argument("round")
                    .after(first)
                    .repeatWhile(round -> --left[0] > 0)
                    .submit();
            runtime.task(change).data(token).argument("meanwhile").submit();
            runtime.task(read).data(token).argument("reader").submit();
            Task last = runtime.task(NOTHING)
                    .after(task)
                    .onCompletion(ended -> order.add("end"))
                    .submit();
            first.submit();
            last.await();
            runtime.waitAll();
            assertEquals(List.of("round", "meanwhile", "reader", "round", "round", "end"), order);
        }
    }

    @Test
    void shouldKeepWritersAndAReaderThatRepeatsApart() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger faults = new AtomicInteger();
            AtomicLong rounds = new AtomicLong();
            Codelet write = Codelet.named("write")
                    .access(Access.RW)
                    .cpu(kernel -> {
                        faults.addAndGet(inside.getAndAdd(1000));
                        Thread.yield();
                        inside.addAndGet(-1000);
                    })
                    .build();
            Codelet read = Codelet.named("read")
                    .access(Access.R)
                    .cpu(kernel -> {
                        faults.addAndGet(inside.getAndIncrement() >= 1000 ? 1 : 0);
                        rounds.incrementAndGet();
                        inside.decrementAndGet();
                    })
                    .build();
            AtomicBoolean stop = new AtomicBoolean();
            for (int reader = 0; reader < 2; reader++) {
                runtime.task(read).data(token).repeatWhile(round -> !stop.get()).submit();
            }
            int[] left = {500};
            runtime.task(write).data(token).repeatWhile(round -> --left[0] > 0).submit();
            for (int task = 0; task < 2000; task++) {
                runtime.task(write).data(token).submit();
            }
            Task last = runtime.task(write).data(token).submit();
            last.await();
            stop.set(true);
            runtime.waitAll();
            assertEquals(0, faults.get());
            assertTrue(rounds.get() >= 2);
        }
    }

    @Test
    void shouldSurviveSwapsOfThePolicyBetweenTheRounds() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicLong rounds = new AtomicLong();
            for (int task = 0; task < 8; task++) {
                int[] left = {3000};
                runtime.task(counting(rounds))
                        .repeatWhile(round -> --left[0] > 0)
                        .submit();
            }
            SchedulingContext context = runtime.defaultContext();
            for (int swap = 0; rounds.get() < 8 * 2900; swap++) {
                context.usePolicy(swap % 2 == 0 ? "prio" : "eager");
                assertTrue(context.trouble().isEmpty(), () -> context.trouble().get());
            }
            runtime.waitAll();
            assertEquals(8 * 3000, rounds.get());
            assertTrue(context.trouble().isEmpty(), () -> context.trouble().get());
        }
    }

    @Test
    void shouldRunAMillionRoundsInLittleMemoryAndNoStack() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
            DataHandle token = runtime.data().token();
            long[] left = {1_000_000};
            Codelet read = Codelet.named("read")
                    .access(Access.R)
                    .cpu(kernel -> left[0]--)
                    .build();
            Task task = runtime.task(read)
                    .data(token)
                    .repeatWhile(round -> left[0] > 0)
                    .submit();
            Worker worker = runtime.workers().getFirst();
            long used = 0;
            while (!task.state().isFinal()) {
                worker.runOnce();
                if (left[0] == 900_000) {
                    used = usedMemory();
                }
            }
            long grown = usedMemory() - used;
            assertTrue(grown < 2_000_000, () -> grown + " bytes more for 900000 rounds");
            runtime.close();
        }
    }

    private static long usedMemory() {
        System.gc();
        Runtime machine = Runtime.getRuntime();
        return machine.totalMemory() - machine.freeMemory();
    }

    @Test
    void shouldRepeatATaskWithoutWorkWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(0)) {
            TaskRuntime runtime = laboratory.runtime();
            int[] left = {200_000};
            Task task = runtime.task(Codelet.without("join"))
                    .repeatWhile(round -> --left[0] > 0)
                    .submit();
            assertEquals(TaskState.DONE, task.state());
            assertEquals(0, left[0]);
        }
    }

    @Test
    void shouldEndWithTheRoundThatFails() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicLong rounds = new AtomicLong();
            Codelet third = Codelet.named("third")
                    .access()
                    .cpu(kernel -> {
                        if (rounds.incrementAndGet() == 3) {
                            throw new IllegalStateException("broken on purpose");
                        }
                    })
                    .build();
            Task task = runtime.task(third).repeatWhile(round -> true).submit();
            assertThrows(TaskFailedException.class, task::await);
            assertEquals(3, rounds.get());
            IllegalStateException no = new IllegalStateException("cannot say");
            Task undecided = runtime.task(NOTHING)
                    .repeatWhile(round -> {
                        throw no;
                    })
                    .submit();
            assertThrows(TaskFailedException.class, undecided::await);
            assertSame(no, undecided.failure().orElseThrow());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldEndCancelledBetweenTwoRoundsAndLeaveTheDataAsTheyAre() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
            double[] array = {0};
            DataHandle vector = runtime.data().vector(array);
            Codelet change = Codelet.named("change")
                    .access(Access.RW)
                    .cpu(kernel -> kernel.view(0, VectorView.class)
                            .setDouble(0, kernel.view(0, VectorView.class).getDouble(0) + 1))
                    .build();
            Task task =
                    runtime.task(change).data(vector).repeatWhile(round -> true).submit();
            Task next = runtime.task(NOTHING).after(task).submit();
            Worker worker = runtime.workers().getFirst();
            worker.runOnce();
            worker.runOnce();
            assertEquals(TaskState.READY, task.state());
            assertTrue(task.cancel());
            assertEquals(TaskState.CANCELLED, task.state());
            assertEquals(TaskState.CANCELLED, next.state());
            assertFalse(vector.isCorrupt());
            vector.close();
            assertEquals(2, array[0]);
            runtime.close();
        }
    }

    @Test
    void shouldGoOnToTheLastRoundWhenItsDataAreClosed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            double[] array = {0};
            int[] left = {500};
            CountDownLatch go = new CountDownLatch(1);
            Codelet wait =
                    Codelet.named("wait").access().cpu(kernel -> go.await()).build();
            Codelet change = Codelet.named("change")
                    .access(Access.RW)
                    .cpu(kernel -> kernel.view(0, VectorView.class)
                            .setDouble(0, kernel.view(0, VectorView.class).getDouble(0) + 1))
                    .build();
            DataHandle vector = runtime.data().vector(array);
            runtime.task(change)
                    .data(vector)
                    .after(runtime.task(wait).submit())
                    .repeatWhile(round -> --left[0] > 0)
                    .submit();
            for (int task = 0; task < 100; task++) {
                runtime.task(change).data(vector).submit();
            }
            Thread closer = new Thread(vector::close);
            closer.start();
            while (closer.getState() != Thread.State.TIMED_WAITING) { // it looks now and then whether anything moves
                Await.pause();
            }
            go.countDown(); // the rounds but the first take their places while the data are being closed
            closer.join();
            assertEquals(600, array[0]);
        }
    }

    @Test
    void shouldBeginNoFurtherRoundWhenTheRuntimeCloses() {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = laboratory.runtime();
            AtomicLong rounds = new AtomicLong();
            Task task =
                    runtime.task(counting(rounds)).repeatWhile(round -> true).submit();
            while (rounds.get() < 10) {
                Await.pause();
            }
            runtime.close();
            assertEquals(TaskState.CANCELLED, task.state());
            TaskFailedException why = assertThrows(TaskFailedException.class, task::await);
            assertTrue(why.getMessage().contains("closed"), why.getMessage());
        }
    }
}
