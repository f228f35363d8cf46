package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.asterism.spi.driver.BufferCopy;
import org.junit.jupiter.api.Test;

final class CopyRectanglesTest {
    private static final int CASES = 3000;

    @Test
    void shouldMoveARunAsALine() {
        List<Rectangle> rectangles = CopyRectangles.of(copy(new BufferShape(80, 8), new long[0], new long[0]));
        assertEquals(List.of(new Rectangle(0, 0, 80, 1, 1, 80, 80, 0, 0)), rectangles);
        assertTrue(rectangles.getFirst().isLine());
    }

    @Test
    void shouldMoveAMatrixWithGapsAsARectangle() {
        assertEquals(
                List.of(new Rectangle(0, 0, 80, 10, 1, 100, 80, 0, 0)),
                CopyRectangles.of(copy(new BufferShape(80, 8, 10), new long[] {100}, new long[] {80})));
    }

    @Test
    void shouldMoveWhatIsDenseOnBothSidesAsALine() {
        BufferShape shape = new BufferShape(80, 8, 3, 4, 5);
        assertEquals(
                List.of(new Rectangle(0, 0, 4800, 1, 1, 4800, 4800, 0, 0)),
                CopyRectangles.of(copy(shape, shape.denseStrides(), shape.denseStrides())));
    }

    @Test
    void shouldMoveABlockWithGapsAsABox() {
        assertEquals(
                List.of(new Rectangle(0, 0, 80, 4, 3, 100, 80, 1000, 400)),
                CopyRectangles.of(copy(new BufferShape(80, 8, 3, 4), new long[] {1000, 100}, new long[] {400, 80})));
    }

    @Test
    void shouldTakeDimensionsTogetherThatContinueEachOther() {
        // The two outer dimensions are one, as the rows of a block whose slices follow each other.
        assertEquals(
                List.of(new Rectangle(0, 0, 80, 12, 1, 100, 200, 0, 0)),
                CopyRectangles.of(copy(new BufferShape(80, 8, 3, 4), new long[] {400, 100}, new long[] {800, 200})));
    }

    @Test
    void shouldSplitABlockWhoseSlicesDoNotBeginAtALine() {
        // Devices move boxes only whose slices are a whole number of lines apart.
        List<Rectangle> rectangles =
                CopyRectangles.of(copy(new BufferShape(80, 8, 3, 4), new long[] {1010, 100}, new long[] {400, 80}));
        assertEquals(3, rectangles.size(), () -> "of " + rectangles);
    }

    @Test
    void shouldMoveAtOnceTheDimensionsThatSaveTheMostCopies() {
        List<Rectangle> rectangles = CopyRectangles.of(copy(
                new BufferShape(8, 8, 50, 2, 3), new long[] {100_000, 1000, 100}, new long[] {200_000, 2000, 200}));
        assertEquals(2, rectangles.size(), () -> "of " + rectangles);
        assertEquals(150, rectangles.getFirst().height() * rectangles.getFirst().depth());
    }

    @Test
    void shouldKeepToTheDistanceThatADeviceCanTake() {
        BufferCopy matrix = copy(new BufferShape(80, 8, 10), new long[] {1000}, new long[] {80});
        assertEquals(1, CopyRectangles.of(matrix, 1000).size());
        List<Rectangle> lines = CopyRectangles.of(matrix, 999);
        assertEquals(10, lines.size());
        assertTrue(lines.stream().allMatch(Rectangle::isLine), () -> "of " + lines);
    }

    @Test
    void shouldMoveNothingWhereThereIsNothing() {
        assertEquals(List.of(), CopyRectangles.of(copy(new BufferShape(80, 8, 0, 3), new long[2], new long[2])));
        assertEquals(List.of(), CopyRectangles.of(copy(new BufferShape(0, 1), new long[0], new long[0])));
    }

    @Test
    void shouldRefuseSegmentsThatAreTooShort() {
        BufferShape shape = new BufferShape(80, 8, 10);
        Buffer good = new Buffer(MemorySegment.ofArray(new byte[1000]), 100);
        Buffer bad = new Buffer(MemorySegment.ofArray(new byte[979]), 100);
        assertTrue(
                assertThrows(IndexOutOfBoundsException.class, () -> CopyRectangles.of(new BufferCopy(shape, bad, good)))
                        .getMessage()
                        .contains("source"));
        assertTrue(
                assertThrows(IndexOutOfBoundsException.class, () -> CopyRectangles.of(new BufferCopy(shape, good, bad)))
                        .getMessage()
                        .contains("target"));
        Buffer backwards = new Buffer(MemorySegment.ofArray(new byte[1000]), -100);
        assertThrows(IndexOutOfBoundsException.class, () -> CopyRectangles.of(new BufferCopy(shape, backwards, good)));
    }

    @Test
    void shouldMoveEveryByteOnceWhateverTheStrides() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int number = 0; number < CASES; number++) {
            BufferShape shape = randomShape(random, number % 6);
            BufferCopy copy = copy(shape, randomStrides(random, shape), randomStrides(random, shape));
            random.nextBytes((byte[]) copy.from().segment().heapBase().orElseThrow());
            byte[] expected = new byte[(int) copy.to().segment().byteSize()];
            copyRuns(copy, expected, 0, 0, 0);
            long most = random.nextInt(4) == 0 ? 1 + random.nextInt(200) : Long.MAX_VALUE;
            for (Rectangle rectangle : CopyRectangles.of(copy, most)) {
                assertCanBeMoved(rectangle, most);
                for (Rectangle piece : rectangle.pieces(1 + random.nextInt(300))) {
                    move(piece, copy.from().segment(), copy.to().segment());
                }
            }
            assertArrayEquals(
                    expected,
                    copy.to().segment().toArray(ValueLayout.JAVA_BYTE),
                    () -> "seed " + seed + ": " + shape + " from strides "
                            + Arrays.toString(copy.from().strides()) + " to "
                            + Arrays.toString(copy.to().strides()));
        }
    }

    @Test
    void shouldKeepPiecesWithinTheirLimit() {
        Rectangle box = new Rectangle(8, 16, 100, 7, 5, 128, 100, 1024, 700);
        for (long most = 1; most < 4000; most++) {
            long limit = most;
            List<Rectangle> pieces = box.pieces(most);
            assertTrue(pieces.stream().allMatch(piece -> piece.bytes() <= limit), () -> "pieces of " + limit);
            assertEquals(
                    box.bytes(),
                    pieces.stream().mapToLong(Rectangle::bytes).sum(),
                    () -> "bytes in pieces of " + limit);
        }
        assertEquals(List.of(box), box.pieces(box.bytes()));
        assertEquals(2, box.pieces(3 * 700).size(), "slices are kept together");
    }

    private static void assertCanBeMoved(Rectangle rectangle, long mostPitch) {
        for (long[] side :
                new long[][] {{rectangle.fromPitch(), rectangle.fromSlice()}, {rectangle.toPitch(), rectangle.toSlice()}
                }) {
            if (rectangle.height() > 1) {
                assertTrue(side[0] >= rectangle.width() && side[0] <= mostPitch, () -> "lines of " + rectangle);
            }
            if (rectangle.depth() > 1) {
                assertTrue(
                        side[1] % side[0] == 0 && side[1] >= side[0] * rectangle.height(),
                        () -> "slices of " + rectangle);
            }
        }
    }

    /** With gaps that are often none, so that dimensions continue each other on one side or on both. */
    private static BufferShape randomShape(Random random, int dimensions) {
        long[] counts = random.longs(dimensions, 0, 5).toArray();
        return new BufferShape(1 + random.nextInt(20), 1, counts);
    }

    private static long[] randomStrides(Random random, BufferShape shape) {
        long[] strides = new long[shape.dimensions()];
        long stride = shape.runBytes();
        for (int dimension = strides.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride + (random.nextBoolean() ? 0 : random.nextInt(20));
            stride = strides[dimension] * Math.max(1, shape.count(dimension));
        }
        return strides;
    }

    private static BufferCopy copy(BufferShape shape, long[] fromStrides, long[] toStrides) {
        return new BufferCopy(
                shape,
                new Buffer(MemorySegment.ofArray(new byte[(int) shape.span(fromStrides)]), fromStrides),
                new Buffer(MemorySegment.ofArray(new byte[(int) shape.span(toStrides)]), toStrides));
    }

    private static void copyRuns(BufferCopy copy, byte[] target, int dimension, long fromOffset, long toOffset) {
        BufferShape shape = copy.shape();
        if (dimension == shape.dimensions()) {
            MemorySegment.copy(copy.from().segment(), ValueLayout.JAVA_BYTE, fromOffset, target, (int) toOffset, (int)
                    shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            copyRuns(
                    copy,
                    target,
                    dimension + 1,
                    fromOffset + index * copy.from().stride(dimension),
                    toOffset + index * copy.to().stride(dimension));
        }
    }

    private static void move(Rectangle rectangle, MemorySegment from, MemorySegment to) {
        for (long z = 0; z < rectangle.depth(); z++) {
            for (long y = 0; y < rectangle.height(); y++) {
                MemorySegment.copy(
                        from,
                        rectangle.fromOffset() + z * rectangle.fromSlice() + y * rectangle.fromPitch(),
                        to,
                        rectangle.toOffset() + z * rectangle.toSlice() + y * rectangle.toPitch(),
                        rectangle.width());
            }
        }
    }
}
