package org.asterism.core.internal.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.BcsrLayout;
import org.asterism.api.data.BcsrView;
import org.asterism.api.data.BlockView;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.CooView;
import org.asterism.api.data.CsrView;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.IndexedView;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.Partition;
import org.asterism.api.data.TensorView;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.plugin.LayoutPlugin;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data of each layout in the hands of kernels and of the program, whole and cut. */
@Timeout(30)
final class LayoutsInTasksTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private TaskRuntime runtime;

    @BeforeEach
    void makeRuntime() {
        runtime = laboratory.runtime();
    }

    @AfterEach
    void closeRuntime() {
        laboratory.close();
    }

    private void run(Kernel kernel, DataHandle data) throws InterruptedException {
        Codelet codelet = Codelet.named("kernel").access(Access.RW).cpu(kernel).build();
        runtime.task(codelet).data(data).submit().await();
    }

    private static double[] numbers(int length) {
        return DoubleStream.iterate(0, number -> number + 1).limit(length).toArray();
    }

    @Test
    void shouldGiveKernelsABlock() throws InterruptedException {
        double[] numbers = numbers(24);
        try (DataHandle block = runtime.data().block(numbers, 2, 3, 4)) {
            run(
                    kernel -> {
                        BlockView view = kernel.view(0, BlockView.class);
                        view.setDouble(1, 2, 3, view.getDouble(1, 2, 3) + view.getDouble(1, 0, 0));
                    },
                    block);
            try (Acquisition acquired = block.acquire(Access.R)) {
                assertEquals(35, acquired.view(BlockView.class).getDouble(1, 2, 3));
            }
        }
        assertEquals(35, numbers[23]);
    }

    @Test
    void shouldUseABlockWithGapsInPlace() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, numbers(40));
            try (DataHandle block = runtime.data().block(memory, ElementType.DOUBLE, 2, 3, 4, 20, 5)) {
                run(
                        kernel -> kernel.view(0, BlockView.class)
                                .setDouble(
                                        1,
                                        2,
                                        3,
                                        -kernel.view(0, BlockView.class).getDouble(1, 2, 3)),
                        block);
            }
            assertEquals(-33, memory.getAtIndex(ValueLayout.JAVA_DOUBLE, 33));
        }
    }

    @Test
    void shouldGiveKernelsATensor() throws InterruptedException {
        double[] numbers = numbers(24);
        try (DataHandle tensor = runtime.data().tensor(numbers, 2, 2, 3, 2)) {
            run(
                    kernel -> {
                        TensorView view = kernel.view(0, TensorView.class);
                        view.setDouble(view.index(1, 1, 2, 1), -view.getDouble(view.index(1, 0, 0, 0)));
                    },
                    tensor);
            try (Acquisition acquired = tensor.acquire(Access.R)) {
                assertEquals(
                        -12,
                        acquired.view(TensorView.class)
                                .getDouble(acquired.view(TensorView.class).index(1, 1, 2, 1)));
            }
        }
        assertEquals(-12, numbers[23]);
    }

    /** Adds up each row into its first entry. */
    private static void addUp(CsrView matrix) {
        for (long row = 0; row < matrix.rows(); row++) {
            for (long entry = matrix.rowBegin(row) + 1; entry < matrix.rowEnd(row); entry++) {
                long first = matrix.rowBegin(row);
                matrix.setDouble(first, matrix.getDouble(first) + matrix.getDouble(entry));
            }
        }
    }

    @Test
    void shouldGiveKernelsASparseMatrixWholeAndCut() throws InterruptedException {
        double[] values = numbers(6);
        try (DataHandle matrix =
                runtime.data().csr(4, values, new int[] {0, 1, 2, 3, 0, 1}, new int[] {0, 3, 3, 4, 6})) {
            run(kernel -> addUp(kernel.view(0, CsrView.class)), matrix);
            Codelet addUp = Codelet.named("add up")
                    .access(Access.RW)
                    .cpu(kernel -> addUp(kernel.view(0, CsrView.class)))
                    .build();
            try (Partition rows = matrix.partition(Filters.sparseRows(2))) {
                rows.forEach(child -> runtime.task(addUp).data(child));
            }
            try (Acquisition acquired = matrix.acquire(Access.R)) {
                assertEquals(3, acquired.view(CsrView.class).column(3));
            }
        }
        assertArrayEquals(new double[] {6, 1, 2, 3, 14, 5}, values);
    }

    @Test
    void shouldGiveKernelsASparseMatrixOfBlocks() throws InterruptedException {
        double[] values = numbers(12);
        BcsrLayout layout = new BcsrLayout(ElementType.DOUBLE, 2, 3, 3, 2, 2);
        try (DataHandle matrix = runtime.data()
                .bcsr(
                        layout,
                        MemorySegment.ofArray(values),
                        MemorySegment.ofArray(new int[] {0, 2, 1}),
                        MemorySegment.ofArray(new int[] {0, 2, 3}))) {
            run(
                    kernel -> {
                        BcsrView view = kernel.view(0, BcsrView.class);
                        view.block(view.rowBegin(1)).setDouble(0, 0, 10 * view.column(2));
                    },
                    matrix);
            Codelet negate = Codelet.named("negate")
                    .access(Access.RW)
                    .cpu(kernel -> kernel.view(0, MatrixView.class)
                            .setDouble(1, 1, -kernel.view(0, MatrixView.class).getDouble(1, 1)))
                    .build();
            try (Partition blocks = matrix.partition(Filters.storedBlocks())) {
                blocks.forEach(block -> runtime.task(negate).data(block));
            }
            try (Acquisition acquired = matrix.acquire(Access.R)) {
                assertEquals(2, acquired.view(BcsrView.class).rowEnd(0));
            }
        }
        assertArrayEquals(new double[] {0, 1, 2, -3, 4, 5, 6, -7, 10, 9, 10, -11}, values);
    }

    @Test
    void shouldGiveKernelsAListOfEntries() throws InterruptedException {
        double[] values = numbers(3);
        try (DataHandle matrix = runtime.data().coo(2, 2, values, new int[] {0, 1, 1}, new int[] {1, 0, 1})) {
            run(
                    kernel -> {
                        CooView view = kernel.view(0, CooView.class);
                        view.setDouble(2, view.row(2) + 10 * view.column(0));
                    },
                    matrix);
            try (Acquisition acquired = matrix.acquire(Access.R)) {
                assertEquals(11, acquired.view(CooView.class).getDouble(2));
            }
        }
        assertEquals(11, values[2]);
    }

    @Test
    void shouldRefuseArraysThatDoNotFitTogether() {
        String pointers = assertThrows(
                        IllegalArgumentException.class,
                        () -> runtime.data().csr(2, new double[3], new int[3], new int[] {0, 1, 2}))
                .getMessage();
        assertTrue(pointers.contains("end with 3"), pointers);
        assertThrows(
                IllegalArgumentException.class,
                () -> runtime.data().csr(2, new double[3], new int[2], new int[] {0, 3}));
        assertThrows(
                IllegalArgumentException.class, () -> runtime.data().coo(2, 2, new double[3], new int[2], new int[3]));
        assertThrows(IllegalArgumentException.class, () -> runtime.data().block(new double[23], 2, 3, 4));
        assertThrows(IllegalArgumentException.class, () -> runtime.data().tensor(new double[23], 2, 3, 4));
        String buffers = assertThrows(
                        IllegalArgumentException.class,
                        () -> runtime.data()
                                .registerDense(
                                        new VectorLayout(ElementType.BYTE, 1),
                                        MemorySegment.ofArray(new byte[1]),
                                        MemorySegment.ofArray(new byte[1])))
                .getMessage();
        assertTrue(buffers.contains("1 buffers, not 2"), buffers);
    }

    @Test
    void shouldWorkOnTilesOfTilesInPlace() throws InterruptedException {
        double[] numbers = numbers(48);
        Codelet negate = Codelet.named("negate")
                .access(Access.RW)
                .cpu(kernel -> {
                    MatrixView tile = kernel.view(0, MatrixView.class);
                    for (long row = 0; row < tile.rows(); row++) {
                        for (long column = 0; column < tile.columns(); column++) {
                            tile.setDouble(row, column, -tile.getDouble(row, column));
                        }
                    }
                })
                .build();
        try (DataHandle matrix = runtime.data().matrix(numbers, 6, 8, 8);
                Partition tiles = matrix.partition(Filters.tiles(2, 3));
                Partition columns = tiles.child(4).partition(Filters.columns(2))) {
            columns.forEach(column -> runtime.task(negate).data(column));
        }
        for (int index = 0; index < 48; index++) {
            boolean negated = index / 8 >= 3 && index % 8 >= 3 && index % 8 < 6;
            assertEquals(negated ? -index : index, numbers[index], "element " + index);
        }
    }

    @Test
    void shouldMakeLayoutsThatPluginsBring() {
        Layout made = new VectorLayout(ElementType.INT, 7);
        LayoutPlugin plugin = new LayoutPlugin("strip", "test", 0, () -> parameters -> made);
        laboratory.plugins.add(plugin);
        assertEquals(made, runtime.data().layout("strip", Map.of()));
        try (DataHandle data = runtime.data().temporary(runtime.data().layout("strip", Map.of()))) {
            laboratory.plugins.remove(plugin);
            assertEquals(made, data.layout());
        }
        String message = assertThrows(
                        IllegalArgumentException.class, () -> runtime.data().layout("strip", Map.of()))
                .getMessage();
        assertTrue(message.contains("'strip'") && message.contains("none"), message);
        assertEquals(List.of(), laboratory.plugins.layoutNames());
    }

    /** Two numbers, as a plug-in might lay them out. */
    private record PairLayout() implements Layout {
        @Override
        public String kind() {
            return "pair";
        }

        @Override
        public List<BufferShape> buffers() {
            return List.of(new BufferShape(2 * Double.BYTES, Double.BYTES));
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            return new PairView(buffers.getFirst().segment());
        }
    }

    private record PairView(MemorySegment segment) implements IndexedView {
        @Override
        public ElementType element() {
            return ElementType.DOUBLE;
        }

        double sum() {
            return getDouble(0) + getDouble(1);
        }
    }

    @Test
    void shouldGiveKernelsTheViewOfALayoutOfTheirOwn() throws InterruptedException {
        double[] sum = new double[1];
        try (DataHandle pair = runtime.data().temporary(new PairLayout())) {
            Codelet fill = Codelet.named("fill")
                    .access(Access.W)
                    .cpu(kernel -> {
                        IndexedView numbers = kernel.view(0, IndexedView.class);
                        numbers.setDouble(0, 3);
                        numbers.setDouble(1, 4);
                    })
                    .build();
            runtime.task(fill).data(pair).submit();
            run(kernel -> sum[0] = kernel.view(0, PairView.class).sum(), pair);
            assertEquals(7, sum[0]);
        }
    }
}
