package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.IndexedView;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.NodesBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data in the hands of the program, in the order of tasks. */
@Timeout(20)
class AcquisitionTest {
    private final NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false);
    private final DataHandle data = bench.vector(1, 0, 0, 0, 0, 0, 0, 0);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldTakeTurnsWithTasks() throws InterruptedException {
        int rounds = 200;
        for (int round = 0; round < rounds; round++) {
            try (Acquisition acquired = data.acquire(Access.RW)) {
                acquired.view(VectorView.class)
                        .setLong(0, acquired.view(VectorView.class).getLong(0) + 1);
            }
            bench.add(round % 2, data, 1);
            data.acquireAsync(Access.RW, 0).thenAccept(acquired -> {
                acquired.view(VectorView.class)
                        .setLong(0, acquired.view(VectorView.class).getLong(0) + 1);
                acquired.release();
            });
        }
        assertEquals(1 + 3 * rounds, bench.get(0, data));
    }

    @Test
    void shouldSayWhichViewsFitIfAnotherIsAskedFor() throws InterruptedException {
        try (Acquisition acquired = data.acquire(Access.R)) {
            assertEquals(1, acquired.view(IndexedView.class).getLong(0));
            String message = assertThrows(ClassCastException.class, () -> acquired.view(MatrixView.class))
                    .getMessage();
            assertEquals(
                    data + " was asked for view(MatrixView.class), but is shown as VectorView: ask for one of"
                            + " [VectorView, IndexedView, DataView]",
                    message);
        }
    }

    @Test
    void shouldWaitForWritersButNotForReaders() throws InterruptedException {
        bench.use(0, Access.RW, data, 100);
        bench.use(0, Access.R, data, 1000);
        try (Acquisition acquired = data.acquire(Access.R)) {
            assertEquals(100, bench.clock.nanoTime());
            assertEquals(1, acquired.view(VectorView.class).getLong(0));
        }
        try (Acquisition acquired = data.acquire(Access.W)) {
            assertEquals(1100, bench.clock.nanoTime());
            assertEquals(Access.W, acquired.mode());
        }
    }

    @Test
    void shouldKeepTasksWaitingThatComeLater() throws InterruptedException {
        Acquisition reading = data.acquire(Access.R);
        Task reader = bench.use(0, Access.R, data);
        Task writer = bench.use(0, Access.RW, data);
        bench.pass(100);
        assertEquals(TaskState.DONE, reader.state());
        assertEquals(TaskState.SUBMITTED, writer.state());
        reading.release();
        writer.await();
    }

    @Test
    void shouldFetchTheDataToTheNodeThatIsAskedFor() throws InterruptedException {
        try (Acquisition acquired = data.acquire(Access.RW, 1)) {
            assertEquals(64, bench.clock.nanoTime());
            assertEquals(ReplicateState.OWNED, data.stateOn(1));
            acquired.view(VectorView.class).setLong(0, 5);
        }
        assertEquals(ReplicateState.INVALID, data.stateOn(0));
        try (Acquisition acquired = data.acquire(Access.R)) {
            assertEquals(5, acquired.view(VectorView.class).getLong(0));
        }
        assertEquals(ReplicateState.SHARED, data.stateOn(0));
    }

    @Test
    void shouldKeepTheCopyThatTheProgramHolds() throws InterruptedException {
        try (Acquisition acquired = data.acquire(Access.R, 1)) {
            assertEquals(false, data.evict(1).toCompletableFuture().join());
            assertEquals(1, acquired.view(VectorView.class).getLong(0));
        }
        assertEquals(true, data.evict(1).toCompletableFuture().join());
    }

    @Test
    void shouldCallBackWhenTheTasksBeforeHaveEnded() throws InterruptedException {
        bench.use(0, Access.RW, data, 100);
        List<Long> times = new ArrayList<>();
        CompletableFuture<Acquisition> arrived = data.acquireAsync(Access.R, 0).toCompletableFuture();
        arrived.thenAccept(acquired -> times.add(bench.clock.nanoTime()));
        assertFalse(arrived.isDone());
        bench.pass(1000);
        assertEquals(List.of(100L), times);
        arrived.join().close();
    }

    @Test
    void shouldLetACallbackSubmitATaskOnWhatATaskHasFound() throws InterruptedException {
        DataHandle index = bench.vector(0);
        List<DataHandle> blocks = List.of(bench.vector(0), bench.vector(0), bench.vector(0), bench.vector(0));
        bench.set(1, index, 2);
        index.acquireAsync(Access.R, 0).thenAccept(acquired -> {
            bench.set(1, blocks.get((int) acquired.view(VectorView.class).getLong(0)), 7);
            acquired.release();
        });
        bench.pass(100);
        assertEquals(7, bench.get(0, blocks.get(2)));
        assertEquals(0, bench.get(0, blocks.get(1)));
    }

    @Test
    void shouldTakeDataAtOnceOrNotAtAll() throws InterruptedException {
        Task writer = bench.use(0, Access.RW, data, 100);
        assertEquals(Optional.empty(), data.tryAcquire(Access.R));
        writer.await();
        try (Acquisition acquired = data.tryAcquire(Access.RW).orElseThrow()) {
            assertEquals(Optional.empty(), data.tryAcquire(Access.R), acquired + " is in the way");
        }
        bench.add(1, data, 1).await();
        assertEquals(Optional.empty(), data.tryAcquire(Access.R), "the data would have to be fetched");
        bench.add(0, data, 1).await();
        data.tryAcquire(Access.R).orElseThrow().close();
    }

    @Test
    void shouldLeaveTheDataAsTheyWereWhenTheyCouldNotBeHadAtOnce() throws InterruptedException {
        bench.add(1, data, 1).await();
        Acquisition held = data.acquire(Access.R, 1);
        assertEquals(Optional.empty(), data.tryAcquire(Access.W));
        held.close();
        bench.pass(100);
        assertEquals(ReplicateState.OWNED, data.stateOn(1));
        assertEquals(2, bench.get(0, data));
    }

    @Test
    void shouldLeaveCorruptDataCorruptWhenTheyCouldNotBeHadAtOnce() throws InterruptedException {
        bench.task(
                        0,
                        100,
                        kernel -> {
                            throw new IllegalStateException("on purpose");
                        },
                        Access.W)
                .data(data)
                .submit();
        assertEquals(Optional.empty(), data.tryAcquire(Access.W));
        assertThrows(Exception.class, bench.runtime::waitAll);
        assertTrue(data.isCorrupt());
        assertThrows(CorruptDataException.class, () -> data.acquire(Access.R));
        assertTrue(data.isCorrupt());
        data.acquire(Access.W).release();
        assertFalse(data.isCorrupt());
    }

    @Test
    void shouldLetReadersGoOnButNoWriterWhenItGoesOnWithReading() throws InterruptedException {
        for (int node = 0; node < 2; node++) {
            Acquisition acquired = data.acquire(node == 0 ? Access.RW : Access.W, node);
            List<Task> readers = List.of(bench.use(0, Access.R, data), bench.use(1, Access.R, data));
            Task behindReaders = bench.use(0, Access.RW, data);
            acquired.view(VectorView.class).setLong(0, 40 + node);
            acquired.downgrade();
            acquired.downgrade();
            assertEquals(Access.R, acquired.mode());
            bench.pass(1000);
            assertEquals(
                    List.of(TaskState.DONE, TaskState.DONE),
                    readers.stream().map(Task::state).toList());
            assertEquals(TaskState.SUBMITTED, behindReaders.state());
            assertEquals(40 + node, acquired.view(VectorView.class).getLong(0));
            acquired.release();
            assertEquals(40 + node, bench.get(1 - node, data));
            assertThrows(IllegalStateException.class, acquired::downgrade);
        }
    }

    @Test
    void shouldKeepWritersWaitingWithoutReadersBetween() throws InterruptedException {
        Acquisition acquired = data.acquire(Access.RW);
        Task before = bench.use(0, Access.RW, data);
        acquired.downgrade();
        bench.pass(100);
        assertEquals(TaskState.SUBMITTED, before.state());
        acquired.release();
        before.await();
        acquired = data.acquire(Access.RW);
        acquired.downgrade();
        Task reader = bench.use(1, Access.R, data);
        Task after = bench.use(0, Access.W, data);
        bench.pass(100);
        assertEquals(TaskState.DONE, reader.state());
        assertEquals(TaskState.SUBMITTED, after.state());
        acquired.release();
        after.await();
    }

    @Test
    void shouldTakeTurnsWithReadersForEver() throws InterruptedException {
        long before = bench.get(0, data);
        for (int round = 0; round < 100; round++) {
            Acquisition acquired = data.acquire(Access.RW, round % 2);
            acquired.view(VectorView.class)
                    .setLong(0, acquired.view(VectorView.class).getLong(0) + 1);
            bench.add(round % 2, data, 1);
            acquired.downgrade();
            acquired.release();
        }
        assertEquals(before + 200, bench.get(0, data));
    }

    @Test
    void shouldRefuseSlips() throws InterruptedException {
        Acquisition acquired = data.acquire(Access.R);
        acquired.release();
        acquired.close();
        assertTrue(assertThrows(IllegalStateException.class, acquired::release)
                .getMessage()
                .contains(data.name()));
        assertThrows(IllegalStateException.class, acquired::view);
        assertThrows(IllegalArgumentException.class, () -> data.acquire(Access.SCRATCH));
        assertThrows(IllegalArgumentException.class, () -> data.acquire(Access.R, 9));
        data.close();
        assertThrows(IllegalStateException.class, () -> data.acquire(Access.R));
    }

    @Test
    void shouldRefuseToWaitInAKernelButNotToAskThere() throws InterruptedException {
        DataHandle other = bench.vector(3);
        List<Object> seen = new ArrayList<>();
        bench.task(0, 0, kernel -> {
                    seen.add(assertThrows(IllegalStateException.class, () -> other.acquire(Access.R)));
                    other.acquireAsync(Access.R, 0).thenAccept(acquired -> {
                        seen.add(acquired.view(VectorView.class).getLong(0));
                        acquired.release();
                    });
                })
                .submit();
        bench.runtime.waitAll();
        assertEquals(2, seen.size());
        assertEquals(3L, seen.get(1));
    }

    @Test
    void shouldSayInVirtualTimeThatNobodyWillReleaseTheData() throws InterruptedException {
        Acquisition held = data.acquire(Access.RW);
        assertThrows(IllegalStateException.class, () -> data.acquire(Access.R));
        held.release();
        bench.add(0, data, 1).await();
    }

    @Test
    void shouldEndTheRuntimeThoughTheProgramHoldsData() throws InterruptedException {
        Acquisition held = data.acquire(Access.RW);
        Acquisition elsewhere = bench.vector(1).acquire(Access.R, 1);
        Task waiting = bench.use(0, Access.R, data);
        CompletableFuture<Acquisition> later = data.acquireAsync(Access.RW, 0).toCompletableFuture();
        bench.runtime.close();
        assertEquals(TaskState.CANCELLED, waiting.state());
        assertTrue(later.isDone());
        assertThrows(IllegalStateException.class, held::release);
        assertThrows(IllegalStateException.class, elsewhere::view);
        assertTrue(bench.memory(1).isClosed());
    }

    @Test
    void shouldPassAValueAroundARingOfThreads() throws InterruptedException {
        long first = bench.get(0, data);
        for (int round = 0; round < 8; round++) {
            for (int member = 0; member < 4; member++) {
                data.acquireAsync(Access.RW, member % 2).thenAccept(acquired -> {
                    acquired.view(VectorView.class)
                            .setLong(0, acquired.view(VectorView.class).getLong(0) + 1);
                    acquired.release();
                });
            }
        }
        assertEquals(first + 32, bench.get(1, data));
    }

    @Test
    void shouldWorkOffLongRowsOfAcquisitionsAndWishes() throws InterruptedException {
        bench.use(0, Access.RW, data, 100);
        for (int number = 0; number < 20_000; number++) {
            data.acquireAsync(Access.RW, 0).thenAccept(Acquisition::release);
        }
        for (int number = 0; number < 20_000; number++) {
            data.invalidate();
        }
        bench.set(0, data, 4);
        assertEquals(4, bench.get(0, data));
    }
}
