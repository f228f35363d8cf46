package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.Slice;
import org.asterism.api.data.TransferKind;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts that lie within the copies of the data they were cut from, on nodes beside main memory. */
@Timeout(20)
class ViewsTest {
    private NodesBench bench = new NodesBench(3, 512, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private void use(NodesDriver driver) {
        bench.close();
        bench = new NodesBench(driver, LinkSettings.defaults());
    }

    private MemoryNode node(int id) {
        return bench.runtime.memoryNodes().get(id);
    }

    private int copies() {
        return bench.driver.begun().size();
    }

    private static List<ReplicateState> states(DataHandle handle) {
        return List.of(handle.stateOn(0), handle.stateOn(1), handle.stateOn(2));
    }

    private boolean evict(DataHandle handle) throws InterruptedException {
        CompletableFuture<Boolean> gone = handle.evict(1).toCompletableFuture();
        bench.pass(10_000);
        return gone.getNow(false);
    }

    @Test
    void shouldCutAndPutTogetherWhereTheDataAre() throws InterruptedException {
        long[] array = new long[16];
        DataHandle whole = bench.vector(array);
        bench.add(1, whole, 1);
        bench.runtime.waitAll();
        int before = copies();
        Partition halves = whole.plan(Filters.blocks(2));
        for (int round = 0; round < 10; round++) {
            bench.add(1, halves.child(0), 1);
            bench.add(1, halves.child(1), 1);
            bench.add(1, whole, 1);
        }
        bench.runtime.waitAll();
        assertEquals(before, copies(), "nothing is copied");
        assertEquals(128, node(1).used(), "the parts take no memory");
        assertEquals(List.of(ReplicateState.INVALID, ReplicateState.OWNED, ReplicateState.INVALID), states(whole));
        whole.close();
        assertEquals(List.of(21L, 10L), List.of(array[0], array[8]));
        assertEquals(0, node(1).used());
    }

    @Test
    void shouldShareWhatIsCutOnEveryNodeThatHasIt() throws InterruptedException {
        DataHandle whole = bench.vector(new long[16]);
        bench.add(1, whole, 5);
        bench.get(2, whole);
        int before = copies();
        Partition halves = whole.plan(Filters.blocks(2));
        assertEquals(5, bench.get(1, halves.child(0)));
        assertEquals(5, bench.get(2, halves.child(0)));
        List<ReplicateState> shared = List.of(ReplicateState.SHARED, ReplicateState.SHARED, ReplicateState.SHARED);
        assertEquals(shared, states(halves.child(0)), "it came to node 2 through main memory");
        assertEquals(shared, states(whole), "it is only read");
        assertEquals(before, copies());
    }

    @Test
    void shouldBringOnlyThePartsThatAreMissing() throws InterruptedException {
        DataHandle whole = bench.vector(new long[16]);
        bench.add(1, whole, 1);
        Partition quarters = whole.plan(Filters.blocks(4));
        for (int part = 0; part < 3; part++) {
            bench.add(1, quarters.child(part), 1);
        }
        bench.add(0, quarters.child(3), 7);
        bench.runtime.waitAll();
        int before = copies();
        bench.add(1, whole, 1);
        bench.runtime.waitAll();
        assertEquals(List.of("main>ram-1"), bench.driver.ways().subList(before, copies()));
        assertEquals(32, bench.driver.begun().getLast().bytes());
        assertEquals(3, bench.get(0, whole));
        assertEquals(7, bench.get(2, quarters.child(3)));
    }

    @Test
    void shouldGiveAPartMemoryOfItsOwnWhereNoViewMayBegin() throws InterruptedException {
        use(new NodesDriver(3, 3, 512, 1, false).withViewAlignment(128));
        long[] array = new long[32];
        DataHandle whole = bench.vector(array);
        bench.add(1, whole, 1);
        Partition quarters = whole.plan(Filters.blocks(4)); // 64 bytes each
        for (int part = 0; part < 4; part++) {
            bench.add(1, quarters.child(part), 1 + part);
        }
        bench.runtime.waitAll();
        assertEquals(256 + 64 + 64, node(1).used(), "every other part is a view");
        assertEquals(2, bench.get(1, whole));
        whole.close();
        assertEquals(List.of(2L, 2L, 3L, 4L), List.of(array[0], array[8], array[16], array[24]));
    }

    @Test
    void shouldSeeTilesWithTheStridesOfTheWhole() throws InterruptedException {
        DataHandle matrix = bench.runtime.data().temporary(new MatrixLayout(ElementType.LONG, 4, 6));
        bench.task(
                        1,
                        0,
                        kernel -> {
                            for (int cell = 0; cell < 24; cell++) {
                                kernel.view(0, MatrixView.class).setLong(cell / 6, cell % 6, cell);
                            }
                        },
                        Access.W)
                .data(matrix)
                .submit();
        Partition tiles = matrix.plan(Filters.tiles(2, 3));
        Partition corners = tiles.child(4).plan(Filters.tiles(2, 2)); // rows 2 and 3, columns 2 and 3
        long[] seen = new long[2];
        bench.task(
                        1,
                        0,
                        kernel -> {
                            seen[0] = kernel.view(0, MatrixView.class).getLong(0, 0);
                            seen[1] = kernel.view(0, MatrixView.class).leadingDimension();
                            kernel.view(0, MatrixView.class).setLong(0, 0, -1);
                        },
                        Access.RW)
                .data(corners.child(3))
                .submit();
        long[] after = new long[24];
        bench.task(
                        1,
                        0,
                        kernel -> {
                            for (int cell = 0; cell < 24; cell++) {
                                after[cell] = kernel.view(0, MatrixView.class).getLong(cell / 6, cell % 6);
                            }
                        },
                        Access.R)
                .data(matrix)
                .submit()
                .await();
        assertArrayEquals(new long[] {21, 6}, seen);
        assertEquals(-1, after[21]);
        assertEquals(22, after[22]);
        assertEquals(0, copies());
        assertEquals(192, node(1).used());
    }

    @Test
    void shouldReadPartsWhereTheWholeCameLater() throws InterruptedException {
        DataHandle whole = bench.vector(3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
        Partition halves = whole.plan(Filters.blocks(2));
        Partition overlapping = whole.plan(Filters.blocksWithHalo(2, 1));
        assertEquals(3, bench.get(0, halves.child(0)));
        assertEquals(3, bench.get(1, whole));
        int before = copies();
        assertEquals(4, bench.get(1, halves.child(1)));
        assertEquals(3, bench.get(1, overlapping.child(0)));
        assertEquals(before, copies());
    }

    @Test
    void shouldHaveMemoryForTheWholeWherePartsHaveMetBefore() throws InterruptedException {
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(Filters.blocks(2));
        Partition overlapping = whole.plan(Filters.blocksWithHalo(2, 1));
        for (int round = 0; round < 4; round++) {
            int before = copies();
            bench.set(1, halves.child(0), round);
            bench.set(1, halves.child(1), round);
            assertEquals(round, bench.get(1, overlapping.child(0)));
            bench.use(1, Access.R, overlapping.child(1)).await();
            assertEquals(round == 0 ? 4 : 0, copies() - before, "home and back at first");
        }
    }

    /** Two devices each write one half, and read what they have of the other one as a halo. */
    private List<String> exchange(DataHandle whole, Partition halves, Partition overlapping, int round)
            throws InterruptedException {
        int before = copies();
        bench.set(1, halves.child(0), round);
        bench.set(2, halves.child(1), 10 + round);
        assertEquals(round, bench.get(1, overlapping.child(0)));
        long[] seen = new long[1];
        bench.task(1, 0, kernel -> seen[0] = kernel.view(0, VectorView.class).getLong(8), Access.R)
                .data(overlapping.child(0))
                .submit()
                .await();
        assertEquals(10 + round, seen[0], "the first of the other half");
        bench.use(2, Access.R, overlapping.child(1)).await();
        return waysSince(before);
    }

    /** From where to where something was copied; copies that are made at the same time have no order. */
    private List<String> waysSince(int before) {
        return bench.driver.ways().subList(before, copies()).stream().sorted().toList();
    }

    @Test
    void shouldPutTogetherOnADeviceWhatDevicesShare() throws InterruptedException {
        use(new NodesDriver(3, 3, 512, 1, true));
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(Filters.blocks(2));
        Partition overlapping = whole.plan(Filters.blocksWithHalo(2, 1));
        assertEquals(
                List.of("main>ram-1", "main>ram-2", "ram-1>main", "ram-2>main"),
                exchange(whole, halves, overlapping, 1),
                "nobody has known");
        for (int round = 2; round < 5; round++) {
            assertEquals(
                    List.of("ram-1>ram-2", "ram-2>ram-1"),
                    exchange(whole, halves, overlapping, round),
                    "round " + round);
        }
    }

    @Test
    void shouldPutTogetherAtHomeWhatIsNeededThere() throws InterruptedException {
        use(new NodesDriver(3, 3, 512, 1, true));
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(Filters.blocks(2));
        for (int round = 0; round < 5; round++) {
            int before = copies();
            bench.set(1, halves.child(0), round);
            bench.set(2, halves.child(1), 10 + round);
            assertEquals(round, bench.get(0, whole));
            assertEquals(
                    round == 1 || round == 2
                            ? List.of("ram-1>main", "ram-2>ram-1")
                            : List.of("ram-1>main", "ram-2>main"),
                    waysSince(before),
                    "it was tried twice; round " + round);
        }
    }

    @Test
    void shouldPutTogetherAtHomeWhereDevicesDoNotReachEachOther() throws InterruptedException {
        use(new NodesDriver(3, 3, 512, 1, false));
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(Filters.blocks(2));
        Partition overlapping = whole.plan(Filters.blocksWithHalo(2, 1));
        for (int round = 0; round < 3; round++) {
            assertEquals(
                    List.of("main>ram-1", "main>ram-2", "ram-1>main", "ram-2>main"),
                    exchange(whole, halves, overlapping, round));
        }
    }

    @Test
    void shouldHaveMemoryForTheWholeInTheOnlyOtherMemory() throws InterruptedException {
        use(new NodesDriver(2, 2, 512, 1, false));
        DataHandle whole = bench.temporary(16);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.set(1, halves.child(0), 1);
        bench.set(1, halves.child(1), 2);
        bench.add(1, whole, 1);
        assertEquals(2, bench.get(1, halves.child(0)));
        assertEquals(0, copies());
        assertTrue(whole.isAllocatedOn(1));
    }

    @Test
    void shouldKeepAWholeThatGotItsMemoryForAPartOfTheSameTask() throws InterruptedException {
        use(new NodesDriver(2, 2, 256, 1, false));
        DataHandle whole = bench.vector(new long[16]);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.task(1, 0, kernel -> {}, Access.R, Access.R)
                .data(whole, halves.child(0))
                .submit()
                .await();
        Task reading = bench.use(1, Access.R, whole, 1000);
        DataHandle large = bench.bytes(256);
        bench.pass(100);
        large.transfer(1, TransferKind.FETCH, 0);
        bench.pass(500);
        assertTrue(whole.isAllocatedOn(1), "it is in use");
        assertFalse(large.isAllocatedOn(1));
        reading.await();
    }

    /** Two halves of a vector, which leave the last element of an odd length out. */
    private static List<Part> halves(Layout layout) {
        VectorLayout vector = (VectorLayout) layout;
        long half = vector.length() / 2;
        VectorLayout part = new VectorLayout(vector.element(), half);
        return List.of(
                new Part(part, List.of(Slice.ofRun(0, 0))),
                new Part(part, List.of(Slice.ofRun(0, half * vector.element().bytes()))));
    }

    private void setAll(int node, DataHandle data, long value) {
        Kernel setting = kernel -> {
            for (long index = 0; index < kernel.view(0, VectorView.class).length(); index++) {
                kernel.view(0, VectorView.class).setLong(index, value);
            }
        };
        bench.task(node, 0, setting, Access.W).data(data).submit();
    }

    @Test
    void shouldKeepWhatNoPartContains() throws InterruptedException {
        for (boolean peers : new boolean[] {false, true}) {
            for (int memories = 2; memories <= 3; memories++) {
                use(new NodesDriver(memories, memories, 1024, 1, peers));
                long[] array = new long[17];
                DataHandle whole = bench.vector(array);
                setAll(1, whole, 1);
                Partition plan = whole.plan((layout, content) -> halves(layout));
                for (int round = 2; round < 6; round++) {
                    setAll(1, plan.child(0), round);
                    setAll(memories - 1, plan.child(1), 10 + round);
                    if (round == 3) {
                        bench.use(1, Access.R, whole); // else the parts are put together for the next ones only
                    }
                    bench.use(0, Access.R, whole);
                    whole.evict(1);
                }
                whole.close();
                assertEquals(List.of(5L, 15L, 1L), List.of(array[0], array[8], array[16]));
            }
        }
    }

    @Test
    void shouldEvictTheWholeWithItsParts() throws InterruptedException {
        long[] array = new long[32];
        DataHandle whole = bench.vector(array);
        bench.add(1, whole, 1);
        Partition quarters = whole.plan(Filters.blocks(4));
        bench.add(1, quarters.child(0), 1);
        bench.add(1, quarters.child(3), 4);
        bench.runtime.waitAll();
        int before = copies();
        bench.use(1, Access.W, bench.temporary(64)).await();
        assertEquals(4, copies() - before, "each part comes home: it is valid nowhere else");
        assertFalse(quarters.child(0).isAllocatedOn(1));
        assertEquals(512, node(1).used());
        assertEquals(2, bench.get(0, whole));
        whole.close();
        assertEquals(List.of(2L, 4L), List.of(array[0], array[24]));
    }

    @Test
    void shouldBringPartsHomeWithTheWholeIfBothAreRead() throws InterruptedException {
        DataHandle whole = bench.vector(new long[32]);
        bench.add(1, whole, 1);
        Partition quarters = whole.plan(Filters.blocks(4));
        Partition eighths = quarters.child(0).plan(Filters.blocks(2));
        assertEquals(1, bench.get(1, eighths.child(0)));
        int before = copies();
        bench.use(1, Access.W, bench.temporary(64)).await();
        assertEquals(1, copies() - before);
        assertEquals(ReplicateState.OWNED, eighths.child(0).stateOn(0));
        assertEquals(ReplicateState.OWNED, quarters.child(3).stateOn(0));
        assertEquals(ReplicateState.OWNED, whole.stateOn(0));
        assertEquals(1, bench.get(0, eighths.child(0)));
    }

    @Test
    void shouldBringPartsHomeWhoseWholeIsElsewhereButNotHome() throws InterruptedException {
        use(new NodesDriver(3, 3, 512, 1, true));
        DataHandle whole = bench.vector(new long[32]);
        bench.add(1, whole, 1);
        Partition quarters = whole.plan(Filters.blocks(4));
        assertEquals(1, bench.get(1, quarters.child(0)));
        assertEquals(1, bench.get(2, whole));
        assertEquals(ReplicateState.INVALID, whole.stateOn(0));
        bench.use(1, Access.W, bench.temporary(64)).await();
        assertEquals(ReplicateState.OWNED, quarters.child(0).stateOn(0));
        assertEquals(ReplicateState.OWNED, whole.stateOn(2));
    }

    @Test
    void shouldNotBringWhatTheWholeHasBroughtAlready() throws InterruptedException {
        DataHandle whole = bench.vector(new long[16]);
        Partition halves = whole.plan(Filters.blocks(2));
        assertEquals(0, bench.get(0, halves.child(0)));
        assertEquals(0, bench.get(1, whole));
        int before = copies();
        halves.child(1).prefetch(1);
        bench.pass(1_000);
        assertEquals(ReplicateState.SHARED, halves.child(1).stateOn(1));
        assertEquals(before, copies());
    }

    @Test
    void shouldNotLetAnOldValueOfTheWholeOvertakeItsParts() throws InterruptedException {
        DataHandle whole = bench.vector(new long[32]);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.add(1, whole, 1);
        bench.runtime.waitAll();
        whole.wontUse(); // on its way home, which takes longer than for a half
        bench.set(2, whole, 7);
        assertEquals(7, bench.get(0, halves.child(0)));
        bench.pass(10_000);
        assertEquals(7, bench.get(0, halves.child(0)));
    }

    @Test
    void shouldKeepTheWholeThatIsPutTogether() throws InterruptedException {
        DataHandle whole = bench.vector(new long[32]);
        bench.add(1, whole, 1);
        DataHandle half = whole.plan(Filters.blocks(2)).child(0);
        Partition quarters = half.plan(Filters.blocks(4));
        bench.add(1, quarters.child(0), 1);
        bench.add(0, quarters.child(3), 7);
        bench.runtime.waitAll();
        Task user = bench.add(1, half, 1);
        CompletableFuture<Boolean> gone = half.evict(1).toCompletableFuture();
        user.await();
        assertFalse(gone.getNow(true), "a part is on its way to it");
        assertEquals(3, bench.get(1, half));
    }

    @Test
    void shouldNotLoseAPartToItsNeighbours() throws InterruptedException {
        DataHandle whole = bench.vector(new long[32]);
        bench.add(1, whole, 1);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.add(1, halves.child(1), 9);
        Acquisition held = halves.child(0).acquire(Access.RW, 1);
        Task other = bench.use(1, Access.W, bench.temporary(64));
        bench.pass(10_000);
        assertFalse(other.state().isFinal(), "what is in use keeps the memory around it");
        held.view(VectorView.class).setLong(0, 8);
        held.release();
        other.await();
        assertEquals(8, bench.get(2, halves.child(0)));
        assertEquals(9, bench.get(1, halves.child(1)));
    }

    @Test
    void shouldGiveWhatATaskNeedsMemoryOfItsOwnIfTheWholeLeavesTooLittle() throws InterruptedException {
        long[] array = new long[48]; // 384 bytes
        DataHandle whole = bench.vector(array);
        bench.add(1, whole, 1);
        Partition parts = whole.plan(Filters.blocks(6));
        bench.add(1, parts.child(1), 2);
        DataHandle other = bench.temporary(32); // 256 bytes
        bench.task(
                        1,
                        0,
                        kernel -> {
                            kernel.view(1, VectorView.class)
                                    .setLong(0, kernel.view(0, VectorView.class).getLong(0));
                            kernel.view(0, VectorView.class).setLong(0, 10);
                        },
                        Access.RW,
                        Access.W)
                .data(parts.child(1), other)
                .submit()
                .await();
        assertEquals(2, bench.get(0, other));
        whole.close();
        assertEquals(List.of(1L, 10L), List.of(array[0], array[8]));
    }

    @Test
    void shouldSavePartsFromANodeThatLeaves() throws InterruptedException {
        long[] array = new long[16];
        DataHandle whole = bench.vector(array);
        bench.add(1, whole, 1);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.add(1, halves.child(1), 2);
        bench.runtime.waitAll();
        bench.laboratory.plugins.remove(bench.plugin);
        assertEquals(1, bench.runtime.memoryNodes().size());
        assertTrue(bench.memory(1).isClosed());
        assertEquals(ReplicateState.OWNED, halves.child(0).stateOn(0));
        whole.close();
        assertEquals(List.of(1L, 2L), List.of(array[0], array[8]));
    }

    @Test
    void shouldSayWhatWasLostWithTheNodeThatThePartsWereOn() throws InterruptedException {
        DataHandle whole = bench.vector(new long[16]).named("field");
        bench.add(1, whole, 1);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.add(1, halves.child(1), 2);
        bench.runtime.waitAll();
        bench.memory(1).failWith(new IOException("the wire is cut"));
        bench.laboratory.plugins.remove(bench.plugin);
        assertTrue(bench.memory(1).isClosed());
        bench.laboratory.addDriver("again", new NodesDriver(1, 1, 512, 1, false));
        Exception part =
                assertThrows(IllegalStateException.class, () -> halves.child(0).acquire(Access.R));
        assertTrue(part.getMessage().contains("field[0] has lost its value"), part.getMessage());
        Exception all = assertThrows(IllegalStateException.class, () -> whole.acquire(Access.R));
        assertTrue(all.getMessage().contains("field has lost its value"), all.getMessage());
    }

    @Test
    void shouldEvictAPartWhenAsked() throws InterruptedException {
        DataHandle whole = bench.vector(new long[16]);
        bench.add(1, whole, 1);
        Partition halves = whole.plan(Filters.blocks(2));
        bench.add(1, halves.child(0), 1);
        bench.runtime.waitAll();
        assertTrue(evict(halves.child(0)));
        assertEquals(ReplicateState.OWNED, halves.child(0).stateOn(0));
        assertEquals(ReplicateState.OWNED, halves.child(1).stateOn(1));
        assertTrue(evict(whole));
        assertEquals(0, node(1).used());
        assertEquals(ReplicateState.OWNED, halves.child(1).stateOn(0));
        assertEquals(2, bench.get(1, whole));
    }
}
