package org.asterism.api.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What layouts accept, and that their views read what they wrote and nothing of others. */
final class LayoutsTest {
    private static final long HUGE = 1L << 61;

    /** All layouts, by sizes that fit each of them. */
    private static List<Layout> layouts(ElementType element, long size) {
        return List.of(
                new VectorLayout(element, size),
                new MatrixLayout(element, size, size),
                new BlockLayout(element, size, size, size),
                new TensorLayout(element, size),
                new TensorLayout(element, size, size, size, size, size),
                new CsrLayout(element, size, size, size),
                new BcsrLayout(element, size, size, size, 2, 3),
                new CooLayout(element, size, size, size));
    }

    private static Codelet conversion(Access... modes) {
        return Codelet.named("conversion").access(modes).cpu(kernel -> {}).build();
    }

    @Test
    void shouldRefuseFormsThatCannotBeConverted() {
        MultiFormatLayout layout = MultiFormatLayout.of(new VectorLayout(ElementType.INT, 3));
        Layout form = new VectorLayout(ElementType.LONG, 3);
        Codelet good = conversion(Access.R, Access.W);
        Codelet bad = conversion(Access.RW);
        assertRefused(
                "fromStandard: codelet 'conversion' has the access modes [RW]",
                () -> layout.with(Architecture.CUDA, form, bad, good));
        assertRefused("toStandard: codelet 'conversion'", () -> layout.with(Architecture.CUDA, form, good, bad));
        assertRefused("CPU cores see the standard form", () -> layout.with(Architecture.CPU, form, good, good));
        MultiFormatLayout more = layout.with(Architecture.CUDA, form, good, good);
        assertRefused("there is a form for cuda already", () -> more.with(Architecture.CUDA, form, good, good));
        assertRefused("cannot have several forms itself", () -> layout.with(Architecture.CUDA, more, good, good));
        assertRefused("cannot have several forms itself", () -> MultiFormatLayout.of(more));
    }

    private static void assertRefused(String words, Executable action) {
        String message = assertThrows(IllegalArgumentException.class, action).getMessage();
        assertTrue(message.contains(words), message);
    }

    @Test
    void shouldTellWhichFormAnArchitectureSees() {
        Layout standard = new VectorLayout(ElementType.INT, 3);
        Layout form = new VectorLayout(ElementType.LONG, 3);
        Codelet conversion = conversion(Access.R, Access.W);
        MultiFormatLayout layout = MultiFormatLayout.of(standard).with(Architecture.CUDA, form, conversion, conversion);
        assertEquals(form, layout.layoutFor(Architecture.CUDA));
        assertEquals(standard, layout.layoutFor(Architecture.OPENCL));
        assertEquals(standard, layout.layoutFor(Architecture.CPU));
        assertEquals(standard.footprint(), layout.footprint());
        assertEquals(layout, MultiFormatLayout.of(standard).with(Architecture.CUDA, form, conversion, conversion));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadAndWriteEveryTypeOfElement(ElementType element) throws ReflectiveOperationException {
        check(new VariableLayout(element), new long[0][]);
        check(new VectorLayout(element, 4), new long[][] {{0}, {3}});
        check(new MatrixLayout(element, 3, 4), new long[][] {{0, 0}, {0, 3}, {1, 0}, {2, 3}});
        check(new BlockLayout(element, 2, 3, 4), new long[][] {{0, 0, 0}, {0, 0, 3}, {0, 2, 0}, {1, 0, 0}, {1, 2, 3}});
        check(new CsrLayout(element, 2, 2, 3), new long[][] {{0}, {2}});
        check(new CooLayout(element, 2, 2, 3), new long[][] {{0}, {2}});
        TensorView tensor = new TensorLayout(element, 2, 3, 2, 2).view(gaps(new TensorLayout(element, 2, 3, 2, 2)));
        check(tensor, new long[][] {{tensor.index(0, 0, 0, 0)}, {tensor.index(0, 2, 1, 1)}, {tensor.index(1, 2, 1, 1)}
        });
        BcsrView sparse = new BcsrLayout(element, 2, 2, 3, 2, 2).view(gaps(new BcsrLayout(element, 2, 2, 3, 2, 2)));
        check(sparse.block(2), new long[][] {{0, 0}, {1, 1}});
    }

    private static List<Buffer> gaps(Layout layout) {
        return StridedMemory.withGaps(layout, new Random(3));
    }

    private static void check(Layout layout, long[][] places) throws ReflectiveOperationException {
        check(layout.view(StridedMemory.dense(layout)), places);
        check(layout.view(gaps(layout)), places);
    }

    /** Writes a number of its own to each place before it reads any of them. */
    private static void check(DataView view, long[][] places) throws ReflectiveOperationException {
        long[][] all = places.length == 0 ? new long[][] {{}} : places;
        ElementType element = (ElementType) view.getClass().getMethod("element").invoke(view);
        String type = element.name().charAt(0) + element.name().substring(1).toLowerCase(Locale.ROOT);
        Class<?> primitive = primitive(element);
        Class<?>[] indices = new Class<?>[all[0].length];
        Arrays.fill(indices, long.class);
        List<Class<?>> withValue = new ArrayList<>(List.of(indices));
        withValue.add(primitive);
        Method set = view.getClass().getMethod("set" + type, withValue.toArray(new Class<?>[0]));
        Method get = view.getClass().getMethod("get" + type, indices);
        for (int number = 0; number < all.length; number++) {
            List<Object> arguments = new ArrayList<>();
            LongStream.of(all[number]).forEach(arguments::add);
            arguments.add(value(element, number + 1));
            set.invoke(view, arguments.toArray());
        }
        for (int number = 0; number < all.length; number++) {
            Object[] arguments = LongStream.of(all[number]).boxed().toArray();
            assertEquals(
                    value(element, number + 1),
                    get.invoke(view, arguments),
                    () -> type + " of " + view + " at " + Arrays.toString(arguments));
        }
    }

    private static Class<?> primitive(ElementType element) {
        return element.layout().carrier();
    }

    private static Object value(ElementType element, int number) {
        return switch (element) {
            case BYTE -> (byte) -number;
            case SHORT -> (short) (-300 * number);
            case INT -> -70_000 * number;
            case LONG -> -5_000_000_000L * number;
            case FLOAT -> -1.5f * number;
            case DOUBLE -> -1e300 / number;
        };
    }

    @Test
    void shouldAllowDataWithoutElements() {
        for (Layout layout : layouts(ElementType.DOUBLE, 0)) {
            assertTrue(layout.bytes() <= 4, () -> layout + " has " + layout.bytes() + " bytes");
            layout.view(StridedMemory.dense(layout));
            layout.view(gaps(layout));
        }
        Layout widest = new TensorLayout(ElementType.BYTE, 0, 1L << 40, 1L << 20);
        assertEquals(0, widest.bytes());
        assertEquals(0, widest.view(StridedMemory.dense(widest)).segment().byteSize());
        assertEquals(0, new MatrixLayout(ElementType.BYTE, 5, 0).bytes());
    }

    @Test
    void shouldRefuseNegativeSizes() {
        assertRefused(() -> new VectorLayout(ElementType.INT, -1), "vector", "-1", "0 or more");
        assertRefused(() -> new MatrixLayout(ElementType.INT, 3, -1), "matrix", "3 x -1", "0 or more");
        assertRefused(() -> new BlockLayout(ElementType.INT, 3, -1, 4), "block", "3 x -1 x 4", "0 or more");
        assertRefused(() -> new TensorLayout(ElementType.INT, 3, 4, 5, -1), "tensor", "3 x 4 x 5 x -1");
        assertRefused(() -> new TensorLayout(ElementType.INT), "tensor", "at least one size");
        assertRefused(() -> new CsrLayout(ElementType.INT, -1, 2, 3), "csr", "-1");
        assertRefused(() -> new CsrLayout(ElementType.INT, 1, 2, -3), "csr", "-3");
        assertRefused(() -> new CsrLayout(ElementType.INT, 1, -2, 3), "csr", "-2 columns");
        assertRefused(() -> new CsrLayout(ElementType.INT, 1, 2, 3, -4), "csr", "-4");
        assertRefused(() -> new BcsrLayout(ElementType.INT, 1, 2, 3, -4, 5), "bcsr", "3 x -4 x 5");
        assertRefused(() -> new CooLayout(ElementType.INT, -1, 2, 3), "coo", "-1 rows");
        assertRefused(() -> new CooLayout(ElementType.INT, 1, 2, -3), "coo", "-3");
    }

    @Test
    void shouldRefuseDataLargerThanAnyMemory() {
        String larger = "larger than any memory";
        assertRefused(() -> new VectorLayout(ElementType.DOUBLE, HUGE), "vector", larger);
        assertRefused(() -> new MatrixLayout(ElementType.DOUBLE, HUGE, 1), "matrix", larger);
        assertRefused(() -> new MatrixLayout(ElementType.DOUBLE, 0, HUGE), "matrix", larger);
        assertRefused(() -> new BlockLayout(ElementType.BYTE, 1L << 30, 1L << 30, 1L << 30), "block", larger);
        assertRefused(() -> new TensorLayout(ElementType.BYTE, 0, HUGE, HUGE), "tensor", larger);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, HUGE, 1, 1), "csr", larger);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, HUGE - 1, 1, 1), "csr", larger);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, Long.MAX_VALUE, 1, 1), "csr", larger);
        assertRefused(() -> new BcsrLayout(ElementType.BYTE, 1, 1, 1 << 30, 1L << 30, 1L << 30), "bcsr", larger);
        assertRefused(() -> new CooLayout(ElementType.BYTE, 1, 1, HUGE), "coo", larger);
    }

    @Test
    void shouldRefuseWhatIntsCannotIndex() {
        long tooMany = Integer.MAX_VALUE + 1L;
        String most = Integer.toString(Integer.MAX_VALUE);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, 1, tooMany, 1), "csr", "columns", most);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, 1, 1, tooMany), "csr", "entries", most);
        assertRefused(() -> new CsrLayout(ElementType.BYTE, 1, 1, 2, Integer.MAX_VALUE), "csr", "counted from", most);
        assertRefused(() -> new BcsrLayout(ElementType.BYTE, 1, 1, tooMany, 1, 1), "bcsr", "entries", most);
        assertRefused(() -> new CooLayout(ElementType.BYTE, tooMany, 1, 1), "coo", "rows", most);
        assertRefused(() -> new CooLayout(ElementType.BYTE, 1, tooMany, 1), "coo", "columns", most);
    }

    @Test
    void shouldRefuseALayoutWithoutElementType() {
        assertThrows(NullPointerException.class, () -> new BlockLayout(null, 1, 1, 1));
        assertThrows(NullPointerException.class, () -> new TensorLayout(null, 1));
        assertThrows(NullPointerException.class, () -> new CsrLayout(null, 1, 1, 1));
        assertThrows(NullPointerException.class, () -> new BcsrLayout(null, 1, 1, 1, 1, 1));
        assertThrows(NullPointerException.class, () -> new CooLayout(null, 1, 1, 1));
    }

    @Test
    void shouldNotReachWhatLiesBesideTheMatrix() {
        MatrixLayout layout = new MatrixLayout(ElementType.LONG, 3, 4);
        Buffer memory =
                StridedMemory.dense(new MatrixLayout(ElementType.LONG, 3, 6)).getFirst();
        MatrixView matrix = layout.view(List.of(new Buffer(memory.segment().asSlice(0, 16 * 8), 48)));
        assertOutside(() -> matrix.setLong(0, 4, 1), () -> matrix.getLong(1, 4));
        assertOutside(() -> matrix.setLong(1, -1, 1), () -> matrix.setLong(3, 0, 1), () -> matrix.setLong(-1, 3, 1));
        assertOutside(() -> matrix.row(3), () -> matrix.row(-1));
        MatrixView upper = new MatrixView(matrix.segment(), ElementType.LONG, 2, 4, 6);
        assertOutside(() -> upper.row(2), () -> upper.setLong(2, 0, 1));
        matrix.setLong(2, 3, 7);
        assertEquals(7, matrix.row(2).get(ValueLayout.JAVA_LONG, 24));
    }

    @Test
    void shouldNotReachWhatLiesBesideTheBlock() {
        // Planes side by side rather than one behind the other: strides in an unusual order.
        Buffer memory =
                StridedMemory.dense(new VectorLayout(ElementType.LONG, 60)).getFirst();
        BlockView block =
                new BlockLayout(ElementType.LONG, 2, 3, 4).view(List.of(new Buffer(memory.segment(), 40, 96)));
        assertOutside(() -> block.setLong(0, 0, 4, 1), () -> block.setLong(0, 0, -1, 1));
        assertOutside(() -> block.setLong(0, 3, 0, 1), () -> block.setLong(1, -1, 0, 1));
        assertOutside(() -> block.setLong(2, 0, 0, 1), () -> block.setLong(-1, 1, 0, 1));
        assertOutside(() -> block.plane(2), () -> block.row(0, 3), () -> block.row(2, 0));
        block.setLong(1, 2, 3, 9);
        assertEquals(9, block.plane(1).getLong(2, 3));
        assertEquals(9, block.row(1, 2).get(ValueLayout.JAVA_LONG, 24));
        assertEquals(32, block.row(1, 2).byteSize());
    }

    @Test
    void shouldNotReachWhatLiesBesideTheTensor() {
        TensorLayout layout = new TensorLayout(ElementType.LONG, 2, 3, 4);
        TensorView tensor = layout.view(gaps(layout));
        assertOutside(() -> tensor.index(0, 0, 4), () -> tensor.index(0, -1, 0), () -> tensor.index(2, 0, 0));
        assertOutside(() -> tensor.row(0, 3), () -> tensor.row(-1, 0));
        assertRefused(() -> tensor.index(0, 0), "2 indices", "2 x 3 x 4", "give 3");
        assertRefused(() -> tensor.row(0, 0, 0), "3 indices", "give 2");
        tensor.setLong(tensor.index(1, 2, 3), 11);
        assertEquals(11, tensor.row(1, 2).get(ValueLayout.JAVA_LONG, 24));
        assertEquals(3, tensor.dimensions());
        assertEquals(4, tensor.size(2));
        assertEquals(1, tensor.stride(2));
    }

    @Test
    void shouldNotReachWhatLiesBesideASparseMatrix() {
        CsrLayout layout = new CsrLayout(ElementType.LONG, 2, 3, 4);
        CsrView csr = layout.view(StridedMemory.dense(layout));
        assertOutside(() -> csr.setLong(4, 1), () -> csr.column(4), () -> csr.rowEnd(2), () -> csr.rowBegin(-1));
        BcsrLayout blocks = new BcsrLayout(ElementType.LONG, 2, 3, 4, 2, 2);
        BcsrView bcsr = blocks.view(gaps(blocks));
        assertOutside(() -> bcsr.block(4), () -> bcsr.block(0).setLong(0, 2, 1), () -> bcsr.setColumn(-1, 0));
        CooLayout list = new CooLayout(ElementType.LONG, 2, 3, 4);
        CooView coo = list.view(StridedMemory.dense(list));
        assertOutside(() -> coo.place(4, 0, 0), () -> coo.row(4), () -> coo.column(-1), () -> coo.getLong(4));
    }

    @Test
    void shouldCountRowPointersFromTheFirstEntry() {
        CsrLayout layout = new CsrLayout(ElementType.LONG, 2, 3, 4, 100);
        List<Buffer> buffers = StridedMemory.dense(layout);
        CsrView matrix = layout.view(buffers);
        matrix.setRowBegin(0, 0);
        matrix.setRowBegin(1, 3);
        matrix.setRowBegin(2, 4);
        assertEquals(List.of(0L, 3L), List.of(matrix.rowBegin(0), matrix.rowEnd(0)));
        assertEquals(List.of(3L, 4L), List.of(matrix.rowBegin(1), matrix.rowEnd(1)));
        assertEquals(103, buffers.get(2).segment().get(ValueLayout.JAVA_INT, 4));
        assertNotEquals(layout, new CsrLayout(ElementType.LONG, 2, 3, 4));
        assertEquals(layout.footprint(), new CsrLayout(ElementType.LONG, 2, 3, 4).footprint());
    }

    @Test
    void shouldGiveEachShapeAFootprintOfItsOwn() {
        Set<Integer> footprints = new HashSet<>();
        int shapes = 0;
        for (long rows = 0; rows < 100; rows++) {
            for (long columns = 1; columns < 100; columns++) {
                footprints.add(new MatrixLayout(ElementType.DOUBLE, rows, columns).footprint());
                shapes++;
            }
        }
        for (long size = 1; size < 100; size++) {
            for (Layout layout : layouts(ElementType.DOUBLE, size)) {
                if (!(layout instanceof MatrixLayout)) {
                    footprints.add(layout.footprint());
                    shapes++;
                }
            }
        }
        assertEquals(shapes, footprints.size());
    }

    @Test
    void shouldEqualLayoutsOfTheSameShapeOnly() {
        List<Layout> some = new ArrayList<>(layouts(ElementType.FLOAT, 3));
        some.addAll(layouts(ElementType.FLOAT, 4));
        some.addAll(layouts(ElementType.INT, 3));
        assertEquals(some.size(), new HashSet<>(some).size());
        assertEquals(new HashSet<>(layouts(ElementType.FLOAT, 3)), new HashSet<>(layouts(ElementType.FLOAT, 3)));
        long[] sizes = {2, 3};
        TensorLayout tensor = new TensorLayout(ElementType.INT, sizes);
        sizes[0] = 5;
        tensor.sizes()[1] = 5;
        assertEquals(new TensorLayout(ElementType.INT, 2, 3), tensor);
        assertEquals("TensorLayout[element=INT, sizes=2 x 3]", tensor.toString());
    }

    @Test
    void shouldCompareViewsByWhatTheySee() {
        TensorLayout layout = new TensorLayout(ElementType.INT, 2, 3);
        List<Buffer> buffers = StridedMemory.dense(layout);
        assertEquals(layout.view(buffers), layout.view(buffers));
        assertEquals(layout.view(buffers).hashCode(), layout.view(buffers).hashCode());
        assertNotEquals(layout.view(buffers), layout.view(StridedMemory.dense(layout)));
        assertNotEquals(layout.view(buffers), new TensorLayout(ElementType.INT, 3, 2).view(buffers));
    }

    private static void assertOutside(Runnable... accesses) {
        for (Runnable access : accesses) {
            assertThrows(IndexOutOfBoundsException.class, access::run);
        }
    }

    static void assertRefused(Runnable call, String... words) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        List<String> missing = new ArrayList<>();
        Collections.addAll(missing, words);
        missing.removeIf(message::contains);
        assertEquals(List.of(), missing, message);
    }
}
