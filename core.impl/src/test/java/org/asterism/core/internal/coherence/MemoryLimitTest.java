package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memories that are too small for all data at once. */
@Timeout(20)
class MemoryLimitTest {
    private NodesBench bench = new NodesBench(2, 256, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private MemoryNode node(int id) {
        return bench.runtime.memoryNodes().get(id);
    }

    @Test
    void shouldBringHomeWhatHasToGo() throws InterruptedException {
        List<DataHandle> data = new ArrayList<>();
        List<long[]> arrays = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            arrays.add(new long[8]);
            data.add(bench.vector(arrays.get(number)));
        }
        for (int round = 0; round < 3; round++) {
            for (int number = 0; number < 20; number++) {
                bench.add(1, data.get(number), number);
            }
        }
        bench.runtime.waitAll();
        assertEquals(256, bench.memory(1).mostUsed());
        data.forEach(DataHandle::close);
        for (int number = 0; number < 20; number++) {
            assertEquals(3 * number, arrays.get(number)[0]);
        }
        assertEquals(0, node(1).used());
    }

    @Test
    void shouldGiveUpTheCopyThatWasNotUsedForTheLongestTime() throws InterruptedException {
        List<DataHandle> data = List.of(bench.bytes(64), bench.bytes(64), bench.bytes(64), bench.bytes(64));
        for (DataHandle one : data) {
            bench.get(1, one);
        }
        bench.get(1, data.get(0));
        bench.get(1, bench.bytes(64));
        assertEquals(ReplicateState.SHARED, data.get(0).stateOn(1));
        assertEquals(ReplicateState.INVALID, data.get(1).stateOn(1));
        assertEquals(ReplicateState.SHARED, data.get(2).stateOn(1));
    }

    @Test
    void shouldGiveUpInvalidCopiesFirstAndThoseThatWontBeUsedNext() throws InterruptedException {
        DataHandle oldest = bench.bytes(64);
        DataHandle unused = bench.bytes(64);
        DataHandle invalid = bench.bytes(64);
        for (DataHandle one : List.of(oldest, bench.bytes(64), unused, invalid)) {
            bench.get(1, one);
        }
        bench.set(0, invalid, 1);
        unused.wontUse();
        bench.runtime.waitAll();
        bench.get(1, bench.bytes(64));
        assertEquals(false, invalid.isAllocatedOn(1));
        assertEquals(ReplicateState.SHARED, unused.stateOn(1));
        bench.get(1, bench.bytes(64));
        assertEquals(false, unused.isAllocatedOn(1));
        assertEquals(ReplicateState.SHARED, oldest.stateOn(1));
    }

    @Test
    void shouldNotLetTwoTasksTakeMemoryFromEachOther() throws InterruptedException {
        List<Task> tasks = new ArrayList<>();
        for (int number = 0; number < 10; number++) {
            tasks.add(bench.task(1, 10, kernel -> {}, Access.RW, Access.RW)
                    .data(bench.bytes(128), bench.bytes(128))
                    .submit());
        }
        bench.runtime.waitAll();
        assertEquals(256, bench.memory(1).mostUsed());
        // Each piece comes once, and goes home once to make room, but for the last two.
        assertEquals(38, bench.driver.begun().size());
    }

    @Test
    void shouldSayWhichTaskCanNeverFit() throws InterruptedException {
        Task task = bench.task(1, 0, kernel -> {}, Access.R, Access.R)
                .data(bench.bytes(192), bench.bytes(128))
                .where(worker -> worker.memoryNode() == 1)
                .submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("task@1#" + task.id()), message);
        assertTrue(message.contains("320 bytes on memory ram-1, which has 256"), message);
        bench.get(1, bench.bytes(256));
        assertThrows(Exception.class, bench.runtime::waitAll);
    }

    @Test
    void shouldKeepMemoryForTheNextDataOfTheSameSize() throws InterruptedException {
        for (int number = 0; number < 10; number++) {
            DataHandle data = bench.bytes(64);
            bench.use(1, Access.W, data);
            data.close();
        }
        assertEquals(1, bench.memory(1).allocations());
        assertEquals(0, node(1).used());
        assertEquals(64, node(1).cached());
        DataHandle large = bench.bytes(256);
        bench.use(1, Access.W, large);
        bench.runtime.waitAll();
        assertEquals(256, node(1).used());
        assertEquals(0, node(1).cached(), "what is kept goes when it is in the way");
        assertEquals(256, bench.memory(1).used());
    }

    @Test
    void shouldTakeMemoryWithoutContent() throws InterruptedException {
        DataHandle data = bench.bytes(64);
        data.allocateOn(1).toCompletableFuture().join();
        assertTrue(data.isAllocatedOn(1));
        assertEquals(ReplicateState.INVALID, data.stateOn(1));
        assertEquals(64, node(1).used());
        assertEquals(List.of(), bench.driver.begun());
        DataHandle tooLarge = bench.bytes(512);
        tooLarge.allocateOn(1).toCompletableFuture().join();
        assertEquals(false, tooLarge.isAllocatedOn(1));
    }

    @Test
    void shouldGiveUpACopyOnRequest() throws InterruptedException {
        long[] array = {1};
        DataHandle data = bench.vector(array);
        bench.add(1, data, 1);
        bench.runtime.waitAll();
        var evicted = data.evict(1).toCompletableFuture();
        bench.pass(100);
        assertEquals(true, evicted.join());
        assertEquals(ReplicateState.OWNED, data.stateOn(0));
        assertEquals(false, data.isAllocatedOn(1));
        assertEquals(true, data.evict(1).toCompletableFuture().join(), "there is nothing to give up");
        assertEquals(2, bench.get(0, data));
        assertThrows(IllegalArgumentException.class, () -> data.evict(0));
    }

    @Test
    void shouldKeepACopyThatATaskUses() throws InterruptedException {
        DataHandle data = bench.bytes(64);
        Task task = bench.use(1, Access.RW, data, 1000);
        bench.pass(500);
        assertEquals(false, data.evict(1).toCompletableFuture().join());
        task.await();
    }

    @Test
    void shouldServeManyTasksOnManyNodesWithRoomForOneOnly() throws InterruptedException {
        bench.close();
        bench = new NodesBench(4, 64, true);
        List<DataHandle> data = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            data.add(bench.bytes(64));
        }
        for (int task = 0; task < 300; task++) {
            bench.add(1 + task % 3, data.get(task * 7 % 6), 1);
        }
        bench.runtime.waitAll();
        long sum = 0;
        for (DataHandle one : data) {
            sum += bench.get(0, one);
        }
        assertEquals(300, sum);
        for (int node = 1; node < 4; node++) {
            assertEquals(64, bench.memory(node).mostUsed());
        }
    }

    @Test
    void shouldRefuseDataThatNeedALargerPieceThanTheDriverGives() throws InterruptedException {
        bench.close();
        bench = new NodesBench(
                new NodesDriver(2, 2, 1024, 1, false).withLargestAllocation(256), LinkSettings.defaults());
        Task refused = bench.task(1, 0, kernel -> {}, Access.R)
                .data(bench.bytes(320).named("large"))
                .where(worker -> worker.memoryNode() == 1)
                .submit();
        String message = assertThrows(TaskFailedException.class, refused::await).getMessage();
        assertTrue(message.contains("320 bytes in one piece for large"), message);
        assertTrue(message.contains("256 at most"), message);
        bench.use(1, Access.R, bench.bytes(256)).await();
    }

    @Test
    void shouldBeginEachBufferWhereTheDeviceCan() throws InterruptedException {
        bench.close();
        bench = new NodesBench(new NodesDriver(2, 2, 4096, 1, false).withViewAlignment(256), LinkSettings.defaults());
        DataHandle matrix = bench.runtime.data().csr(3, new double[] {1, 2}, new int[] {0, 2}, new int[] {0, 1, 2});
        long[] distances = new long[2];
        bench.task(
                        1,
                        0,
                        kernel -> {
                            long first = kernel.data(0).buffer(0).address();
                            distances[0] = kernel.data(0).buffer(1).address() - first;
                            distances[1] = kernel.data(0).buffer(2).address() - first;
                        },
                        Access.R)
                .data(matrix)
                .submit()
                .await();
        assertArrayEquals(new long[] {256, 512}, distances);
    }
}
