package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.data.BcsrView;
import org.asterism.api.data.BlockView;
import org.asterism.api.data.CooView;
import org.asterism.api.data.CsrView;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.TensorView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueCodecTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a body";
            }
        }
    }

    record Inner(int number, Colour colour) {}

    record Outer(String text, List<Inner> inner, double[] numbers, Object any) {}

    record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    static final class Opaque {}

    /** Would do harm if it were initialised because a peer names it. */
    static final class Trap {
        static {
            sprung = true;
        }
    }

    private static boolean sprung;

    private static final ClassFinder OWN = ClassFinder.of(ValueCodecTest.class.getClassLoader());

    private static WireInput written(Object value) {
        WireOutput out = new WireOutput();
        ValueCodec.write(value, out, OWN);
        return new WireInput(out.finish());
    }

    private static Object copy(Object value) {
        WireInput in = written(value);
        Object copy = ValueCodec.read(in, OWN);
        in.requireEnd();
        return copy;
    }

    static List<Object> values() {
        return List.of(
                true,
                (byte) -1,
                (short) -2,
                'ä',
                -3,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                -0.0,
                "",
                "größer",
                Colour.RED,
                Colour.GREEN,
                List.of(),
                Arrays.asList(1, null, "two", List.of(3L)),
                new Inner(7, Colour.GREEN),
                ElementType.DOUBLE);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldReadWhatItHasWritten(Object value) {
        assertEquals(value, copy(value));
    }

    @Test
    void shouldReadNullAndArraysAndRecordsWithin() {
        assertSame(null, copy(null));
        assertArrayEquals(new boolean[] {true, false}, (boolean[]) copy(new boolean[] {true, false}));
        assertArrayEquals(new byte[] {1, -1}, (byte[]) copy(new byte[] {1, -1}));
        assertArrayEquals(new short[] {1, -1}, (short[]) copy(new short[] {1, -1}));
        assertArrayEquals(new char[] {'a', 'ö'}, (char[]) copy(new char[] {'a', 'ö'}));
        assertArrayEquals(new int[] {1, -1}, (int[]) copy(new int[] {1, -1}));
        assertArrayEquals(new long[] {1, -1}, (long[]) copy(new long[] {1, -1}));
        assertArrayEquals(new float[] {1, -1}, (float[]) copy(new float[] {1, -1}));
        assertArrayEquals(new double[] {1, -1}, (double[]) copy(new double[] {1, -1}));
        Outer outer = new Outer("text", List.of(new Inner(1, Colour.RED), new Inner(2, null)), new double[] {1}, 'x');
        Outer copy = (Outer) copy(outer);
        assertNotSame(outer, copy);
        assertEquals(outer.inner(), copy.inner());
        assertArrayEquals(outer.numbers(), copy.numbers());
        assertEquals('x', copy.any());
    }

    @Test
    void shouldRefuseOtherClassesAndNameThem() {
        for (Object refused :
                List.of(new Opaque(), Map.of(), new String[0], new Outer("", List.of(), null, new Opaque()))) {
            String message = assertThrows(IllegalArgumentException.class, () -> written(refused))
                    .getMessage();
            assertTrue(message.contains("cannot be sent to another machine: send null, a boxed primitive"), message);
        }
        assertTrue(assertThrows(IllegalArgumentException.class, () -> written(new Opaque()))
                .getMessage()
                .contains("ValueCodecTest$Opaque"));
        assertThrows(IllegalArgumentException.class, () -> written(MemorySegment.NULL));
    }

    @Test
    void shouldRefuseValuesThatContainThemselves() {
        Object[] loop = new Object[1];
        List<Object> list = Arrays.asList(loop);
        loop[0] = list;
        assertThrows(IllegalArgumentException.class, () -> written(list));
    }

    @Test
    void shouldSayThatAnArgumentIsTooLarge() {
        String message = assertThrows(IllegalArgumentException.class, () -> written(new double[1 << 18]))
                .getMessage();
        assertTrue(message.contains("give large arguments and results as data of the task"), message);
    }

    private static final Arena ARENA = Arena.ofAuto();

    static List<DataView> views() {
        MemorySegment ints = ARENA.allocate(12);
        return List.of(
                new VariableView(ARENA.allocate(8), ElementType.LONG),
                new VectorView(ARENA.allocate(40), ElementType.DOUBLE, 5),
                new MatrixView(ARENA.allocate(28), ElementType.FLOAT, 2, 3, 4),
                new BlockView(ARENA.allocate(44), ElementType.INT, 1, 2, 3, 12, 8),
                new TensorView(
                        ARENA.allocate(24), ElementType.BYTE, new long[] {1, 2, 3, 4}, new long[] {24, 12, 4, 1}),
                new CsrView(ARENA.allocate(24), ElementType.DOUBLE, 2, 2, 3, ints, ints, 1),
                new BcsrView(ARENA.allocate(48), ElementType.DOUBLE, 2, 2, 3, 1, 2, 2, 2, ints, ints, 0),
                new CooView(ARENA.allocate(24), ElementType.DOUBLE, 2, 2, 3, ints, ints));
    }

    private static WireInput written(DataView view) {
        WireOutput out = new WireOutput();
        ValueCodec.writeView(view, out, ClassFinder.of(null));
        return new WireInput(out.finish());
    }

    @ParameterizedTest
    @MethodSource("views")
    void shouldReadViewsWithOtherMemory(DataView view) {
        List<Long> asked = new ArrayList<>();
        DataView copy = ValueCodec.readView(written(view), ClassFinder.of(null), (address, bytes) -> {
            asked.add(address);
            return ARENA.allocate(bytes);
        });
        assertEquals(view.segment().address(), asked.getFirst());
        assertNotEquals(view.segment().address(), copy.segment().address());
        assertEquals(textOf(view), textOf(copy));
    }

    private static String textOf(DataView view) {
        return view.toString().replaceAll("address: ?\\w+", "");
    }

    @ParameterizedTest
    @MethodSource("views")
    void shouldRefuseViewsThatReachBeyondAnyOfTheirMemory(DataView view) {
        int segments = view instanceof CsrView || view instanceof BcsrView || view instanceof CooView ? 3 : 1;
        for (int small = 0; small < segments; small++) {
            int chosen = small;
            int[] found = new int[1];
            assertThrows(
                    MalformedMessageException.class,
                    () -> ValueCodec.readView(
                            written(view),
                            ClassFinder.of(null),
                            (_, bytes) -> ARENA.allocate(found[0]++ == chosen ? bytes - 1 : bytes)));
        }
    }

    @Test
    void shouldRefuseViewsOfImpossibleSizes() {
        MemorySegment memory = ARENA.allocate(64);
        for (DataView view : List.of(
                new VectorView(memory, ElementType.DOUBLE, 1L << 61),
                new VectorView(memory, ElementType.DOUBLE, -1),
                new VectorView(null, ElementType.DOUBLE, 1),
                new VectorView(memory, null, 1),
                new MatrixView(memory, ElementType.INT, 1L << 32, 1, 1L << 32),
                new MatrixView(memory, ElementType.INT, 2, 2, -2),
                new BlockView(memory, ElementType.INT, 3, 1, 1, Long.MAX_VALUE / 2 + 1, 1),
                new TensorView(memory, ElementType.BYTE, new long[] {2, 2}, new long[] {Long.MAX_VALUE, 1}),
                new CsrView(memory, ElementType.BYTE, Long.MAX_VALUE, 1, 1, memory, memory, 0))) {
            String message = assertThrows(
                            MalformedMessageException.class,
                            () -> ValueCodec.readView(written(view), ClassFinder.of(null), (_, _) -> memory))
                    .getMessage();
            assertTrue(message.contains("impossible sizes"), message);
        }
        VectorView empty = new VectorView(MemorySegment.NULL, ElementType.DOUBLE, 0);
        assertEquals(empty, ValueCodec.readView(written(empty), ClassFinder.of(null), (_, _) -> MemorySegment.NULL));
    }

    @Test
    void shouldUseOnlyClassesOfTheCataloguesOwnLoaderAndOfTheApi() throws Exception {
        ClassLoader child = new ClassLoader(ValueCodecTest.class.getClassLoader()) {};
        ClassFinder classes = ClassFinder.of(child); // which finds the classes of this one, too
        assertThrows(ClassNotFoundException.class, () -> classes.find(Inner.class.getName()));
        assertThrows(ClassNotFoundException.class, () -> ClassFinder.of(null).find("java.lang.Thread"));
        assertThrows(ClassNotFoundException.class, () -> OWN.find("java.lang.Thread"));
        assertSame(VectorView.class, classes.find(VectorView.class.getName()));
        for (Object refused : List.of(new Inner(1, null), Colour.GREEN)) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> ValueCodec.write(refused, new WireOutput(), classes))
                    .getMessage();
            assertTrue(message.contains("neither of the bundle"), message);
        }
    }

    @Test
    void shouldRefuseRecordsThatAreNoViewsAsData() {
        WireOutput out = new WireOutput();
        ValueCodec.write(new Inner(1, null), out, OWN);
        WireInput in = new WireInput(out.finish());
        assertThrows(
                MalformedMessageException.class,
                () -> ValueCodec.readView(in, OWN, (address, bytes) -> MemorySegment.NULL));
    }

    @Test
    void shouldLetRecordsRefuseTheirComponents() {
        WireOutput out = new WireOutput();
        ValueCodec.write(new Positive(77), out, OWN);
        byte[] bytes = out.toArray();
        bytes[bytes.length - 1] = 0;
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> ValueCodec.read(new WireInput(ByteBuffer.wrap(bytes)), OWN))
                .getMessage();
        assertTrue(message.contains("Positive") && message.contains("not positive"), message);
    }

    @Test
    void shouldMakeNothingOfOtherClassesThatAPeerNames() {
        for (Class<?> type : List.of(Trap.class, Thread.class, Runtime.class)) {
            WireOutput out = new WireOutput();
            out.putByte(11).putString(type.getName()).putInt(0); // a record
            assertThrows(IllegalArgumentException.class, () -> ValueCodec.read(new WireInput(out.finish()), OWN));
        }
        assertTrue(!sprung, "a class was initialised because a peer named it");
    }

    @Test
    void shouldReadOrRefuseWhateverComes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("shouldReadOrRefuseWhateverComes: -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        WireOutput valid = new WireOutput();
        ValueCodec.write(new Outer("text", List.of(new Inner(1, Colour.RED)), new double[] {1, 2}, 5), valid, OWN);
        byte[] original = valid.toArray();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = original.clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(20);
            }
            byte[] given = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            try {
                ValueCodec.read(new WireInput(ByteBuffer.wrap(given)), OWN);
            } catch (IllegalArgumentException refused) {
                assertTrue(!refused.getMessage().isBlank());
            }
        }
    }
}
