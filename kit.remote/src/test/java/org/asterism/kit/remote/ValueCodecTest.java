package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
        ValueCodec.write(value, out);
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

    static List<DataView> views() {
        MemorySegment memory = MemorySegment.ofAddress(4096);
        return List.of(
                new VariableView(memory, ElementType.LONG),
                new VectorView(memory, ElementType.DOUBLE, 5),
                new MatrixView(memory, ElementType.FLOAT, 2, 3, 4),
                new BlockView(memory, ElementType.INT, 1, 2, 3, 12, 4),
                new TensorView(memory, ElementType.BYTE, new long[] {1, 2, 3, 4}, new long[] {24, 12, 4, 1}),
                new CsrView(memory, ElementType.DOUBLE, 2, 2, 3, memory, memory, 1),
                new CooView(memory, ElementType.DOUBLE, 2, 2, 3, memory, memory));
    }

    @ParameterizedTest
    @MethodSource("views")
    void shouldReadViewsWithOtherMemory(DataView view) {
        WireOutput out = new WireOutput();
        ValueCodec.writeView(view, out);
        long[] asked = new long[2];
        DataView copy = ValueCodec.readView(new WireInput(out.finish()), ClassFinder.of(null), (address, bytes) -> {
            asked[0] = address;
            asked[1] = bytes;
            return MemorySegment.ofAddress(8192);
        });
        assertEquals(4096, asked[0]);
        assertEquals(0, asked[1]);
        assertEquals(8192, copy.segment().address());
        assertEquals(view.toString().replace("4096", "x").replace("1000", "x"), textOf(copy));
    }

    private static String textOf(DataView copy) {
        return copy.toString().replace("8192", "x").replace("2000", "x");
    }

    @Test
    void shouldRefuseRecordsThatAreNoViewsAsData() {
        WireOutput out = new WireOutput();
        ValueCodec.write(new Inner(1, null), out);
        WireInput in = new WireInput(out.finish());
        assertThrows(
                MalformedMessageException.class,
                () -> ValueCodec.readView(in, OWN, (address, bytes) -> MemorySegment.NULL));
    }

    @Test
    void shouldLetRecordsRefuseTheirComponents() {
        WireOutput out = new WireOutput();
        ValueCodec.write(new Positive(77), out);
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
            assertThrows(MalformedMessageException.class, () -> ValueCodec.read(new WireInput(out.finish()), OWN));
        }
        assertTrue(!sprung, "a class was initialised because a peer named it");
    }

    @Test
    void shouldReadOrRefuseWhateverComes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("shouldReadOrRefuseWhateverComes: -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        WireOutput valid = new WireOutput();
        ValueCodec.write(new Outer("text", List.of(new Inner(1, Colour.RED)), new double[] {1, 2}, 5), valid);
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
