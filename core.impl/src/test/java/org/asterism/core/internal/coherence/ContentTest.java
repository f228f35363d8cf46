package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.NodesBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data that have no value yet, or none any more. */
@Timeout(20)
class ContentTest {
    private final NodesBench bench = new NodesBench(3, 256, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private long used(int node) {
        return bench.runtime.memoryNodes().get(node).used();
    }

    @Test
    void shouldTakeMemoryForTemporaryDataWhereTheyAreFirstWritten() throws InterruptedException {
        DataHandle data = bench.temporary(8);
        for (int node = 0; node < 3; node++) {
            assertFalse(data.isAllocatedOn(node));
        }
        bench.set(2, data, 5);
        bench.runtime.waitAll();
        assertFalse(data.isAllocatedOn(0));
        assertEquals(ReplicateState.OWNED, data.stateOn(2));
        assertEquals(5, bench.get(1, data));
        assertEquals(64, used(0), "on the way from one to the other");
        data.close();
        assertEquals(List.of(0L, 0L, 0L), List.of(used(0), used(1), used(2)));
    }

    @Test
    void shouldSayThatNothingWasWrittenYet() {
        DataHandle data = bench.temporary(8).named("parts");
        String message = assertThrows(IllegalStateException.class, () -> bench.use(1, Access.R, data))
                .getMessage();
        assertTrue(message.contains("reads parts, which no task submitted before it writes"), message);
    }

    @Test
    void shouldBringTemporaryDataHomeWhenTheirMemoryIsNeeded() throws InterruptedException {
        DataHandle data = bench.temporary(8);
        bench.set(1, data, 5);
        bench.use(1, Access.W, bench.bytes(256));
        assertEquals(5, bench.get(2, data));
    }

    @Test
    void shouldForgetTheValueAndGiveAllMemoryBack() throws InterruptedException {
        DataHandle data = bench.temporary(8);
        bench.set(1, data, 5);
        bench.get(2, data);
        data.invalidate();
        assertEquals(List.of(0L, 0L, 0L), List.of(used(0), used(1), used(2)));
        assertThrows(IllegalStateException.class, () -> bench.use(1, Access.R, data));
        bench.set(0, data, 6);
        assertEquals(6, bench.get(1, data));
    }

    @Test
    void shouldForgetTheValueAfterTheTasksSubmittedBefore() throws InterruptedException {
        DataHandle data = bench.vector(1);
        long[] seen = new long[1];
        bench.task(0, 1000, kernel -> seen[0] = kernel.view(0, VectorView.class).getLong(0), Access.R)
                .data(data)
                .submit();
        data.invalidate();
        bench.set(0, data, 2);
        bench.runtime.waitAll();
        assertEquals(1, seen[0]);
        assertEquals(2, bench.get(1, data));
        assertEquals(1000, bench.driver.begun().getFirst().time());
    }

    @Test
    void shouldForgetTheValueWhileItIsCopied() throws InterruptedException {
        DataHandle data = bench.bytes(128);
        CompletableFuture<Void> copied = data.prefetch(1).toCompletableFuture();
        data.invalidate();
        assertEquals(128, used(1), "the copy is under way");
        bench.pass(200);
        assertTrue(copied.isDone());
        assertEquals(ReplicateState.INVALID, data.stateOn(1));
        assertEquals(0, used(1), "its memory is given back when the copy has ended");
        bench.set(1, data, 3);
        assertEquals(3, bench.get(0, data));
    }

    @Test
    void shouldForgetTheValueWhileItWaitsToBeCopied() throws InterruptedException {
        bench.bytes(128).prefetch(1);
        bench.bytes(64).prefetch(1);
        DataHandle data = bench.bytes(64);
        CompletableFuture<Void> copied = data.idlePrefetch(1).toCompletableFuture();
        data.invalidate();
        assertTrue(copied.isDone());
        bench.pass(500);
        assertEquals(2, bench.driver.begun().size());
    }

    @Test
    void shouldBringHomeWhatWontBeUsedWhenTheLinkIsIdle() throws InterruptedException {
        DataHandle data = bench.vector(1);
        bench.add(1, data, 1);
        data.wontUse();
        bench.pass(200);
        assertEquals(ReplicateState.SHARED, data.stateOn(0));
        assertEquals(ReplicateState.SHARED, data.stateOn(1));
        assertEquals(2, bench.get(0, data));
        assertEquals(List.of("main>ram-1", "ram-1>main"), bench.driver.ways());
    }

    @Test
    void shouldComeHomeAtTheEndUnlessDiscarded() {
        long[] array = {1, 2};
        DataHandle data = bench.vector(array);
        bench.add(1, data, 10);
        data.close();
        assertArrayEquals(new long[] {11, 2}, array);
        data = bench.vector(array);
        bench.add(1, data, 10);
        data.discard();
        assertArrayEquals(new long[] {11, 2}, array);
        assertEquals(List.of("main>ram-1", "ram-1>main", "main>ram-1"), bench.driver.ways());
        assertEquals(0, used(1));
    }

    @Test
    void shouldComeHomeLaterWithoutBeingWaitedFor() throws InterruptedException {
        long[] array = {1};
        DataHandle data = bench.vector(array);
        bench.add(1, data, 1);
        CompletableFuture<Void> gone = data.closeAsync().toCompletableFuture();
        assertFalse(gone.isDone());
        assertThrows(IllegalStateException.class, () -> bench.use(0, Access.R, data));
        bench.pass(100);
        assertTrue(gone.isDone());
        assertEquals(2, array[0]);
        assertEquals(0, used(1));
        assertTrue(data.closeAsync().toCompletableFuture().isDone());
        data.close();
    }

    @Test
    void shouldWaitForAnEndThatIsUnderWay() {
        long[] array = {1};
        DataHandle data = bench.vector(array);
        bench.add(1, data, 1);
        data.closeAsync();
        data.close();
        assertEquals(2, array[0]);
    }

    @Test
    void shouldBringHomeWhatIsBeingClosedBeforeTheRuntimeEnds() {
        long[] array = {1};
        DataHandle data = bench.vector(array);
        bench.add(1, data, 1);
        data.closeAsync();
        bench.runtime.close();
        assertEquals(2, array[0]);
    }

    @Test
    void shouldHandTheFailureOfTheLastWriterToWhoeverClosesLater() throws InterruptedException {
        DataHandle data = bench.vector(1);
        bench.task(
                        1,
                        0,
                        kernel -> {
                            throw new IllegalStateException("on purpose");
                        },
                        Access.W)
                .data(data)
                .submit();
        CompletableFuture<Void> gone = data.closeAsync().toCompletableFuture();
        bench.pass(100);
        assertTrue(gone.isCompletedExceptionally());
        assertTrue(gone.exceptionNow() instanceof CorruptDataException);
    }
}
