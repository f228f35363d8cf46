package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.NodesBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which copies of data are valid after what. */
@Timeout(20)
class CoherenceTest {
    private NodesBench bench = new NodesBench(3, Long.MAX_VALUE, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private void assertStates(DataHandle data, ReplicateState... states) {
        for (int node = 0; node < states.length; node++) {
            assertEquals(states[node], data.stateOn(node), data + " on node " + node);
            assertEquals(states[node], bench.placement().state(data, node));
        }
    }

    private static final ReplicateState INVALID = ReplicateState.INVALID;
    private static final ReplicateState SHARED = ReplicateState.SHARED;
    private static final ReplicateState OWNED = ReplicateState.OWNED;

    @Test
    void shouldLeaveDataAtHomeThatAreUsedThere() throws InterruptedException {
        DataHandle data = bench.vector(1, 2);
        bench.add(0, data, 5);
        assertEquals(6, bench.get(0, data));
        assertStates(data, OWNED, INVALID, INVALID);
        assertTrue(data.isAllocatedOn(0));
        assertFalse(data.isAllocatedOn(1));
    }

    @Test
    void shouldShareWhatIsReadElsewhereAndCopyItOnce() throws InterruptedException {
        DataHandle data = bench.vector(7);
        assertEquals(7, bench.get(1, data));
        assertEquals(7, bench.get(1, data));
        assertStates(data, SHARED, SHARED, INVALID);
        assertEquals(List.of("main>ram-1"), bench.driver.ways());
        data.close();
        assertEquals(1, bench.driver.begun().size(), "what was only read is not written back");
    }

    @Test
    void shouldOwnWhatIsChangedElsewhereUntilItIsReadAtHome() throws InterruptedException {
        long[] array = {7};
        DataHandle data = bench.vector(array);
        bench.get(2, data);
        bench.add(1, data, 1);
        bench.runtime.waitAll();
        assertStates(data, INVALID, OWNED, INVALID);
        assertEquals(8, bench.get(0, data));
        assertStates(data, SHARED, SHARED, INVALID);
        data.close();
        assertEquals(8, array[0]);
    }

    @Test
    void shouldCopyNothingForATaskThatOverwrites() throws InterruptedException {
        DataHandle data = bench.vector(7);
        bench.set(1, data, 9);
        bench.runtime.waitAll();
        assertStates(data, INVALID, OWNED, INVALID);
        assertEquals(List.of(), bench.driver.begun());
        bench.set(0, data, 10);
        bench.runtime.waitAll();
        assertStates(data, OWNED, INVALID, INVALID);
        assertEquals(List.of(), bench.driver.begun());
    }

    @Test
    void shouldGoThroughMainMemoryBetweenNodesThatDoNotReachEachOther() throws InterruptedException {
        DataHandle data = bench.vector(7);
        bench.add(1, data, 1);
        assertEquals(8, bench.get(2, data));
        assertStates(data, SHARED, SHARED, SHARED);
        assertEquals(List.of("main>ram-1", "ram-1>main", "main>ram-2"), bench.driver.ways());
    }

    @Test
    void shouldCopyDirectlyBetweenNodesThatReachEachOther() throws InterruptedException {
        bench.close();
        bench = new NodesBench(3, Long.MAX_VALUE, true);
        DataHandle data = bench.vector(7);
        bench.add(1, data, 1);
        assertEquals(8, bench.get(2, data));
        assertStates(data, INVALID, SHARED, SHARED);
        assertEquals(List.of("main>ram-1", "ram-1>ram-2"), bench.driver.ways());
    }

    @Test
    void shouldMakeTheOthersInvalidWhenATaskWritesOneOfManyCopies() throws InterruptedException {
        DataHandle data = bench.vector(7);
        bench.get(1, data);
        bench.get(2, data);
        assertStates(data, SHARED, SHARED, SHARED);
        bench.add(2, data, 1);
        bench.runtime.waitAll();
        assertStates(data, INVALID, INVALID, OWNED);
        assertEquals(8, bench.get(1, data));
    }

    @Test
    void shouldCopyNothingForDataWithoutContent() throws InterruptedException {
        DataHandle token = bench.runtime.data().token();
        bench.use(1, Access.RW, token);
        bench.use(2, Access.R, token);
        bench.use(0, Access.RW, token);
        bench.runtime.waitAll();
        DataHandle empty = bench.vector();
        bench.use(1, Access.RW, empty);
        bench.use(2, Access.R, empty);
        bench.runtime.waitAll();
        token.close();
        empty.close();
        assertEquals(List.of(), bench.driver.begun());
    }

    @Test
    void shouldTreatDataThatATaskNamesTwiceAsOne() throws InterruptedException {
        DataHandle data = bench.vector(7);
        for (Access first : List.of(Access.R, Access.W, Access.RW)) {
            for (Access second : List.of(Access.R, Access.W, Access.RW)) {
                long before = bench.get(0, data);
                bench.task(
                                1,
                                0,
                                kernel -> kernel.view(1, VectorView.class)
                                        .setLong(
                                                0,
                                                kernel.view(0, VectorView.class).getLong(0) + 1),
                                first,
                                second)
                        .data(data, data)
                        .submit();
                boolean writes = first.writes() || second.writes();
                bench.runtime.waitAll();
                assertEquals(writes ? OWNED : SHARED, data.stateOn(1), first + " and " + second);
                if (writes && (first.reads() || second.reads())) {
                    assertEquals(before + 1, bench.get(0, data), first + " and " + second);
                }
                bench.set(0, data, 7);
            }
        }
    }

    @Test
    void shouldCountWhatWasCopied() throws InterruptedException {
        DataHandle data = bench.vector(7, 8);
        bench.add(1, data, 1);
        bench.get(2, data);
        List<Long> received = new ArrayList<>();
        List<Long> sent = new ArrayList<>();
        bench.runtime.memoryNodes().forEach(node -> {
            received.add(node.received());
            sent.add(node.sent());
        });
        assertEquals(List.of(16L, 16L, 16L), received);
        assertEquals(List.of(32L, 16L, 0L), sent);
    }

    @Test
    void shouldCopyEveryNewValueToTheNodesOfWriteThrough() throws InterruptedException {
        DataHandle data = bench.vector(1).writeThrough(0, 2);
        bench.add(1, data, 1);
        bench.pass(1000);
        assertStates(data, SHARED, SHARED, SHARED);
        data.writeThrough();
        bench.add(1, data, 1);
        bench.pass(1000);
        assertStates(data, INVALID, OWNED, INVALID);
        assertEquals(3, bench.get(2, data));
    }
}
