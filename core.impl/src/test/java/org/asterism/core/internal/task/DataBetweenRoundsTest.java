package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to the data of a task while it is in one of its rounds, and how the next round takes its place then. */
@Timeout(60)
class DataBetweenRoundsTest {
    private static final int ROUNDS = 10;

    private static final Codelet ZERO = Codelet.named("zero")
            .access(Access.W)
            .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 0))
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(kernel -> kernel.view(0, VectorView.class)
                    .setLong(
                            0,
                            kernel.view(0, VectorView.class).getLong(0)
                                    + kernel.view(1, VectorView.class).getLong(0)))
            .build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger rounds = new AtomicInteger();

    @AfterEach
    void close() {
        laboratory.close();
    }

    /** The ways to close data. */
    enum End {
        CLOSE(DataHandle::close),
        CLOSE_ASYNC(data -> data.closeAsync().toCompletableFuture().join()),
        DISCARD(DataHandle::discard);

        private final Consumer<DataHandle> way;

        End(Consumer<DataHandle> way) {
            this.way = way;
        }
    }

    /** Adds 1 in each round; the first round ends when the test allows it. */
    private Task repeat(DataHandle data, Access mode) throws InterruptedException {
        Codelet once = Codelet.named("once")
                .access(mode)
                .cpu(kernel -> {
                    begun.countDown();
                    go.await();
                    if (mode != Access.R) {
                        kernel.view(0, VectorView.class)
                                .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
                    }
                })
                .build();
        Task task = runtime.task(once)
                .data(data)
                .repeatWhile(round -> rounds.incrementAndGet() < ROUNDS)
                .submit();
        begun.await();
        return task;
    }

    /** Calls something that waits for the task, and lets the first round end when it waits. */
    private void whileTheFirstRoundRuns(Runnable waits) throws InterruptedException {
        Thread thread = new Thread(waits, "waits for the rounds");
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Await.pause();
        }
        go.countDown();
        assertTrue(thread.join(Duration.ofSeconds(30)), "waits for ever");
    }

    @ParameterizedTest
    @EnumSource
    void shouldInitialiseDataForARoundThatWereInvalidatedAndClosed(End end) throws InterruptedException {
        DataHandle data =
                runtime.data().temporary(new VectorLayout(ElementType.LONG, 1)).initialiser(ZERO);
        Task task = repeat(data, Access.RW);
        data.invalidate();
        whileTheFirstRoundRuns(() -> end.way.accept(data));
        assertEquals(TaskState.DONE, task.state(), () -> "" + task.failure());
        assertEquals(ROUNDS, rounds.get());
        runtime.waitAll();
    }

    @Test
    void shouldFailTheRoundThatReadsInvalidatedDataAndReleaseWhatWaitsBehindIt() throws InterruptedException {
        DataHandle data = runtime.data().temporary(new VectorLayout(ElementType.LONG, 1));
        runtime.task(ZERO).data(data).submit();
        Task task = repeat(data, Access.RW);
        Task behind = runtime.task(ZERO).data(data).submit();
        data.invalidate();
        go.countDown();
        TasksFailedException failed = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(failed.getMessage().contains(task + " reads " + data), failed.getMessage());
        assertEquals(TaskState.FAILED, task.state());
        assertEquals(TaskState.DONE, behind.state());
        assertFalse(data.isCorrupt());
        data.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldPutTogetherWhatFurtherRoundsContributeToClosedData(End end) throws InterruptedException {
        long[] value = {100};
        long before = runtime.memoryNodes().getFirst().used();
        DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD);
        Task task = repeat(sum, Access.REDUX);
        whileTheFirstRoundRuns(() -> end.way.accept(sum));
        assertEquals(TaskState.DONE, task.state());
        assertEquals(ROUNDS, rounds.get());
        assertEquals(end == End.DISCARD ? 100 : 100 + ROUNDS, value[0]);
        runtime.waitAll();
        assertEquals(before, runtime.memoryNodes().getFirst().used(), "contributions are kept");
    }

    @Test
    void shouldRememberATaskWithoutOrderOnceHoweverOftenItRepeats() throws InterruptedException {
        DataHandle data = runtime.data().vector(new long[1]).sequentialConsistency(false);
        AtomicInteger most = new AtomicInteger();
        go.countDown();
        runtime.task(ZERO)
                .data(data)
                .repeatWhile(round -> {
                    most.accumulateAndGet(EndOfUse.usersLeft((Handle) data).size(), Math::max);
                    return rounds.incrementAndGet() < 100;
                })
                .submit();
        runtime.waitAll();
        data.close();
        assertEquals(1, most.get());
    }

    @Test
    void shouldFailTheRoundOnAChildWhosePartitionIsClosedAndKeepItsValue() throws InterruptedException {
        long[] value = new long[2];
        DataHandle data = runtime.data().vector(value);
        Partition halves = data.plan(Filters.blocks(2));
        Task task = repeat(halves.child(0), Access.RW);
        whileTheFirstRoundRuns(halves::close);
        TasksFailedException failed = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(failed.getMessage().contains("partition of " + data + " is closed"), failed.getMessage());
        assertEquals(TaskState.FAILED, task.state());
        data.close();
        assertEquals(1, value[0]);
    }

    @Test
    void shouldCutAgainForTheNextRoundWhatWasPutTogether() throws InterruptedException {
        long[] value = new long[2];
        DataHandle data = runtime.data().vector(value);
        Partition halves = data.plan(Filters.blocks(2));
        repeat(halves.child(0), Access.RW);
        halves.submitUnpartition();
        Task whole = runtime.task(ZERO).data(data).submit();
        go.countDown();
        runtime.waitAll();
        assertEquals(TaskState.DONE, whole.state());
        data.close();
        assertEquals(ROUNDS - 1, value[0]);
    }

    @Test
    void shouldLetAnAcquisitionInBetweenTwoRounds() throws InterruptedException {
        long[] value = new long[1];
        DataHandle data = runtime.data().vector(value);
        repeat(data, Access.RW);
        var acquired = data.acquireAsync(Access.RW, 0);
        go.countDown();
        try (Acquisition first = acquired.toCompletableFuture().join()) {
            assertEquals(1, first.view(VectorView.class).getLong(0));
            first.downgrade();
            first.view(VectorView.class);
        }
        runtime.waitAll();
        data.close();
        assertEquals(ROUNDS, value[0]);
    }

    @Test
    void shouldEndAfterOthersAndNotifyItsTagWithTheLastRoundOnly() throws InterruptedException {
        long[] value = new long[1];
        DataHandle data = runtime.data().vector(value);
        Codelet nothing = Codelet.named("nothing").access().cpu(kernel -> {}).build();
        Task last = runtime.task(nothing);
        AtomicInteger seen = new AtomicInteger();
        Codelet look = Codelet.named("look")
                .access()
                .cpu(kernel -> seen.set(rounds.get()))
                .build();
        Codelet once = Codelet.named("once")
                .access(Access.RW)
                .attempts(2)
                .cpu(kernel -> {
                    kernel.view(0, VectorView.class)
                            .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
                    if (kernel.view(0, VectorView.class).getLong(0) % 2 == 1) {
                        throw new IllegalStateException("every second attempt fails");
                    }
                })
                .build();
        Task task = runtime.task(once)
                .data(data)
                .tag(7)
                .endAfter(last)
                .repeatWhile(round -> rounds.incrementAndGet() < ROUNDS)
                .submit();
        Task tagged = runtime.task(look).afterTags(7).submit();
        Task behind = runtime.task(ZERO).data(data).submit();
        Await.await(() -> rounds.get() == ROUNDS);
        assertFalse(tagged.state().isFinal());
        last.submit();
        runtime.waitAll();
        assertEquals(TaskState.DONE, task.state());
        assertEquals(TaskState.DONE, behind.state());
        assertEquals(ROUNDS, seen.get());
        data.close();
    }
}
