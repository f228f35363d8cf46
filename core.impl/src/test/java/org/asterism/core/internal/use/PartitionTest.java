package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.Slice;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PartitionTest {
    private static final Codelet ADD_ONE = Codelet.named("add one")
            .access(Access.RW)
            .cpu(kernel -> {
                VectorView vector = kernel.view(0, VectorView.class);
                for (long index = 0; index < vector.length(); index++) {
                    vector.setLong(index, vector.getLong(index) + 1);
                }
            })
            .build();
    private static final Codelet SUM = Codelet.named("sum")
            .access(Access.R)
            .cpu(kernel -> kernel.argument(Total.class).add(sum(kernel.view(0, VectorView.class))))
            .build();

    /** Cuts a vector of longs into pieces of equal length. */
    private record Pieces(int number) implements Filter {
        @Override
        public List<Part> split(Layout parent, List<Buffer> content) {
            VectorLayout vector = (VectorLayout) parent;
            long length = vector.length() / number;
            List<Part> parts = new ArrayList<>();
            for (int piece = 0; piece < number; piece++) {
                parts.add(new Part(
                        new VectorLayout(ElementType.LONG, length), List.of(Slice.ofRun(0, piece * length * 8))));
            }
            return parts;
        }
    }

    private static final class Total {
        private long sum;

        synchronized void add(long more) {
            sum += more;
        }

        synchronized long sum() {
            return sum;
        }
    }

    private static long sum(VectorView vector) {
        long sum = 0;
        for (long index = 0; index < vector.length(); index++) {
            sum += vector.getLong(index);
        }
        return sum;
    }

    private Laboratory laboratory;
    private TaskRuntime runtime;
    private final long[] array = LongStream.range(0, 64).toArray();
    private DataHandle vector;

    @BeforeEach
    void makeRuntime() {
        laboratory = new Laboratory();
        laboratory.addDriver("nodes", new NodesDriver(3, 3, Long.MAX_VALUE, 5, true));
        runtime = laboratory.runtime();
        vector = runtime.data().vector(array);
    }

    @AfterEach
    void closeRuntime() {
        laboratory.close();
    }

    private static long[] plus(long added) {
        return LongStream.range(0, 64).map(value -> value + added).toArray();
    }

    @Test
    void shouldWorkOnPiecesAndOnTheWholeInTheOrderOfSubmission() {
        Partition pieces = vector.plan(new Pieces(8));
        for (int round = 0; round < 10; round++) {
            runtime.task(ADD_ONE).data(vector).submit();
            pieces.forEach(piece -> runtime.task(ADD_ONE).data(piece));
        }
        vector.close();
        assertArrayEquals(plus(20), array);
    }

    @Test
    void shouldCutAtOnceAndPutTogetherWhenThePartitionIsClosed() throws InterruptedException {
        runtime.task(ADD_ONE).data(vector).submit();
        try (Partition pieces = vector.partition(new Pieces(4))) {
            assertEquals(4, pieces.children().size());
            pieces.forEach(piece -> runtime.task(ADD_ONE).data(piece));
            assertThrows(
                    IllegalStateException.class,
                    () -> runtime.task(ADD_ONE).data(vector).submit());
            assertThrows(IllegalStateException.class, () -> vector.partition(new Pieces(2)));
            assertThrows(IllegalStateException.class, () -> vector.plan(new Pieces(2)));
        }
        runtime.task(ADD_ONE).data(vector).submit();
        vector.close();
        assertArrayEquals(plus(3), array);
    }

    @Test
    void shouldReadThroughSeveralPartitionsAndTheWholeSideBySide() throws InterruptedException {
        Partition halves = vector.plan(new Pieces(2));
        Partition eighths = vector.plan(new Pieces(8));
        Total total = new Total();
        halves.forEach(piece -> runtime.task(SUM).data(piece).argument(total));
        eighths.forEach(piece -> runtime.task(SUM).data(piece).argument(total));
        runtime.task(SUM).data(vector).argument(total).submit();
        runtime.waitAll();
        assertEquals(3 * LongStream.of(array).sum(), total.sum());
        eighths.forEach(piece -> runtime.task(ADD_ONE).data(piece));
        halves.forEach(piece -> runtime.task(ADD_ONE).data(piece));
        vector.close();
        assertArrayEquals(plus(2), array);
    }

    @Test
    void shouldCutChildrenInTurn() {
        Partition quarters = vector.plan(new Pieces(4));
        List<Partition> sixteenths = new ArrayList<>();
        for (DataHandle quarter : quarters.children()) {
            sixteenths.add(quarter.plan(new Pieces(4)));
        }
        for (int round = 0; round < 5; round++) {
            runtime.task(ADD_ONE).data(vector).submit();
            quarters.forEach(piece -> runtime.task(ADD_ONE).data(piece));
            for (Partition partition : sixteenths) {
                partition.forEach(piece -> runtime.task(ADD_ONE).data(piece));
            }
        }
        assertEquals(sixteenths.get(1).children().get(2), quarters.child(1, 2));
        vector.close();
        assertArrayEquals(plus(15), array);
    }

    @Test
    void shouldRefuseWhatIsTheSameDataCutDifferently() {
        Partition halves = vector.plan(new Pieces(2));
        Partition quarters = vector.plan(new Pieces(4));
        Codelet two = Codelet.named("two")
                .access(Access.RW, Access.R)
                .cpu(kernel -> {})
                .build();
        assertThrows(
                IllegalArgumentException.class,
                () -> runtime.task(two).data(halves.child(0), vector).submit());
        assertThrows(
                IllegalArgumentException.class,
                () -> runtime.task(two).data(vector, halves.child(0)).submit());
        assertThrows(
                IllegalArgumentException.class,
                () -> runtime.task(two).data(halves.child(0), quarters.child(3)).submit());
        runtime.task(two).data(halves.child(0), halves.child(1)).submit();
        vector.close();
    }

    @Test
    void shouldHandCorruptionFromAPieceToTheWholeAndBack() {
        Partition halves = vector.plan(new Pieces(2));
        Codelet fail = Codelet.named("fail")
                .access(Access.RW)
                .cpu(kernel -> {
                    throw new IllegalStateException("on purpose");
                })
                .build();
        runtime.task(fail).data(halves.child(1)).submit();
        Task reader = runtime.task(SUM).data(vector).argument(new Total()).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(reader.failure().isPresent());
        assertTrue(vector.isCorrupt());
        runtime.task(SUM).data(halves.child(0)).argument(new Total()).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldCutDataWithoutAHome() throws InterruptedException {
        DataHandle temporary = runtime.data().temporary(new VectorLayout(ElementType.LONG, 64));
        Codelet write = Codelet.named("write")
                .access(Access.W)
                .cpu(kernel -> {
                    for (long index = 0;
                            index < kernel.view(0, VectorView.class).length();
                            index++) {
                        kernel.view(0, VectorView.class).setLong(index, 7);
                    }
                })
                .build();
        Partition pieces = temporary.plan(new Pieces(8));
        pieces.forEach(piece -> runtime.task(write).data(piece));
        Total total = new Total();
        runtime.task(SUM).data(temporary).argument(total).submit();
        runtime.waitAll();
        assertEquals(7 * 64, total.sum());
    }

    @Test
    void shouldAcquirePiecesAndTheWholeInTheOrderOfTasks() throws InterruptedException {
        Partition pieces = vector.plan(new Pieces(4));
        pieces.forEach(piece -> runtime.task(ADD_ONE).data(piece));
        try (Acquisition whole = vector.acquire(Access.RW)) {
            assertEquals(64, whole.view(VectorView.class).getLong(63));
            whole.view(VectorView.class).setLong(63, 100);
        }
        try (Acquisition piece = pieces.child(3).acquire(Access.R)) {
            assertEquals(100, piece.view(VectorView.class).getLong(15));
        }
        vector.close();
        assertEquals(100, array[63]);
    }

    @Test
    void shouldLetPartitionsBeSubmittedByHand() {
        Partition pieces = vector.plan(new Pieces(4));
        pieces.submitPartition(false);
        pieces.forEach(piece -> runtime.task(ADD_ONE).data(piece));
        pieces.submitUnpartition();
        pieces.submitPartition(true);
        pieces.submitUnpartition();
        pieces.close();
        assertThrows(IllegalStateException.class, () -> pieces.submitPartition(false));
        vector.close();
        assertArrayEquals(plus(1), array);
        assertFalse(vector.isCorrupt());
    }

    /** {@code -Dasterism.seed=N} repeats one course. */
    @Test
    void shouldComputeTheSequentialResultOverRandomPartitions() {
        long first = Long.getLong("asterism.seed", System.nanoTime());
        for (long seed = first; seed < first + (Long.getLong("asterism.seed") == null ? 30 : 1); seed++) {
            try {
                checkRandomCourse(seed);
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, wrong);
            }
        }
        System.out.println("random partitions: seeds from " + first);
    }

    private void checkRandomCourse(long seed) {
        Random random = new Random(seed);
        long[] values = new long[64];
        try (Laboratory own = new Laboratory()) {
            own.addDriver(
                    "nodes",
                    new NodesDriver(
                            1 + random.nextInt(4),
                            1 + random.nextInt(3),
                            1024,
                            random.nextInt(10),
                            random.nextBoolean()));
            TaskRuntime other = own.factory.create(RuntimeConfiguration.defaults());
            DataHandle whole = other.data().vector(values);
            List<DataHandle> handles = new ArrayList<>(List.of(whole));
            for (int plan = 0; plan < 4; plan++) {
                DataHandle cut = handles.get(random.nextInt(handles.size()));
                if (cut.bytes() >= 32) {
                    handles.addAll(
                            cut.plan(new Pieces(2 + 2 * random.nextInt(2))).children());
                }
            }
            long[] expected = new long[64];
            List<long[]> ranges = new ArrayList<>();
            for (DataHandle handle : handles) {
                ranges.add(range(handle));
            }
            for (int task = 0; task < 300; task++) {
                int chosen = random.nextInt(handles.size());
                long factor = random.nextInt(5) - 2;
                boolean read = random.nextInt(3) == 0;
                long[] range = ranges.get(chosen);
                if (read) {
                    long sum = 0;
                    for (long index = range[0]; index < range[1]; index++) {
                        sum += expected[(int) index];
                    }
                    long right = sum;
                    other.task(Codelet.named("check")
                                    .access(Access.R)
                                    .cpu(kernel -> assertEquals(right, sum(kernel.view(0, VectorView.class))))
                                    .build())
                            .data(handles.get(chosen))
                            .submit();
                } else {
                    for (long index = range[0]; index < range[1]; index++) {
                        expected[(int) index] = expected[(int) index] * factor + index - range[0];
                    }
                    other.task(Codelet.named("change")
                                    .access(Access.RW)
                                    .cpu(kernel -> {
                                        VectorView view = kernel.view(0, VectorView.class);
                                        for (long index = 0; index < view.length(); index++) {
                                            view.setLong(index, view.getLong(index) * factor + index);
                                        }
                                    })
                                    .build())
                            .data(handles.get(chosen))
                            .submit();
                }
            }
            try {
                other.waitAll();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            whole.close();
            assertArrayEquals(expected, values);
        }
    }

    /** Which elements of the whole a handle has, from its name: vector#1[2][0] and so on. */
    private static long[] range(DataHandle handle) {
        long begin = 0;
        long end = 64;
        Family member = Family.of((Handle) handle);
        if (member != null) {
            for (Family step : member.descent()) {
                long length = (end - begin) / step.origin().members().size();
                begin += step.index() * length;
                end = begin + length;
            }
        }
        return new long[] {begin, end};
    }
}
