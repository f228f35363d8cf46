package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.DoubleStream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RegistryTest {
    private static final Codelet DOUBLE_ALL = Codelet.named("double all")
            .access(Access.RW)
            .cpu(kernel -> {
                MatrixView matrix = kernel.view(0, MatrixView.class);
                for (long row = 0; row < matrix.rows(); row++) {
                    for (long column = 0; column < matrix.columns(); column++) {
                        matrix.setDouble(row, column, 2 * matrix.getDouble(row, column));
                    }
                }
            })
            .build();

    private Laboratory laboratory;
    private TaskRuntime runtime;

    @BeforeEach
    void makeRuntime() {
        laboratory = Laboratory.withWorkers(2);
        runtime = laboratory.runtime();
    }

    @AfterEach
    void closeRuntime() {
        laboratory.close();
    }

    @Test
    void shouldWorkOnAMatrixWithinAHeapArrayAndLeaveWhatLiesBetweenItsRows() {
        double[] array = DoubleStream.iterate(0, value -> value + 1).limit(12).toArray();
        try (DataHandle matrix = runtime.data().matrix(array, 3, 2, 4)) {
            runtime.task(DOUBLE_ALL).data(matrix).submit();
        }
        assertArrayEquals(new double[] {0, 2, 2, 3, 8, 10, 6, 7, 16, 18, 10, 11}, array);
    }

    @Test
    void shouldWorkOnOffHeapMemoryInPlace() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 1, 2, 3, 4, 5, 6);
            try (DataHandle matrix = runtime.data().matrix(memory, ElementType.DOUBLE, 2, 2, 3)) {
                runtime.task(DOUBLE_ALL).data(matrix).submit();
            }
            assertArrayEquals(new double[] {2, 4, 3, 8, 10, 6}, memory.toArray(ValueLayout.JAVA_DOUBLE));
        }
    }

    @Test
    void shouldShowKernelsOneClassOfSegmentsOnly(@TempDir Path folder) throws IOException, InterruptedException {
        Set<Class<?>> classes = ConcurrentHashMap.newKeySet();
        Codelet look = Codelet.named("look")
                .access(Access.R)
                .cpu(kernel ->
                        classes.add(kernel.view(0, VectorView.class).segment().getClass()))
                .build();
        try (Arena arena = Arena.ofShared();
                FileChannel file = FileChannel.open(
                        folder.resolve("mapped"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 800, arena);
            for (DataHandle handle : new DataHandle[] {
                runtime.data().vector(mapped, ElementType.DOUBLE, 100),
                runtime.data().vector(arena.allocate(800, 8), ElementType.DOUBLE, 100),
                runtime.data().vector(new double[100]),
                runtime.data().vector(new int[7]),
                runtime.data().vector(new long[0])
            }) {
                runtime.task(look).data(handle).submit();
            }
            runtime.waitAll();
            runtime.close();
        }
        assertEquals(1, classes.size(), classes.toString());
    }

    @Test
    void shouldWaitForTheTasksOnAHandleBeforeItIsClosed() {
        long[] array = new long[1];
        Codelet count = Codelet.named("count")
                .access(Access.RW)
                .cpu(kernel -> kernel.view(0, VectorView.class)
                        .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
                .build();
        DataHandle vector = runtime.data().vector(array);
        for (int task = 0; task < 10_000; task++) {
            runtime.task(count).data(vector).submit();
        }
        vector.close();
        assertEquals(10_000, array[0]);
        assertThrows(IllegalStateException.class, () -> runtime.task(count).data(vector));
    }

    @Test
    void shouldNotKeepEveryReaderOfDataThatAreOnlyRead() throws InterruptedException {
        DataHandle token = runtime.data().token();
        Codelet read = Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
        for (int round = 0; round < 100; round++) {
            for (int task = 0; task < 100; task++) {
                runtime.task(read).data(token).submit();
            }
            runtime.waitAll();
        }
        assertTrue(
                AccessOrder.of((Handle) token).memberCount() < 1000,
                "readers kept: " + AccessOrder.of((Handle) token).memberCount());
    }

    @Test
    void shouldRefuseMemoryThatTasksCannotUse() {
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            MemorySegment memory = shared.allocate(80, 8);
            for (Runnable wrong : new Runnable[] {
                () -> runtime.data().vector(memory, ElementType.DOUBLE, 11),
                () -> runtime.data().vector(memory, ElementType.DOUBLE, -1),
                () -> runtime.data().vector(memory.asSlice(4), ElementType.DOUBLE, 2),
                () -> runtime.data().vector(memory.asReadOnly(), ElementType.DOUBLE, 2),
                () -> runtime.data().vector(confined.allocate(80, 8), ElementType.DOUBLE, 2),
                () -> runtime.data().vector(memory, ElementType.DOUBLE, Long.MAX_VALUE),
                () -> runtime.data().matrix(memory, ElementType.DOUBLE, 0, Long.MAX_VALUE, Long.MAX_VALUE),
                () -> runtime.data().matrix(memory, ElementType.DOUBLE, 2, 3, 2),
                () -> runtime.data().matrix(new double[5], 2, 3, 3)
            }) {
                assertThrows(IllegalArgumentException.class, wrong::run);
            }
        }
    }

    @Test
    void shouldRefuseHandlesOfAnotherRuntime() {
        TaskRuntime other = laboratory.runtime();
        DataHandle foreign = other.data().vector(new double[4]);
        assertThrows(
                IllegalArgumentException.class, () -> runtime.task(DOUBLE_ALL).data(foreign));
    }

    @Test
    void shouldNameTheKernelThatTakesDataForWhatTheyAreNot() {
        DataHandle vector = runtime.data().vector(new double[4]);
        runtime.task(DOUBLE_ALL).data(vector).submit();
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(report.getMessage().contains("double all#"), report.getMessage());
    }

    @Test
    void shouldGiveBackTheMemoryOfARegistrationThatTheLayoutRefuses() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Set<Long> addresses = new HashSet<>();
            VectorLayout inner = new VectorLayout(ElementType.LONG, 1 << 17);
            Layout refusing = new Layout() {
                @Override
                public String kind() {
                    return "refusing";
                }

                @Override
                public List<BufferShape> buffers() {
                    return inner.buffers();
                }

                @Override
                public DataView view(List<Buffer> buffers) {
                    addresses.add(buffers.getFirst().segment().address());
                    throw new IllegalArgumentException("no view");
                }
            };
            Buffer home = new Buffer(MemorySegment.ofArray(new long[1 << 17]));
            int times = 64;
            for (int time = 0; time < times; time++) {
                assertThrows(
                        IllegalArgumentException.class, () -> runtime.data().register(refusing, home));
            }
            assertTrue(addresses.size() < times, "no memory was used again");
        }
    }
}
