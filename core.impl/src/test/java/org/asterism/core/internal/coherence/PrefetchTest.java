package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data that are brought before somebody needs them. */
@Timeout(20)
class PrefetchTest {
    private NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private void limit(long bytes) {
        bench.close();
        bench = new NodesBench(2, bytes, false);
    }

    @Test
    void shouldLetATaskBeginAtOnceWhoseDataWereBroughtWhileAnotherRan() throws InterruptedException {
        bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        DataHandle data = bench.bytes(640);
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.R, data, 10);
        bench.runtime.waitAll();
        assertEquals(1010, bench.clock.nanoTime());
    }

    @Test
    void shouldWaitForDataThatNobodyHasBrought() throws InterruptedException {
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.R, bench.bytes(640), 10);
        bench.runtime.waitAll();
        assertEquals(1650, bench.clock.nanoTime());
    }

    @Test
    void shouldIgnoreWhatPoliciesPrefetchInARuntimeWithoutPrefetching() throws InterruptedException {
        bench.close();
        bench = new NodesBench(
                new NodesDriver(2, 2, Long.MAX_VALUE, 1, false),
                RuntimeConfiguration.defaults().withPrefetch(false));
        bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.R, bench.bytes(640), 10);
        bench.runtime.waitAll();
        assertEquals(1650, bench.clock.nanoTime(), "the data travel when the worker has taken the task");
        DataHandle data = bench.bytes(640);
        data.prefetch(1);
        bench.pass(641);
        assertEquals(ReplicateState.SHARED, data.stateOn(1), "what programs prefetch comes nevertheless");
    }

    @Test
    void shouldFetchWhatATaskIsAboutToNeed() throws InterruptedException {
        DataHandle data = bench.bytes(640);
        CompletableFuture<Void> there = data.fetch(1).toCompletableFuture();
        assertEquals(ReplicateState.INVALID, data.stateOn(1));
        assertTrue(bench.placement().isValidOrRequested(data, 1));
        bench.pass(641);
        assertTrue(there.isDone());
        assertEquals(ReplicateState.SHARED, data.stateOn(1));
    }

    @Test
    void shouldBringWhatTasksSubmittedBeforeWrite() throws InterruptedException {
        DataHandle data = bench.vector(1);
        bench.task(0, 500, kernel -> kernel.view(0, VectorView.class).setLong(0, 2), Access.RW)
                .data(data)
                .submit();
        CompletableFuture<Void> there = data.prefetch(1).toCompletableFuture();
        bench.runtime.waitAll();
        assertEquals(
                List.of(500L),
                bench.driver.begun().stream().map(copy -> copy.time()).toList());
        bench.pass(100);
        assertTrue(there.isDone());
        assertEquals(2, bench.get(1, data));
    }

    @Test
    void shouldNotMakeRoomForAnIdlePrefetchButForAnother() throws InterruptedException {
        limit(64);
        DataHandle old = bench.bytes(64);
        DataHandle fresh = bench.bytes(64);
        old.prefetch(1);
        bench.pass(100);
        CompletableFuture<Void> givenUp = fresh.idlePrefetch(1).toCompletableFuture();
        bench.pass(100);
        assertTrue(givenUp.isDone());
        assertEquals(ReplicateState.INVALID, fresh.stateOn(1));
        assertEquals(ReplicateState.SHARED, old.stateOn(1));
        fresh.prefetch(1);
        bench.pass(100);
        assertEquals(ReplicateState.SHARED, fresh.stateOn(1));
        assertEquals(ReplicateState.INVALID, old.stateOn(1));
        assertEquals(64, bench.memory(1).mostUsed());
    }

    @Test
    void shouldKeepForATaskWhatWasBroughtForIt() throws InterruptedException {
        limit(128);
        DataHandle expected = bench.bytes(64);
        Worker worker = bench.runtime.workers().get(1);
        bench.whenPushed = (task, on) -> {
            if (task.dataCount() > 0) {
                bench.placement().prefetch(task, on, TransferKind.TASK_PREFETCH);
            }
        };
        bench.task(1, 1000, kernel -> {}).submit();
        Task task = bench.use(1, Access.R, expected);
        bench.pass(100);
        for (int other = 0; other < 4; other++) {
            bench.bytes(64).prefetch(worker.memoryNode());
            bench.pass(100);
        }
        assertEquals(ReplicateState.SHARED, expected.stateOn(1));
        assertEquals(false, expected.evict(1).toCompletableFuture().join());
        task.await();
        assertEquals(1000, bench.clock.nanoTime());
        assertEquals(true, expected.evict(1).toCompletableFuture().join());
    }

    @Test
    void shouldTakeMemoryForWhatATaskOnlyWrites() throws InterruptedException {
        limit(640);
        bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        DataHandle result = bench.bytes(64);
        DataHandle scratch = bench.bytes(64);
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.W, result);
        bench.use(1, Access.SCRATCH, scratch);
        bench.pass(100);
        assertTrue(bench.placement().isAllocated(result, 1));
        assertFalse(bench.placement().isAllocated(scratch, 1), "workers have memory of their own for that");
        assertEquals(ReplicateState.INVALID, result.stateOn(1));
        bench.runtime.waitAll();
        assertEquals(List.of(), bench.driver.begun(), "copies");
        assertEquals(ReplicateState.OWNED, result.stateOn(1));
    }

    @Test
    void shouldNotTakeMemoryAheadWhereThereIsNoLimit() throws InterruptedException {
        bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        DataHandle result = bench.bytes(64);
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.W, result);
        bench.pass(100);
        assertFalse(bench.placement().isAllocated(result, 1), "a queue may be long");
        bench.runtime.waitAll();
        assertEquals(ReplicateState.OWNED, result.stateOn(1));
    }

    @Test
    void shouldTakeOnlyFreeMemoryForWhatATaskWrites() throws InterruptedException {
        limit(64);
        bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        DataHandle result = bench.bytes(64);
        DataHandle later = bench.bytes(64);
        bench.task(1, 1000, kernel -> {}).submit();
        bench.use(1, Access.W, result);
        bench.use(1, Access.W, later);
        bench.pass(100);
        assertTrue(bench.placement().isAllocated(result, 1));
        assertFalse(bench.placement().isAllocated(later, 1));
        DataHandle needed = bench.bytes(64);
        needed.prefetch(1);
        bench.pass(100);
        assertEquals(ReplicateState.SHARED, needed.stateOn(1), "it gets the memory");
        assertFalse(bench.placement().isAllocated(result, 1));
        bench.runtime.waitAll();
        assertEquals(ReplicateState.OWNED, later.stateOn(1));
        assertEquals(64, bench.memory(1).mostUsed());
    }

    @Test
    void shouldThrowAwayWhatAPrefetchBringsWhenATaskWritesMeanwhile() throws InterruptedException {
        DataHandle data = bench.vector(1, 0, 0, 0, 0, 0, 0, 0);
        CompletableFuture<Void> done = data.prefetch(1).toCompletableFuture();
        bench.add(0, data, 1);
        bench.runtime.waitAll();
        assertEquals(0, bench.clock.nanoTime(), "the task does not wait for the prefetch");
        assertEquals(ReplicateState.OWNED, data.stateOn(0));
        bench.pass(100);
        assertTrue(done.isDone());
        assertEquals(ReplicateState.INVALID, data.stateOn(1));
        assertEquals(2, bench.get(1, data));
    }

    @Test
    void shouldThrowAwayWhatALatePrefetchSawOfATaskThatWrites() throws InterruptedException {
        DataHandle data = bench.vector(1);
        Worker other = bench.runtime.workers().get(1);
        bench.task(
                        0,
                        1000,
                        kernel -> bench.placement().prefetch(kernel.task(), other, TransferKind.PREFETCH),
                        Access.RW)
                .data(data)
                .submit();
        bench.runtime.waitAll();
        assertEquals(1, bench.driver.begun().size(), "the prefetch came while the task ran");
        assertEquals(ReplicateState.INVALID, data.stateOn(1));
        assertEquals(ReplicateState.OWNED, data.stateOn(0));
    }

    @Test
    void shouldRefuseNodesThatAreNotThereAndFetchesOfPolicies() {
        DataHandle data = bench.vector(1);
        assertThrows(IllegalArgumentException.class, () -> data.prefetch(7));
        Task task = bench.use(0, Access.R, data);
        assertThrows(
                IllegalArgumentException.class,
                () -> bench.placement().prefetch(task, bench.runtime.workers().get(1), TransferKind.FETCH));
    }
}
