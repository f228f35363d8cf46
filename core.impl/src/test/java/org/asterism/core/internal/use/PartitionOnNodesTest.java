package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.Slice;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.NodesBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to copies when data are cut and put together. */
@Timeout(20)
class PartitionOnNodesTest {
    private static final Filter HALVES = (layout, content) -> {
        long half = ((VectorLayout) layout).length() / 2;
        VectorLayout part = new VectorLayout(ElementType.LONG, half);
        return List.of(new Part(part, List.of(Slice.ofRun(0, 0))), new Part(part, List.of(Slice.ofRun(0, half * 8))));
    };

    private final NodesBench bench = new NodesBench(3, 256, false);
    private final long[] array = new long[16];
    private final DataHandle data = bench.vector(array);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldCutAfterTasksThatAreUnderWay() throws InterruptedException {
        bench.task(1, 1000, kernel -> kernel.view(0, VectorView.class).setLong(8, 5), Access.RW)
                .data(data)
                .submit();
        try (Partition halves = data.partition(HALVES)) {
            assertEquals(1000 + 128, bench.clock.nanoTime(), "there, where it is cut");
            assertEquals(5, bench.get(2, halves.child(1)));
        }
    }

    @Test
    void shouldBringThePiecesHomeWhenTheWholeIsUsed() throws InterruptedException {
        Partition halves = data.plan(HALVES);
        bench.add(1, halves.child(0), 3);
        bench.add(2, halves.child(1), 4);
        assertEquals(3, bench.get(0, data));
        assertEquals(
                List.of(ReplicateState.INVALID, ReplicateState.INVALID),
                List.of(halves.child(0).stateOn(1), halves.child(1).stateOn(2)));
        halves.close();
        data.close();
        assertEquals(List.of(3L, 4L), List.of(array[0], array[8]));
        assertEquals(0, bench.runtime.memoryNodes().get(1).used());
    }

    @Test
    void shouldNotCopyDataAgainThatAreCutWhereTheyAre() throws InterruptedException {
        bench.get(1, data);
        int before = bench.driver.begun().size();
        try (Partition halves = data.partition(HALVES)) {
            bench.add(0, halves.child(0), 1);
            bench.add(0, halves.child(1), 1);
        }
        assertEquals(1, bench.get(0, data));
        assertEquals(before, bench.driver.begun().size(), "main memory's copy is cut in place");
    }

    @Test
    void shouldMakeTheWholeOfPiecesThatWereAllWritten() throws InterruptedException {
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(HALVES);
        bench.set(1, halves.child(0), 1);
        bench.set(2, halves.child(1), 2);
        assertEquals(1, bench.get(2, whole));
        try (Acquisition acquired = halves.child(1).acquire(Access.R)) {
            assertEquals(2, acquired.view(VectorView.class).getLong(0));
        }
        whole.close();
    }

    @Test
    void shouldHaveNoWholeWhenAPieceWasForgotten() throws InterruptedException {
        Partition halves = data.plan(HALVES);
        bench.add(1, halves.child(0), 1);
        halves.child(1).invalidate();
        assertThrows(IllegalStateException.class, () -> bench.use(1, Access.R, data));
        bench.set(0, data, 7);
        assertEquals(7, bench.get(1, halves.child(0)));
    }

    @Test
    void shouldTakeWishesForPieces() throws InterruptedException {
        Partition halves = data.plan(HALVES);
        bench.add(1, halves.child(0), 1);
        halves.child(0).wontUse();
        halves.child(1).prefetch(2);
        bench.pass(1000);
        assertEquals(ReplicateState.SHARED, halves.child(0).stateOn(0));
        assertEquals(ReplicateState.SHARED, halves.child(1).stateOn(2));
        assertEquals(1, bench.get(2, data));
    }

    @Test
    void shouldCloseLaterWhatIsCutAndInUse() throws InterruptedException {
        Partition halves = data.plan(HALVES);
        Partition quarters = halves.child(1).plan(HALVES);
        bench.add(1, halves.child(0), 3);
        bench.add(2, quarters.child(1), 4);
        CompletableFuture<Void> gone = data.closeAsync().toCompletableFuture();
        assertFalse(gone.isDone());
        assertThrows(IllegalStateException.class, () -> bench.use(0, Access.R, halves.child(0)));
        bench.pass(2000);
        assertTrue(gone.isDone());
        long[] expected = new long[16];
        expected[0] = 3;
        expected[12] = 4;
        assertArrayEquals(expected, array);
    }

    @Test
    void shouldCloseAPartitionTwiceWithoutLosingTheOther() throws InterruptedException {
        DataHandle whole = bench.temporary(16);
        bench.set(1, whole, 1);
        Partition first = whole.plan(HALVES);
        Partition second = whole.plan(HALVES);
        first.close();
        first.close();
        bench.add(1, second.child(0), 1);
        assertEquals(2, bench.get(2, whole));
        whole.close();
        assertEquals(0, bench.runtime.memoryNodes().get(0).used());
    }

    @Test
    void shouldLeaveTheDataWholeWhenACutIsInterrupted() throws InterruptedException {
        Acquisition held = data.acquire(Access.RW);
        assertThrows(IllegalStateException.class, () -> data.partition(HALVES), "nobody will release it");
        held.view(VectorView.class).setLong(0, 9);
        held.release();
        assertEquals(9, bench.get(1, data));
        data.close();
        assertEquals(9, array[0]);
    }

    @Test
    void shouldWorkOffLongRowsOfCuts() throws InterruptedException {
        Partition halves = data.plan(HALVES);
        bench.use(0, Access.RW, data, 100);
        for (int round = 0; round < 5_000; round++) {
            halves.submitPartition(false);
            halves.submitUnpartition();
        }
        bench.add(1, data, 1);
        assertEquals(1, bench.get(2, data));
    }
}
