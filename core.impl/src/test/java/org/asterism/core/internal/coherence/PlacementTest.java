package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.model.Link;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.spi.policy.DataPlacement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What policies are told of data; a copy takes a nanosecond per byte. */
@Timeout(20)
class PlacementTest {
    private NodesBench bench = new NodesBench(3, Long.MAX_VALUE, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private List<Long> times(DataHandle data) {
        return List.of(
                bench.placement().transferNanos(data, 0),
                bench.placement().transferNanos(data, 1),
                bench.placement().transferNanos(data, 2));
    }

    @Test
    void shouldNameTheMemories() {
        assertEquals(
                List.of("main", "ram-1", "ram-2"),
                bench.placement().memoryNodes().stream().map(MemoryNode::name).toList());
    }

    @Test
    void shouldTellHowLongTransfersTakeFromTheBestSource() throws InterruptedException {
        DataHandle data = bench.bytes(640);
        assertEquals(List.of(0L, 640L, 640L), times(data));
        bench.use(1, Access.W, data).await();
        assertEquals(List.of(640L, 0L, 1280L), times(data), "through main memory");
        bench.use(0, Access.R, data).await();
        assertEquals(List.of(0L, 0L, 640L), times(data));
        bench.close();
        bench = new NodesBench(3, Long.MAX_VALUE, true);
        data = bench.bytes(640);
        bench.use(1, Access.W, data).await();
        assertEquals(List.of(640L, 0L, 640L), times(data), "directly");
    }

    @Test
    void shouldTellWhatATaskWouldHaveToWaitFor() throws InterruptedException {
        DataHandle read = bench.bytes(640);
        DataHandle written = bench.bytes(64);
        DataHandle changed = bench.bytes(128);
        DataHandle unwritten = bench.temporary(8);
        bench.use(1, Access.W, changed).await();
        bench.set(0, unwritten, 1);
        Task task =
                bench.task(2, 0, kernel -> {}, Access.R, Access.W, Access.RW).data(read, written, changed);
        assertEquals(128, bench.placement().missingBytes(task, 0));
        assertEquals(640, bench.placement().missingBytes(task, 1));
        assertEquals(768, bench.placement().missingBytes(task, 2));
        assertEquals(
                640 + 256,
                bench.placement().transferNanos(task, bench.runtime.workers().get(2)));
        read.prefetch(2);
        assertTrue(bench.placement().isValidOrRequested(read, 2));
        assertFalse(bench.placement().isValidOrRequested(read, 1));
        assertEquals(128, bench.placement().missingBytes(task, 2), "what is on its way is not missing");
        task.submit().await();
        assertEquals(0, bench.placement().missingBytes(task, 2));
    }

    /** A machine of three memories; each test says how fast its links are. */
    private static NodesDriver threeMemories() {
        return new NodesDriver(3, 3, Long.MAX_VALUE, 1, true);
    }

    private void open(NodesDriver driver, LinkSettings links) {
        bench.close();
        bench = new NodesBench(driver, links);
    }

    @Test
    void shouldTellHowLongACopyTakesWhateverIsCopied() {
        DataPlacement placement = bench.placement();
        assertEquals(640, placement.transferNanos(0, 1, 640));
        assertEquals(1280, placement.transferNanos(1, 2, 640), "through main memory");
        assertEquals(0, placement.transferNanos(1, 1, 640));
        open(
                threeMemories()
                        .expecting("main", "ram-2", 700, 1)
                        .expecting("ram-1", "ram-2", 10, 2)
                        .expecting("ram-2", "ram-1", 0, 0),
                LinkSettings.withContention(3));
        placement = bench.placement();
        assertEquals(700, placement.transferNanos(0, 2, 0), "the latency");
        assertEquals(10 + 3 * 2 * 640, placement.transferNanos(1, 2, 640), "directly");
        assertEquals(0, placement.transferNanos(2, 1, 640), "nothing is known of the link");
    }

    @Test
    void shouldDescribeTheLinkBetweenTwoNodes() {
        DataPlacement placement = bench.placement();
        assertEquals(Optional.empty(), placement.link(1, 2), "data go through main memory");
        assertEquals(Optional.empty(), placement.link(1, 1));
        open(
                threeMemories().expecting("ram-1", "ram-2", 10, 2).expecting("ram-2", "ram-1", 0, 0),
                LinkSettings.defaults());
        placement = bench.placement();
        assertEquals(
                new Link(1, "ram-1", 2, "ram-2", 10, 5e8, false, Link.Origin.DRIVER),
                placement.link(1, 2).orElseThrow());
        assertEquals(
                new Link(2, "ram-2", 1, "ram-1", Double.NaN, Double.NaN, false, Link.Origin.UNKNOWN),
                placement.link(2, 1).orElseThrow());
    }

    @Test
    void shouldRefuseCopiesThatCannotBe() {
        DataPlacement placement = bench.placement();
        assertEquals(
                "there is no memory node 7: there are 0 (main), 1 (ram-1), 2 (ram-2)",
                assertThrows(IllegalArgumentException.class, () -> placement.transferNanos(0, 7, 8))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> placement.link(-1, 0));
        assertEquals(
                "a copy of -8 bytes from memory node 0 to 1 was asked about: give 0 or more",
                assertThrows(IllegalArgumentException.class, () -> placement.transferNanos(0, 1, -8))
                        .getMessage());
    }

    @Test
    void shouldPredictTheCopyThatIsMade() throws InterruptedException {
        open(
                threeMemories()
                        .expecting("main", "ram-2", 700, 1)
                        .expecting("ram-1", "ram-2", 10, 2)
                        .expecting("ram-2", "main", 5, 9),
                LinkSettings.defaults());
        DataHandle data = bench.bytes(640);
        bench.use(1, Access.R, data).await();
        assertEquals(1290, bench.placement().transferNanos(data, 2), "from ram-1: main memory would take 1340");
        bench.use(2, Access.R, data).await();
        assertEquals(List.of("main>ram-1", "ram-1>ram-2"), bench.driver.ways());
        DataHandle large = bench.bytes(6400);
        bench.use(1, Access.R, large).await();
        assertEquals(7100, bench.placement().transferNanos(large, 2), "from main: the latency does not matter");
        bench.use(2, Access.W, large).await();
        assertEquals(5 + 9 * 6400, bench.placement().transferNanos(large, 0), "the other way is slower");
    }

    @Test
    void shouldTakeMainMemoryWhenALinkIsUnknown() throws InterruptedException {
        open(threeMemories().expecting("ram-1", "ram-2", 0, 0), LinkSettings.defaults());
        DataHandle data = bench.bytes(640);
        bench.use(1, Access.R, data).await();
        assertEquals(640, bench.placement().transferNanos(data, 2));
        bench.use(2, Access.R, data).await();
        assertEquals(List.of("main>ram-1", "main>ram-2"), bench.driver.ways());
        bench.use(1, Access.W, data).await();
        assertEquals(0, bench.placement().transferNanos(data, 2), "nobody knows");
    }

    @Test
    void shouldExpectNothingOfWhatIsOnItsWay() {
        DataHandle data = bench.bytes(640);
        data.prefetch(1);
        assertEquals(List.of(0L, 0L, 640L), times(data));
    }

    @Test
    void shouldExpectNothingOfDataThatAreContributedTo() {
        DataHandle sum = bench.vector(0);
        Task task = bench.task(1, 0, kernel -> {}, Access.REDUX).data(sum);
        assertEquals(0, bench.placement().transferNanos(task, 1));
        assertEquals(0, bench.placement().missingBytes(task, 1));
    }

    @Test
    void shouldExpectAllDevicesToCopyAllTheTime() {
        open(threeMemories().withDevices().expecting("main", "ram-1", 100, 1), LinkSettings.defaults());
        DataHandle data = bench.bytes(640);
        assertEquals(List.of(0L, 100 + 4 * 640L, 4 * 640L), times(data), "two devices, both ways");
        open(threeMemories().withDevices().expecting("main", "ram-1", 100, 1), LinkSettings.withContention(1.5));
        data = bench.bytes(640);
        assertEquals(List.of(0L, 100 + 960L, 960L), times(data));
    }

    @Test
    void shouldTellWhichNodesThereAreWhenAskedForAnother() {
        DataHandle data = bench.bytes(64);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> bench.placement().transferNanos(data, 3))
                .getMessage();
        assertEquals("there is no memory node 3: there are 0 (main), 1 (ram-1), 2 (ram-2)", message);
    }

    private Task reading(DataHandle data) {
        return bench.task(1, 0, kernel -> {}, Access.R).data(data);
    }

    private long missing(DataHandle data, int node) {
        return bench.placement().missingBytes(reading(data), node);
    }

    private long nanos(DataHandle data, int node) {
        return bench.placement().transferNanos(data, node);
    }

    @Test
    void shouldExpectNothingOfAPartWhoseWholeIsThere() throws InterruptedException {
        DataHandle whole = bench.bytes(640);
        Partition halves = whole.plan(Filters.blocksWithHalo(2, 8)); // 384 bytes each: they are only read
        bench.use(2, Access.R, halves.child(0)).await();
        assertEquals(384, missing(halves.child(0), 1));
        assertEquals(384, nanos(halves.child(0), 1));
        bench.use(1, Access.R, whole).await();
        assertEquals(ReplicateState.INVALID, bench.placement().state(halves.child(0), 1), "nobody has asked for it");
        assertTrue(bench.placement().isValidOrRequested(halves.child(0), 1));
        assertEquals(0, missing(halves.child(0), 1));
        assertEquals(0, nanos(halves.child(0), 1));
        int before = bench.driver.begun().size();
        bench.use(1, Access.R, halves.child(0)).await();
        assertEquals(before, bench.driver.begun().size(), "and nothing is copied");
    }

    @Test
    void shouldExpectACopyOfAPartThatCannotLieWithinTheWhole() throws InterruptedException {
        open(new NodesDriver(3, 3, Long.MAX_VALUE, 1, false).withViewAlignment(512), LinkSettings.defaults());
        DataHandle whole = bench.bytes(640);
        Partition halves = whole.plan(Filters.blocksWithHalo(2, 8));
        bench.use(1, Access.R, whole).await();
        bench.use(1, Access.R, halves.child(1)).await();
        halves.child(1).evict(1);
        bench.pass(1);
        assertEquals(0, missing(halves.child(0), 1));
        assertEquals(384, missing(halves.child(1), 1), "it begins in the middle");
        assertEquals(384, nanos(halves.child(1), 1));
    }

    @Test
    void shouldExpectPartsThatAreNotCutYetFromWhereTheWholeIs() throws InterruptedException {
        DataHandle whole = bench.bytes(640);
        bench.use(1, Access.W, whole).await();
        Partition halves = whole.plan(Filters.blocks(2));
        Partition quarters = halves.child(0).plan(Filters.blocks(2));
        for (DataHandle part : List.of(halves.child(0), quarters.child(0))) {
            assertEquals(List.of(part.bytes(), 0L, 2 * part.bytes()), times(part), "through main memory");
            assertEquals(part.bytes(), missing(part, 0));
            assertEquals(0, missing(part, 1));
        }
    }

    @Test
    void shouldExpectOfAWholeOnlyThePartsThatAreElsewhere() throws InterruptedException {
        DataHandle whole = bench.bytes(640);
        bench.use(1, Access.W, whole).await();
        Partition quarters = whole.plan(Filters.blocks(4));
        for (int part = 0; part < 4; part++) {
            bench.use(part == 3 ? 2 : 1, Access.RW, quarters.child(part)).await();
        }
        assertEquals(List.of(640L, 160L, 640L), List.of(missing(whole, 0), missing(whole, 1), missing(whole, 2)));
        assertEquals(List.of(640L, 320L, 1280L), times(whole), "through main memory");
        bench.use(1, Access.R, whole).await();
        assertEquals(List.of(640L, 0L, 1280L), times(whole), "it was put together");
    }

    @Test
    void shouldAllocateNothingWhenAsked() throws InterruptedException {
        open(new NodesDriver(3, 3, Long.MAX_VALUE, 1, false), LinkSettings.defaults());
        DataHandle data = bench.bytes(640);
        bench.use(1, Access.W, data).await();
        Task task = bench.task(2, 0, kernel -> {}, Access.R).data(data);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemorySupported() && threads.isThreadAllocatedMemoryEnabled());
        long least = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int index = 0; index < 1000; index++) {
                sum += bench.placement().transferNanos(task, 2);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(5000 * 1280, sum);
        assertTrue(least < 1000, "1000 questions took " + least + " bytes");
    }
}
