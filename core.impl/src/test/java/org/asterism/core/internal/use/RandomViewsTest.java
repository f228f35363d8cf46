package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Filters;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.Partition;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Matrices that are cut in several ways, some of whose pieces overlap or are cut again, on several memories that may be
 * too small for all, against a model that does one task after the other. {@code -Dasterism.seed=N} repeats one course,
 * {@code -Dasterism.rounds=N} tries more.
 */
@Timeout(120)
class RandomViewsTest {
    private static final int ROWS = 9;
    private static final int COLUMNS = 8;
    private static final int OPERATIONS = 150;

    @Test
    void shouldLookLikeOneAfterTheOtherInVirtualTime() {
        forManySeeds(Integer.getInteger("asterism.rounds", 80), true);
    }

    @Test
    void shouldLookLikeOneAfterTheOtherWithThreadsAndADriverThatLeaves() {
        forManySeeds(Integer.getInteger("asterism.rounds", 25), false);
    }

    private static void forManySeeds(int number, boolean virtual) {
        Long given = Long.getLong("asterism.seed");
        long first = given == null ? System.nanoTime() : given;
        for (long seed = first; seed < first + (given == null ? number : 1); seed++) {
            try {
                new Course(seed, virtual).run();
            } catch (Exception | Error thrown) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, thrown);
            }
        }
        System.out.println("random views: seeds from " + first + (virtual ? " in virtual time" : " with threads"));
    }

    /** A matrix or a piece of one: which cells of which it has. */
    private record Area(Root root, DataHandle handle, int row, int column, int rows, int columns, boolean writable) {
        long sum() {
            long sum = 0;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    sum = 31 * sum + root.cells[(row + i) * COLUMNS + column + j];
                }
            }
            return sum;
        }

        void change(long factor, long more) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    int cell = (row + i) * COLUMNS + column + j;
                    root.cells[cell] = factor * root.cells[cell] + more + i - j;
                }
            }
        }
    }

    /** What a whole matrix should contain. */
    private static final class Root {
        final long[] cells = new long[ROWS * COLUMNS];
        long[] home;
        DataHandle handle;
        final List<Partition> plans = new ArrayList<>();
    }

    private static long sum(MatrixView view) {
        long sum = 0;
        for (long i = 0; i < view.rows(); i++) {
            for (long j = 0; j < view.columns(); j++) {
                sum = 31 * sum + view.getLong(i, j);
            }
        }
        return sum;
    }

    private static void change(MatrixView view, long factor, long more) {
        for (long i = 0; i < view.rows(); i++) {
            for (long j = 0; j < view.columns(); j++) {
                long before = factor == 0 ? 0 : factor * view.getLong(i, j);
                view.setLong(i, j, before + more + i - j);
            }
        }
    }

    private static final class Course {
        private final Random random;
        private final boolean virtual;
        private final int nodes;
        private final NodesDriver driver;
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final List<Root> roots = new ArrayList<>();
        private final List<Area> areas = new ArrayList<>();
        private final NodesBench bench;
        private final Laboratory laboratory;
        private final DriverPlugin guest;
        private final NodesDriver guests;
        private final TaskRuntime runtime;

        Course(long seed, boolean virtual) {
            random = new Random(seed);
            this.virtual = virtual;
            nodes = 2 + random.nextInt(3);
            driver = driver();
            guests = driver();
            if (virtual) {
                bench = new NodesBench(driver, LinkSettings.defaults());
                laboratory = bench.laboratory;
                runtime = bench.runtime;
                guest = null;
                bench.whenPushed = (task, worker) -> {
                    TransferKind kind = TransferKind.values()[random.nextInt(TransferKind.values().length)];
                    if (kind != TransferKind.FETCH) {
                        bench.placement().prefetch(task, worker, kind, random.nextInt(3));
                    }
                };
            } else {
                bench = null;
                laboratory = new Laboratory();
                laboratory.addDriver("nodes", driver);
                guest = laboratory.addDriver("guests", guests);
                runtime = laboratory.factory.create(RuntimeConfiguration.defaults());
            }
        }

        private NodesDriver driver() {
            long whole = ROWS * COLUMNS * Long.BYTES; // a multiple of 64
            long capacity = random.nextInt(5) == 0 ? Long.MAX_VALUE : 2 * whole + 64L * random.nextInt(20);
            return new NodesDriver(nodes, nodes, capacity, random.nextInt(4), random.nextBoolean())
                    .withViewAlignment(1L << random.nextInt(8));
        }

        void run() throws InterruptedException {
            try (laboratory) {
                for (int number = 0; number < 2; number++) {
                    roots.add(root());
                }
                int leaving = random.nextInt(OPERATIONS);
                for (int operation = 0; operation < OPERATIONS; operation++) {
                    operate();
                    if (operation == leaving && guest != null) {
                        laboratory.plugins.remove(guest);
                    }
                }
                runtime.waitAll();
                for (Root root : roots) {
                    if (root.home == null) {
                        try (Acquisition whole = root.handle.acquire(Access.R)) {
                            assertEquals(
                                    areas.get(areaOf(root)).sum(), RandomViewsTest.sum(whole.view(MatrixView.class)));
                        }
                    }
                    root.handle.close();
                    if (root.home != null) {
                        assertArrayEquals(root.cells, root.home);
                    }
                }
                assertTrue(wrong.isEmpty(), wrong::toString);
                runtime.memoryNodes().forEach(node -> assertEquals(0, node.used(), node + " has something left"));
                for (NodesDriver.Memory memory : driver.memories()) {
                    assertTrue(memory.mostUsed() <= memory.capacity(), "a memory took more than there is");
                }
            }
            driver.memories().forEach(memory -> assertTrue(memory.isClosed()));
            guests.memories().forEach(memory -> assertTrue(memory.isClosed()));
        }

        private int areaOf(Root root) {
            int index = 0;
            while (areas.get(index).root() != root || areas.get(index).handle() != root.handle) {
                index++;
            }
            return index;
        }

        private Root root() {
            Root root = new Root();
            if (random.nextInt(3) > 0) {
                root.home = new long[ROWS * COLUMNS];
                root.handle = runtime.data()
                        .matrix(MemorySegment.ofArray(root.home), ElementType.LONG, ROWS, COLUMNS, COLUMNS);
            } else {
                root.handle = runtime.data().temporary(new MatrixLayout(ElementType.LONG, ROWS, COLUMNS));
            }
            Area whole = new Area(root, root.handle, 0, 0, ROWS, COLUMNS, true);
            areas.add(whole);
            if (root.home == null) {
                submit(whole, 0, 1);
            }
            List<Area> possible = new ArrayList<>(List.of(whole));
            for (int plan = 0; plan < 4; plan++) {
                cut(possible.get(random.nextInt(possible.size())), possible);
            }
            return root;
        }

        private void cut(Area area, List<Area> possible) {
            if (area.rows() < 3 || area.columns() < 2) {
                return;
            }
            boolean halo = random.nextInt(4) == 0;
            int down = halo ? Math.min(2, area.rows() - 2) : 1 + random.nextInt(Math.min(3, area.rows()));
            int across = halo ? 1 : 1 + random.nextInt(Math.min(3, area.columns()));
            Filter filter = halo ? Filters.rowsWithHalo(down, 1) : Filters.tiles(down, across);
            Partition partition = area.handle().plan(filter);
            area.root().plans.add(partition);
            int next = 0;
            int row = halo ? 1 : 0;
            for (int i = 0; i < down; i++) {
                int rows = length(halo ? area.rows() - 2 : area.rows(), down, i);
                int column = 0;
                for (int j = 0; j < across; j++) {
                    int columns = length(area.columns(), across, j);
                    int border = halo ? 1 : 0;
                    Area piece = new Area(
                            area.root(),
                            partition.child(next++),
                            area.row() + row - border,
                            area.column() + column,
                            rows + 2 * border,
                            columns,
                            area.writable() && !halo);
                    areas.add(piece);
                    possible.add(piece);
                    column += columns;
                }
                row += rows;
            }
        }

        private static int length(int whole, int parts, int index) {
            return whole / parts + (index < whole % parts ? 1 : 0);
        }

        private Area any(boolean writable) {
            Area area = areas.get(random.nextInt(areas.size()));
            while (writable && !area.writable()) {
                area = areas.get(random.nextInt(areas.size()));
            }
            return area;
        }

        private void operate() throws InterruptedException {
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3 -> submit(any(true), random.nextInt(3) - 1, random.nextInt(100));
                case 4, 5, 6 -> {
                    Area area = any(false);
                    long expected = area.sum();
                    task(
                                    "check",
                                    kernel -> expect(
                                            "a task", expected, RandomViewsTest.sum(kernel.view(0, MatrixView.class))),
                                    Access.R)
                            .data(area.handle())
                            .submit();
                }
                case 7, 8 -> both(any(true), any(false));
                case 9 -> any(false).handle().transfer(node(), kind(), random.nextInt(3));
                case 10 -> any(false).handle().wontUse();
                case 11 -> {
                    int node = node();
                    if (node > 0) {
                        any(false).handle().evict(node);
                    } else {
                        any(false).handle().writeThrough(random.nextBoolean() ? new int[] {} : new int[] {node()});
                    }
                }
                case 12 -> any(false).handle().allocateOn(node());
                case 13 -> acquire(any(true));
                case 14 -> byHand();
                default -> {
                    if (virtual && random.nextInt(4) == 0) {
                        bench.pass(random.nextInt(2_000));
                    }
                }
            }
        }

        private TransferKind kind() {
            return TransferKind.values()[random.nextInt(TransferKind.values().length)];
        }

        /** A node of the driver that stays. */
        private int node() {
            return random.nextInt(nodes);
        }

        private Task task(String name, Kernel kernel, Access... modes) {
            return virtual
                    ? bench.task(node(), random.nextInt(300), kernel, modes)
                    : runtime.task(Codelet.named(name).access(modes).cpu(kernel).build());
        }

        private void submit(Area area, long factor, long more) {
            area.change(factor, more);
            task(
                            "change",
                            kernel -> RandomViewsTest.change(kernel.view(0, MatrixView.class), factor, more),
                            factor == 0 ? Access.W : Access.RW)
                    .data(area.handle())
                    .submit();
        }

        /** Changes one piece by what is in a piece of another matrix. */
        private void both(Area written, Area read) {
            if (written.root() == read.root()) {
                return;
            }
            long expected = read.sum();
            written.change(1, expected);
            task(
                            "both",
                            kernel -> {
                                long found = RandomViewsTest.sum(kernel.view(1, MatrixView.class));
                                expect("a task on two", expected, found);
                                RandomViewsTest.change(kernel.view(0, MatrixView.class), 1, found);
                            },
                            Access.RW,
                            Access.R)
                    .data(written.handle(), read.handle())
                    .submit();
        }

        private void acquire(Area area) throws InterruptedException {
            long expected = area.sum();
            try (Acquisition acquired = area.handle().acquire(Access.RW, node())) {
                expect("the program", expected, RandomViewsTest.sum(acquired.view(MatrixView.class)));
                RandomViewsTest.change(acquired.view(MatrixView.class), 1, 5);
            }
            area.change(1, 5);
        }

        private void byHand() {
            List<Partition> plans = roots.get(random.nextInt(roots.size())).plans;
            if (!plans.isEmpty()) {
                Partition plan = plans.get(random.nextInt(plans.size()));
                if (random.nextBoolean()) {
                    plan.submitPartition(true);
                } else {
                    plan.submitUnpartition();
                }
            }
        }

        private void expect(String who, long expected, long found) {
            if (expected != found) {
                wrong.add(who + " should see " + expected + ", not " + found);
            }
        }
    }
}
