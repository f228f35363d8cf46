package org.asterism.core.internal.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.model.Link;
import org.asterism.api.model.LinkSettings;
import org.asterism.api.model.Links;
import org.asterism.api.model.ModelSettings;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.policy.DataPlacement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Links are measured in real time, on memories of 64 KiB whose copies take a nanosecond per byte; some are said to be
 * unknown.
 */
@Timeout(20)
class KnownLinksTest {
    @TempDir
    Path folder;

    private TaskRuntime runtime;

    private static NodesDriver memories(int nodes) {
        return new NodesDriver(nodes, nodes, 64 << 10, 1, false);
    }

    /** A driver that knows nothing of the links with main memory. */
    private static NodesDriver unknowing(int nodes) {
        NodesDriver driver = memories(nodes);
        for (int node = 1; node < nodes; node++) {
            driver.expecting("main", "ram-" + node, 0, 0).expecting("ram-" + node, "main", 0, 0);
        }
        return driver;
    }

    private RuntimeConfiguration configuration() {
        return RuntimeConfiguration.defaults()
                .withPolicy("eager")
                .withModels(ModelSettings.defaults().withFolder(folder).withMachine("host"));
    }

    /** A runtime in real time. */
    private TaskRuntime open(Laboratory laboratory, NodesDriver driver) {
        laboratory.addDriver("nodes", driver);
        return laboratory.factory.create(configuration());
    }

    private static List<Link.Origin> origins(Links links) {
        return links.all().stream().map(Link::origin).toList();
    }

    private Path file() {
        return folder.resolve("bus").resolve("host");
    }

    @Test
    void shouldMeasureUntilTheDataHaveArrived() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            HandDriver driver = new HandDriver();
            HandDevice device = driver.comes();
            laboratory.addDriver("hand", driver);
            Links links = laboratory.factory.create(configuration()).links();
            device.memory().arriveWhenAsked(100);
            links.measure();
            assertEquals(0, device.memory().arrivals());
        }
    }

    @Test
    void shouldMeasureOnceAndKeepIt() throws Exception {
        NodesDriver driver = unknowing(2);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, driver).links();
            assertEquals(List.of(Link.Origin.UNKNOWN, Link.Origin.UNKNOWN), origins(links));
            assertTrue(driver.begun().isEmpty(), "nobody has asked");
            links.measure();
            assertEquals(List.of(Link.Origin.MEASURED, Link.Origin.MEASURED), origins(links));
            assertEquals(Optional.of(file()), links.file());
            Link in = links.all().getFirst();
            assertEquals("main>ram-1", in.fromName() + ">" + in.toName());
            assertTrue(in.latencyNanos() > 0, "" + in);
            assertTrue(in.bytesPerSecond() <= 2e9, "a byte takes a nanosecond at least: " + in);
            int copies = driver.begun().size();
            links.measure();
            assertEquals(copies, driver.begun().size(), "they are known");
            assertEquals(0, driver.memories().getFirst().used(), "the memory is given back");
        }
        NodesDriver again = unknowing(2);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, again).links();
            assertEquals(List.of(Link.Origin.KEPT, Link.Origin.KEPT), origins(links), "from the beginning");
            links.measure();
            assertTrue(again.begun().isEmpty());
        }
    }

    @Test
    void shouldMeasureAnewWhenAskedTo() throws Exception {
        NodesDriver driver = unknowing(2);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, driver).links();
            links.measure();
            int copies = driver.begun().size();
            String before = Files.readString(file());
            links.calibrate();
            assertTrue(driver.begun().size() > copies);
            assertFalse(before.equals(Files.readString(file())));
            assertEquals(0, driver.memories().getFirst().used());
        }
    }

    @Test
    void shouldMeasureAnewWhenTheNodesHaveChanged() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            open(laboratory, unknowing(2)).links().measure();
        }
        NodesDriver more = unknowing(3);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, more).links();
            assertEquals(4, links.all().size());
            assertTrue(origins(links).stream().allMatch(Link.Origin.UNKNOWN::equals));
            links.measure();
            assertTrue(origins(links).stream().allMatch(Link.Origin.MEASURED::equals));
        }
    }

    @Test
    void shouldBelieveDriversAndMeasureTheRest() throws Exception {
        NodesDriver driver = memories(2).expecting("ram-1", "main", 0, 0).expecting("main", "ram-1", 7, 2);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, driver).links();
            links.calibrate();
            assertEquals(List.of(Link.Origin.DRIVER, Link.Origin.MEASURED), origins(links));
            assertEquals(
                    new Link(0, "main", 1, "ram-1", 7, 5e8, false, Link.Origin.DRIVER),
                    links.all().getFirst());
            long in = driver.ways().stream().filter("main>ram-1"::equals).count();
            long out = driver.ways().stream().filter("ram-1>main"::equals).count();
            assertTrue(in >= 2 && 7 * in <= out, in + ", only to write what is copied back: " + out);
        }
    }

    /** Opens a runtime and lets the test ask what policies may ask. */
    private DataPlacement placementOf(Laboratory laboratory, NodesDriver driver) {
        DataPlacement[] placement = new DataPlacement[1];
        laboratory.addDriver("nodes", driver);
        laboratory.addPolicy("asking", context -> {
            placement[0] = context.placement();
            return new EagerPolicyFactory().create(context);
        });
        runtime = laboratory.factory.create(configuration().withPolicy("asking"));
        return placement[0];
    }

    @Test
    void shouldMeasureAsideWhenAPredictionIsInVain() {
        try (Laboratory laboratory = new Laboratory()) {
            DataPlacement placement = placementOf(laboratory, unknowing(2));
            DataHandle data = runtime.data().vector(MemorySegment.ofArray(new long[1000]), ElementType.LONG, 1000);
            assertEquals(0, placement.transferNanos(data, 1), "it does not wait");
            while (origins(runtime.links()).contains(Link.Origin.UNKNOWN)) {
                Await.pause();
            }
            assertTrue(placement.transferNanos(data, 1) >= 4000, "8000 bytes, if the median was disturbed by half");
        }
    }

    /** A memory whose driver knows nothing of its links. */
    private record UnknowingMemory(String name) implements DeviceMemory {
        @Override
        public long capacity() {
            return Long.MAX_VALUE;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            throw new AssertionError("only asked");
        }

        @Override
        public void free(MemorySegment memory) {
            throw new AssertionError("only asked");
        }

        @Override
        public Transfer copyIn(List<BufferCopy> copies) {
            throw new AssertionError("only asked");
        }

        @Override
        public Transfer copyOut(List<BufferCopy> copies) {
            throw new AssertionError("only asked");
        }
    }

    /** Nodes come while a thread has looked which links are unknown, and measures those. */
    @Test
    void shouldMeasureTheLinksOfANodeThatComesWhileOthersAreMeasured() throws InterruptedException {
        LinkTable table = new LinkTable(LinkSettings.defaults());
        CountDownLatch measuring = new CountDownLatch(1);
        CountDownLatch hasCome = new CountDownLatch(1);
        Trials trials = new Trials() {
            @Override
            public Outcome copy(int from, int to, long bytes, int times) throws InterruptedException {
                measuring.countDown();
                hasCome.await();
                long[] nanos = new long[times];
                Arrays.fill(nanos, 100 + 2 * bytes);
                return new Outcome(bytes, nanos);
            }

            @Override
            public void stop() {
                // Nothing takes long.
            }
        };
        ModelSettings settings = ModelSettings.defaults().withFolder(folder).withMachine("host");
        try (KnownLinks links = new KnownLinks(table, settings, trials)) {
            table.add(1, new UnknowingMemory("first"), true);
            assertEquals(0, table.predict(0, 1, 1000));
            measuring.await();
            table.add(2, new UnknowingMemory("second"), true);
            assertEquals(0, table.predict(0, 2, 1000));
            hasCome.countDown();
            Await.await(() -> table.unknown().isEmpty());
            assertEquals(4, links.all().size());
        }
    }

    @Test
    void shouldNotBeMeasuredBecauseDataAreCopied() throws InterruptedException {
        NodesDriver driver = unknowing(2);
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime opened = open(laboratory, driver);
            DataHandle data = opened.data().vector(MemorySegment.ofArray(new long[1]), ElementType.LONG, 1);
            data.prefetch(1);
            opened.waitAll();
            while (driver.begun().isEmpty()) {
                Await.pause();
            }
            assertEquals(1, driver.begun().size());
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void shouldGiveUpWhenTheRuntimeIsClosed() {
        NodesDriver slow = new NodesDriver(2, 2, 64 << 10, 3000, false)
                .expecting("main", "ram-1", 0, 0)
                .expecting("ram-1", "main", 0, 0);
        try (Laboratory laboratory = new Laboratory()) {
            DataPlacement placement = placementOf(laboratory, slow);
            DataHandle data = runtime.data().vector(MemorySegment.ofArray(new long[10]), ElementType.LONG, 10);
            placement.transferNanos(data, 1);
            while (slow.begun().isEmpty()) {
                Await.pause();
            }
        }
        assertTrue(slow.memories().getFirst().isClosed(), "and nothing lies there");
        assertTrue(slow.begun().size() < 20, "all would take more than a second");
        assertThrows(IllegalStateException.class, runtime.links()::calibrate);
        assertFalse(Files.exists(file()));
    }

    @Test
    void shouldMeasureLinksBetweenDevices() throws Exception {
        NodesDriver driver = new NodesDriver(3, 3, 64 << 10, 1, true)
                .expecting("ram-1", "ram-2", 0, 0)
                .expecting("ram-2", "ram-1", 0, 0);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, driver).links();
            links.measure();
            assertTrue(links.all().stream()
                    .allMatch(link -> (link.from() * link.to() > 0 ? Link.Origin.MEASURED : Link.Origin.DRIVER)
                            == link.origin()));
            assertTrue(driver.ways().contains("main>ram-1"), "what is copied is written before");
            assertEquals(0, driver.memories().getFirst().used());
            assertEquals(0, driver.memories().getLast().used());
        }
    }

    @Test
    void shouldMeasureNothingWhereThereIsNothingToMeasure() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, memories(1)).links();
            links.measure();
            links.calibrate();
            assertEquals(List.of(), links.all());
        }
        assertFalse(Files.exists(folder.resolve("bus")));
    }

    @Test
    void shouldMeasureNothingInVirtualTime() throws Exception {
        try (NodesBench bench = new NodesBench(unknowing(2), LinkSettings.defaults())) {
            Links links = bench.runtime.links();
            links.measure();
            assertEquals(List.of(Link.Origin.UNKNOWN, Link.Origin.UNKNOWN), origins(links));
            assertEquals(Optional.empty(), links.file());
            assertThrows(IllegalStateException.class, links::calibrate);
            assertTrue(bench.driver.begun().isEmpty());
        }
    }

    @Test
    void shouldMeasureTheOtherLinksWhenOneFails() throws Exception {
        NodesDriver driver = unknowing(3);
        try (Laboratory laboratory = new Laboratory()) {
            Links links = open(laboratory, driver).links();
            driver.memories().getFirst().failWith(new IllegalStateException("broken by a test"));
            links.measure();
            assertEquals(
                    List.of(Link.Origin.UNKNOWN, Link.Origin.MEASURED, Link.Origin.UNKNOWN, Link.Origin.MEASURED),
                    origins(links));
            assertEquals(0, driver.memories().getFirst().used());
        }
    }

    @Test
    void shouldTakeTheMedian() throws Exception {
        Trials trials = new Trials() {
            @Override
            public Outcome copy(int from, int to, long bytes, int times) {
                long[] nanos = new long[times];
                Arrays.fill(nanos, bytes == 1 ? 100 : 100 + 2 * (bytes - 1));
                nanos[0] = 1_000_000_000;
                nanos[1] = 1_000_000_000;
                nanos[2] = 0;
                nanos[times - 1] = 1_000_000_000;
                return new Outcome(bytes, nanos);
            }

            @Override
            public void stop() {
                throw new AssertionError("nobody does");
            }
        };
        assertEquals(new Speed(100, 2), new Stopwatch(trials).measure(0, 1));
    }

    /** Copies of a process that has just started become faster; those of a slow link are not repeated for long. */
    @Test
    void shouldMeasureUntilCopiesDoNotBecomeFaster() throws Exception {
        assertEquals(new Speed(100, 2), new Stopwatch(new WarmingTrials(4, 1)).measure(0, 1));
        WarmingTrials slow = new WarmingTrials(1_000_000, 1_000_000_000);
        new Stopwatch(slow).measure(0, 1);
        assertEquals(2, slow.series, "one of each length");
    }

    @Test
    void shouldNotRepeatCopiesThatTakeNoTimeForEver() throws Exception {
        assertEquals(0, new Stopwatch(new WarmingTrials(0, 0)).measure(0, 1).latency());
    }

    /** Each series takes half as long as the one before, until nothing slows it down any more. */
    private static final class WarmingTrials implements Trials {
        private final long least;
        private long factor;
        int series;

        WarmingTrials(long factor, long least) {
            this.factor = factor;
            this.least = least;
        }

        @Override
        public Outcome copy(int from, int to, long bytes, int times) {
            long[] nanos = new long[times];
            Arrays.fill(nanos, Math.max(least, factor * (100 + 2 * (bytes - 1))));
            factor = Math.max(Math.min(1, factor), factor / 2);
            series++;
            return new Outcome(bytes, nanos);
        }

        @Override
        public void stop() {
            throw new AssertionError("nobody does");
        }
    }
}
