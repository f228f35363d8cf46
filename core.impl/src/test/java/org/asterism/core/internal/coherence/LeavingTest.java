package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Drivers that leave, copies that fail, runtimes that end in the middle of it. */
@Timeout(60)
class LeavingTest {
    private final NodesBench bench = new NodesBench(3, 256, true);

    @AfterEach
    void close() {
        bench.close();
    }

    private void leave() {
        bench.laboratory.plugins.remove(bench.plugin);
    }

    @Test
    void shouldBringHomeWhatIsOnNodesThatLeave() throws InterruptedException {
        List<long[]> arrays = new ArrayList<>();
        List<DataHandle> data = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            arrays.add(new long[] {number});
            data.add(bench.vector(arrays.get(number)));
            bench.add(1 + number % 2, data.get(number), 10);
        }
        DataHandle temporary = bench.temporary(8);
        bench.set(2, temporary, 3);
        bench.runtime.waitAll();
        leave();
        assertEquals(1, bench.runtime.memoryNodes().size());
        assertTrue(bench.memory(1).isClosed() && bench.memory(2).isClosed());
        assertEquals(ReplicateState.OWNED, temporary.stateOn(0));
        assertEquals(1, Replicates.of((Handle) temporary).copies().length, "places for nodes that have left");
        try (Acquisition acquired = temporary.acquire(Access.R)) {
            assertEquals(3, acquired.view(VectorView.class).getLong(0));
        }
        for (int number = 0; number < 6; number++) {
            data.get(number).close();
            assertEquals(number + 10, arrays.get(number)[0]);
        }
        bench.laboratory.addDriver("again", new NodesDriver(2, 2, 256, 1, true));
        DataHandle more = bench.vector(1);
        bench.laboratory.close();
        assertThrows(IllegalStateException.class, () -> bench.use(0, Access.R, more));
    }

    /** A unit whose device has memory and does not work. */
    private record Broken(ComputeUnit unit) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return unit.architecture();
        }

        @Override
        public String name() {
            return unit.name();
        }

        @Override
        public Map<String, Object> properties() {
            return unit.properties();
        }

        @Override
        public Optional<DeviceMemory> memory() {
            return unit.memory();
        }

        @Override
        public void start() {
            throw new IllegalStateException("a unit of a test that cannot be started");
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            throw new AssertionError("it was not started");
        }

        @Override
        public void stop() {}
    }

    @Test
    void shouldKeepNoMemoryOfADeviceOfWhichNoUnitStarts() {
        NodesDriver three = new NodesDriver(5, 3, 256, 1, true);
        bench.laboratory.addDriver(
                "partly broken",
                request -> three.open(request).stream()
                        .map(unit -> unit.name().equals("cpu-2") ? unit : new Broken(unit))
                        .toList());
        assertTrue(three.memories().get(0).isClosed(), "the memory of cpu-1 and cpu-4");
        assertFalse(three.memories().get(1).isClosed(), "the memory of cpu-2");
        assertEquals(
                List.of("main", "ram-1", "ram-2", "ram-2"),
                bench.runtime.memoryNodes().stream().map(MemoryNode::name).toList());
    }

    @Test
    void shouldEndPrefetchesToANodeThatLeaves() throws InterruptedException {
        List<CompletableFuture<Void>> wishes = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            wishes.add(bench.bytes(64).prefetch(1).toCompletableFuture());
        }
        bench.pass(10);
        leave();
        assertTrue(wishes.stream().allMatch(CompletableFuture::isDone));
        assertTrue(bench.memory(1).isClosed());
    }

    @Test
    void shouldEndAPrefetchWhoseMemoryHasLeftBeforeTheDataCameToMainMemory() throws InterruptedException {
        try (NodesBench apart = new NodesBench(3, 256, false)) {
            DataHandle data = apart.temporary(8);
            apart.set(2, data, 3);
            apart.runtime.waitAll();
            CompletableFuture<Void> prefetch = data.prefetch(1).toCompletableFuture();
            apart.laboratory.plugins.remove(apart.plugin);
            assertTrue(prefetch.isDone() && !prefetch.isCompletedExceptionally(), prefetch::toString);
            assertEquals(ReplicateState.OWNED, data.stateOn(0));
            try (Acquisition acquired = data.acquire(Access.R)) {
                assertEquals(3, acquired.view(VectorView.class).getLong(0));
            }
        }
    }

    @Test
    void shouldFailTasksThatKeepWorkersFromLeavingWhenNothingIsLeftToDo() throws InterruptedException {
        try (NodesBench small = new NodesBench(2, 64, true)) {
            Task task;
            try (Acquisition held = small.bytes(64).acquire(Access.R, 1)) {
                task = small.use(1, Access.R, small.bytes(64)); // there is no room for its data
                small.pass(10);
                small.laboratory.plugins.remove(small.plugin);
                assertEquals(64, held.handle().bytes());
            }
            String message =
                    assertThrows(TaskFailedException.class, task::await).getMessage();
            assertTrue(message.contains("in virtual time nothing is left to do"), message);
            assertTrue(message.contains(task + " (ACQUIRING) on "), message);
        }
    }

    @Test
    void shouldTellWhoeverWaitsForDataOnANodeThatHasLeft() throws InterruptedException {
        DataHandle data = bench.vector(1);
        Acquisition held = data.acquire(Access.RW);
        CompletableFuture<Acquisition> wanted = data.acquireAsync(Access.RW, 1).toCompletableFuture();
        CompletableFuture<Void> prefetch = data.prefetch(1).toCompletableFuture();
        leave();
        held.release();
        assertTrue(wanted.isCompletedExceptionally());
        assertTrue(prefetch.isCompletedExceptionally());
        try (Acquisition acquired = data.acquire(Access.R)) {
            assertEquals(1, acquired.view(VectorView.class).getLong(0));
        }
    }

    @Test
    void shouldEndAnAcquisitionWhoseDataAreOnTheirWayToANodeThatLeaves() throws InterruptedException {
        for (int number = 0; number < 5; number++) {
            bench.bytes(64).fetch(1);
        }
        DataHandle data = bench.bytes(64);
        CompletableFuture<Acquisition> wanted = data.acquireAsync(Access.R, 1).toCompletableFuture();
        bench.pass(10);
        assertFalse(wanted.isDone());
        leave();
        assertTrue(wanted.isCompletedExceptionally(), "the copy would have been begun when the memory was leaving");
        assertTrue(wanted.exceptionNow().getMessage().contains("ram-1"));
    }

    @Test
    void shouldFailTheTaskWhoseDataCannotBeCopied() throws InterruptedException {
        DataHandle data = bench.vector(1).named("x");
        bench.memory(1).failWith(new IOException("the wire is cut"));
        Task task = bench.add(1, data, 1);
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("x could not be copied from main to ram-1"), message);
        assertTrue(message.contains("the wire is cut"), message);
        assertTrue(data.isCorrupt(), "the task should have written it");
        bench.memory(1).failWith(null);
        bench.set(0, data, 5);
        bench.add(1, data, 1);
        assertEquals(6, bench.get(0, data));
        assertThrows(Exception.class, bench.runtime::waitAll);
    }

    @Test
    void shouldGoOnWhenAPrefetchFails() throws InterruptedException {
        DataHandle data = bench.vector(1);
        bench.memory(1).failWith(new IOException("the wire is cut"));
        CompletableFuture<Void> wish = data.prefetch(1).toCompletableFuture();
        bench.pass(100);
        assertTrue(wish.isCompletedExceptionally());
        bench.memory(1).failWith(null);
        assertEquals(1, bench.get(1, data));
    }

    @Test
    void shouldSayWhichDataCouldNotComeHome() throws InterruptedException {
        long[] array = {1};
        DataHandle data = bench.vector(array).named("x");
        bench.add(1, data, 1);
        bench.runtime.waitAll();
        bench.memory(1).failWith(new IOException("the wire is cut"));
        String message = assertThrows(CorruptDataException.class, data::close).getMessage();
        assertTrue(message.contains("x could not be copied from ram-1 to main"), message);
        assertEquals(1, array[0]);
    }

    @Test
    void shouldSayWhatWasLostWithANodeThatLeft() throws InterruptedException {
        DataHandle data = bench.vector(1).named("x");
        bench.add(1, data, 1);
        bench.runtime.waitAll();
        bench.memory(1).failWith(new IOException("the wire is cut"));
        leave();
        assertTrue(bench.memory(1).isClosed());
        String message = assertThrows(IllegalStateException.class, () -> data.acquire(Access.R))
                .getMessage();
        assertTrue(message.contains("x has lost its value") && message.contains("the wire is cut"), message);
        data.acquire(Access.W).release();
        data.acquire(Access.R).release();
    }

    @Test
    void shouldFailATaskThatNeedsTheRoomOfDataWhichCannotComeHome() throws InterruptedException {
        DataHandle stuck = bench.bytes(256);
        bench.use(1, Access.W, stuck);
        bench.runtime.waitAll();
        bench.memory(1).failWith(new IOException("the wire is cut"));
        Task task = bench.task(1, 0, kernel -> {}, Access.W)
                .data(bench.bytes(128))
                .where(worker -> worker.memoryNode() == 1) // else it would be given to another one
                .submit();
        assertThrows(TaskFailedException.class, task::await);
        bench.memory(1).failWith(null);
        bench.use(1, Access.W, stuck).await();
        bench.use(1, Access.W, bench.bytes(128)).await();
        assertEquals(ReplicateState.OWNED, stuck.stateOn(0));
    }

    @Test
    void shouldEndTheRuntimeWhilePrefetchesAreUnderWay() {
        long[] array = {1};
        DataHandle data = bench.vector(array);
        data.prefetch(1);
        data.prefetch(2);
        bench.bytes(64).prefetch(1);
        bench.bytes(64).idlePrefetch(1);
        bench.add(2, data, 1);
        bench.runtime.close();
        assertEquals(2, array[0]);
        assertTrue(bench.memory(1).isClosed() && bench.memory(2).isClosed());
    }

    @Test
    void shouldKeepNoPlacesForNodesAndWorkersThatHaveLeft() throws InterruptedException {
        Codelet scratch = Codelet.named("scratch")
                .access(Access.RW, Access.SCRATCH)
                .cpu(kernel -> {})
                .build();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle data = runtime.data().vector(new long[4]);
            DataHandle work = runtime.data().vector(new long[4]);
            for (int round = 0; round < 500; round++) {
                DriverPlugin driver = laboratory.addDriver("comes", InlineDriver.withMemory(1));
                if (round % 50 == 0) {
                    runtime.task(scratch).data(data, work).submit().await();
                }
                laboratory.plugins.remove(driver);
            }
            laboratory.addDriver("stays", InlineDriver.withMemory(1));
            runtime.task(scratch).data(data, work).submit().await();
            int node = runtime.workers().getFirst().memoryNode();
            assertEquals(500, node - 1, "the nodes that have left");
            assertEquals(ReplicateState.OWNED, data.stateOn(node));
            assertEquals(2, Replicates.of((Handle) data).copies().length, "of main memory and of the one device");
        }
    }
}
