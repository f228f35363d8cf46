package org.asterism.core.internal.forms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.MatrixView;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.FormsBench;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/**
 * Random tasks on data of several forms, on workers that see different ones, with conversions that fail and are tried
 * again, little memory, prefetches, evictions and devices that leave: every reader finds what was written last before
 * it was submitted.
 */
@Timeout(60)
class RandomFormsTest {
    private static final int LENGTH = 3;
    private static final long COPY_BYTES = 64;
    private static final int TASKS = 150;

    /** A piece of data, and what the program knows of it. */
    private static final class Piece {
        final DataHandle handle;
        final long[] array;
        long value;

        Piece(DataHandle handle, long[] array, long value) {
            this.handle = handle;
            this.array = array;
            this.value = value;
        }
    }

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final SplittableRandom random = new SplittableRandom(seed);
    private FormsBench bench;
    private boolean devicesAreThere = true;
    private long unique;

    private void start(boolean threads) {
        Architecture[] devices = {
            Architecture.CUDA, Architecture.OPENCL, random.nextBoolean() ? Architecture.CUDA : Architecture.OPENCL
        };
        long capacity = random.nextBoolean() ? 1 << 20 : (6 + random.nextInt(20)) * COPY_BYTES;
        NodesDriver driver = new NodesDriver(4 + random.nextInt(4), 4, capacity, 1, random.nextBoolean())
                .withArchitectures(Architecture.CPU, devices[0], devices[1], devices[2])
                .withPipeline(1 + random.nextInt(3));
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults();
        bench = new FormsBench(
                LENGTH,
                random.nextInt(2) * 500L,
                driver,
                threads ? configuration : configuration.withClock(new VirtualClock()));
        bench.laboratory.addDriver("cpu", new InlineDriver(1 + random.nextInt(2)));
        bench.attempts = 1000;
        if (random.nextBoolean()) {
            bench.fails = () -> ThreadLocalRandom.current().nextInt(5) == 0;
        }
    }

    @RepeatedTest(15)
    void shouldShowEveryReaderWhatWasWrittenLastInVirtualTime() throws Exception {
        start(false);
        run();
    }

    @RepeatedTest(25)
    void shouldShowEveryReaderWhatWasWrittenLast() throws Exception {
        start(true);
        run();
    }

    private void run() throws Exception {
        try {
            tryTasks();
        } catch (Throwable failure) {
            throw new AssertionError("with seed " + seed + "L: " + failure, failure);
        } finally {
            bench.close();
        }
    }

    private void tryTasks() throws Exception {
        List<Piece> pieces = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            pieces.add(number % 2 == 0 ? registered() : temporary());
        }
        int leaving = random.nextInt(2 * TASKS);
        for (int step = 0; step < TASKS; step++) {
            act(pieces.get(random.nextInt(pieces.size())), pieces.get(random.nextInt(pieces.size())));
            if (step == leaving) {
                devicesAreThere = false;
                bench.laboratory.plugins.remove(bench.plugin);
            }
        }
        for (Piece piece : pieces) {
            bench.requireInProgram(piece.handle, piece.value);
        }
        bench.runtime.waitAll();
        for (Piece piece : pieces) {
            if (random.nextBoolean()) {
                submit(piece, Access.RW);
                piece.value++;
            }
            piece.handle.close();
            if (piece.array != null) {
                assertArrayEquals(from(piece.value), piece.array);
            }
        }
    }

    private static long[] from(long first) {
        return LongStream.range(first, first + 2 * LENGTH).toArray();
    }

    private Piece registered() {
        long[] array = from(0);
        Buffer home = Buffer.dense(
                MemorySegment.ofArray(array), bench.pairs().buffers().getFirst());
        return new Piece(bench.runtime.data().register(bench.layout(), home), array, 0);
    }

    private Piece temporary() {
        Piece piece = new Piece(bench.temporary(), null, 0);
        submit(piece, Access.W);
        return piece;
    }

    private int node() {
        return devicesAreThere ? random.nextInt(4) : 0;
    }

    private void act(Piece piece, Piece other) throws Exception {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> submit(piece, Access.R);
            case 4, 5, 6 -> {
                submit(piece, Access.RW);
                piece.value++;
            }
            case 7 -> {
                piece.value = unique += 100;
                submit(piece, Access.W);
            }
            case 8 -> {
                submit(piece, Access.COMMUTE);
                submit(piece, Access.COMMUTE);
                piece.value += 2;
            }
            case 9, 10 -> copy(piece, other);
            case 11 -> piece.handle.prefetch(node());
            case 12 -> {
                int node = node();
                if (node != 0) {
                    piece.handle.evict(node);
                }
            }
            case 13 -> piece.handle.wontUse();
            case 14 -> acquire(piece);
            default -> piece.handle.writeThrough(random.nextBoolean() ? new int[] {node()} : new int[0]);
        }
    }

    /** Whether a task is for a worker of its own, or for any. */
    private void submit(Task task) {
        if (devicesAreThere && random.nextInt(3) == 0) {
            task.where(bench.worker(node()).architecture(), Architecture.CPU);
        }
        task.submit();
    }

    private void submit(Piece piece, Access mode) {
        long value = piece.value;
        submit(bench.runtime
                .task(bench.codelet(
                        "points",
                        context -> {
                            switch (mode) {
                                case R -> bench.require(context, 0, value);
                                case W -> bench.fill(context, 0, value);
                                case RW -> {
                                    bench.require(context, 0, value);
                                    bench.add(context, 0, 1);
                                }
                                default -> bench.add(context, 0, 1);
                            }
                        },
                        mode))
                .data(piece.handle));
    }

    private void copy(Piece to, Piece from) {
        if (to == from) {
            return;
        }
        long value = from.value;
        submit(bench.runtime
                .task(bench.codelet(
                        "copy",
                        context -> {
                            bench.require(context, 1, value);
                            bench.fill(context, 0, value);
                        },
                        Access.W,
                        Access.R))
                .data(to.handle, from.handle));
        to.value = value;
    }

    private void acquire(Piece piece) throws InterruptedException {
        if (random.nextBoolean()) {
            bench.requireInProgram(piece.handle, piece.value);
            return;
        }
        try (Acquisition acquired = piece.handle.acquire(Access.RW)) {
            for (int point = 0; point < LENGTH; point++) {
                for (int which = 0; which < 2; which++) {
                    acquired.view(MatrixView.class)
                            .setLong(
                                    point,
                                    which,
                                    acquired.view(MatrixView.class).getLong(point, which) + 1);
                }
            }
        }
        piece.value++;
    }
}
