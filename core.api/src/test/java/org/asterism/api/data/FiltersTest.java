package org.asterism.api.data;

import static org.asterism.api.data.LayoutsTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Cuts of vectors, matrices, blocks and tensors: what children see is what stands in their parent. */
final class FiltersTest {
    private static final ElementType LONG = ElementType.LONG;

    private final Random gaps = new Random(7);

    /** Children of data whose elements are their own numbers, in a copy with gaps. */
    private List<DataView> cut(Layout layout, Filter filter) {
        List<Buffer> buffers = Numbered.withGaps(layout, gaps);
        return Numbered.children(layout, buffers, filter).stream()
                .map(Numbered.Child::view)
                .toList();
    }

    private static List<Long> elements(DataView view) {
        return Numbered.elements(view);
    }

    private List<List<Long>> elementsOfEach(Layout layout, Filter filter) {
        return cut(layout, filter).stream().map(FiltersTest::elements).toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void shouldCutAVectorIntoBlocksOfWhichTheFirstAreLonger() {
        Layout vector = new VectorLayout(LONG, 11);
        assertEquals(
                List.of(range(0, 3), range(3, 6), range(6, 9), range(9, 11)),
                elementsOfEach(vector, Filters.blocks(4)));
        assertEquals(List.of(range(0, 11)), elementsOfEach(vector, Filters.blocks(1)));
        assertEquals(11, cut(vector, Filters.blocks(11)).size());
        assertFalse(Filters.blocks(4).overlaps());
        assertFalse(Filters.blocks(4).needsContent());
    }

    @Test
    void shouldLetBlocksReachIntoTheirNeighbours() {
        Filter filter = Filters.blocksWithHalo(3, 2);
        assertEquals(
                List.of(range(0, 7), range(3, 10), range(6, 12)), elementsOfEach(new VectorLayout(LONG, 12), filter));
        assertTrue(filter.overlaps());
        assertFalse(Filters.blocksWithHalo(3, 0).overlaps());
        assertFalse(Filters.blocksWithHalo(1, 2).overlaps());
        assertEquals(List.of(range(0, 5)), elementsOfEach(new VectorLayout(LONG, 5), Filters.blocksWithHalo(1, 2)));
    }

    @Test
    void shouldCutAVectorByLengths() {
        Layout vector = new VectorLayout(LONG, 9);
        assertEquals(List.of(range(0, 1), range(1, 6), range(6, 9)), elementsOfEach(vector, Filters.list(1, 5, 3)));
        assertEquals(List.of(range(0, 4), range(4, 9)), elementsOfEach(vector, Filters.split(4)));
    }

    @Test
    void shouldPickElements() {
        assertEquals(List.of(List.of(5L), List.of(0L)), elementsOfEach(new VectorLayout(LONG, 9), Filters.pick(5, 0)));
        assertEquals(
                List.of(List.of(2L * 20 + 3 * 5 + 4)),
                elementsOfEach(new BlockLayout(LONG, 3, 4, 5), Filters.pickElement(2, 3, 4)));
        assertInstanceOf(
                VariableView.class,
                cut(new TensorLayout(LONG, 2, 2, 2, 2), Filters.pickElement(1, 0, 1, 0))
                        .getFirst());
    }

    @Test
    void shouldCutAMatrixBetweenRowsAndBetweenColumns() {
        Layout matrix = new MatrixLayout(LONG, 3, 4);
        assertEquals(List.of(range(0, 8), range(8, 12)), elementsOfEach(matrix, Filters.rows(2)));
        assertEquals(
                List.of(List.of(0L, 1L, 4L, 5L, 8L, 9L), List.of(2L, 3L, 6L, 7L, 10L, 11L)),
                elementsOfEach(matrix, Filters.columns(2)));
        assertEquals(List.of(range(0, 12)), elementsOfEach(new MatrixLayout(LONG, 3, 4), Filters.rowsWithHalo(1, 1)));
        assertEquals(
                List.of(range(0, 12), range(4, 16)),
                elementsOfEach(new MatrixLayout(LONG, 4, 4), Filters.rowsWithHalo(2, 1)));
        assertEquals(
                List.of(List.of(0L, 1L, 2L, 4L, 5L, 6L), List.of(1L, 2L, 3L, 5L, 6L, 7L)),
                elementsOfEach(new MatrixLayout(LONG, 2, 4), Filters.columnsWithHalo(2, 1)));
    }

    @Test
    void shouldCutAMatrixIntoTiles() {
        Layout matrix = new MatrixLayout(LONG, 3, 4);
        List<List<Long>> tiles =
                List.of(List.of(0L, 1L, 4L, 5L), List.of(2L, 3L, 6L, 7L), List.of(8L, 9L), List.of(10L, 11L));
        assertEquals(tiles, elementsOfEach(matrix, Filters.tiles(2, 2)));
        assertEquals(tiles, elementsOfEach(matrix, Filters.tilesOf(2, 2)));
        assertEquals(
                List.of(range(0, 3), range(3, 4), range(4, 7), range(7, 8), range(8, 11), range(11, 12)),
                elementsOfEach(matrix, Filters.tilesOf(1, 3)));
        assertEquals(List.of(range(0, 12)), elementsOfEach(matrix, Filters.tilesOf(100, Long.MAX_VALUE)));
        List<DataView> overlapping = cut(new MatrixLayout(LONG, 4, 5), Filters.tilesWithHalo(1, 2, 3));
        assertEquals(6, overlapping.size());
        assertEquals(List.of(6L, 7L, 8L, 11L, 12L, 13L, 16L, 17L, 18L), elements(overlapping.get(4)));
        assertTrue(Filters.tilesWithHalo(1, 2, 3).overlaps());
        assertFalse(Filters.tilesWithHalo(1, 1, 1).overlaps());
    }

    @Test
    void shouldPickRowsAndColumnsOfAMatrix() {
        Layout matrix = new MatrixLayout(LONG, 3, 4);
        assertEquals(List.of(range(8, 12), range(0, 4)), elementsOfEach(matrix, Filters.pickRow(2, 0)));
        assertInstanceOf(VectorView.class, cut(matrix, Filters.pickRow(1)).getFirst());
        assertEquals(List.of(List.of(3L, 7L, 11L)), elementsOfEach(matrix, Filters.pickColumn(3)));
        MatrixView column = (MatrixView) cut(matrix, Filters.pickColumn(1)).getFirst();
        assertEquals(List.of(3L, 1L), List.of(column.rows(), column.columns()));
        assertEquals(List.of(range(4, 8)), elementsOfEach(matrix, Filters.pickVector(1)));
    }

    @Test
    void shouldPickFromABlockInEachDirection() {
        Layout block = new BlockLayout(LONG, 2, 3, 4);
        assertEquals(List.of(range(12, 24)), elementsOfEach(block, Filters.pickPlane(1)));
        assertEquals(List.of(range(12, 24)), elementsOfEach(block, Filters.pickMatrix(0, 1)));
        assertEquals(List.of(List.of(8L, 9L, 10L, 11L, 20L, 21L, 22L, 23L)), elementsOfEach(block, Filters.pickRow(2)));
        assertInstanceOf(MatrixView.class, cut(block, Filters.pickRow(2)).getFirst());
        assertEquals(List.of(List.of(3L, 7L, 11L, 15L, 19L, 23L)), elementsOfEach(block, Filters.pickColumn(3)));
        assertEquals(
                1,
                assertInstanceOf(
                                BlockView.class,
                                cut(block, Filters.pickColumn(3)).getFirst())
                        .columns());
    }

    @Test
    void shouldPickFromATensorWhatHasOneDimensionLess() {
        Layout four = new TensorLayout(LONG, 2, 2, 3, 2);
        assertEquals(List.of(range(12, 24)), elementsOfEach(four, Filters.pickTensor(0, 1)));
        assertEquals(3, ((TensorView) cut(four, Filters.pickTensor(0, 1)).getFirst()).dimensions());
        TensorView innermost = (TensorView) cut(four, Filters.pickTensor(3, 1)).getFirst();
        assertEquals(new TensorLayout(LONG, 2, 2, 3, 1), new TensorLayout(LONG, innermost.sizes()));
        assertEquals(LongStream.range(0, 12).map(n -> 2 * n + 1).boxed().toList(), elements(innermost));
        assertInstanceOf(BlockView.class, cut(four, Filters.pickBlock(2, 0)).getFirst());
        assertEquals(
                List.of(2L, 3L, 8L, 9L, 14L, 15L, 20L, 21L),
                elements(cut(four, Filters.pickBlock(2, 1)).getFirst()));
        Layout three = new TensorLayout(LONG, 2, 3, 2);
        assertEquals(List.of(List.of(2L, 3L, 8L, 9L)), elementsOfEach(three, Filters.pickMatrix(1, 1)));
        assertInstanceOf(
                VectorView.class,
                cut(new TensorLayout(LONG, 3, 2), Filters.pickVector(2)).getFirst());
        assertEquals(List.of(List.of(2L)), elementsOfEach(new TensorLayout(LONG, 3), Filters.pickTensor(0, 2)));
        assertInstanceOf(
                VariableView.class,
                cut(new TensorLayout(LONG, 3), Filters.pickTensor(0, 2)).getFirst());
    }

    @Test
    void shouldShareMemoryWithTheParent() {
        Layout layout = new MatrixLayout(LONG, 4, 6);
        List<Buffer> buffers = Numbered.withGaps(layout, gaps);
        MatrixView whole = (MatrixView) layout.view(buffers);
        for (Numbered.Child child : Numbered.children(layout, buffers, Filters.tiles(2, 3))) {
            MatrixView tile = (MatrixView) child.view();
            tile.setLong(1, 1, -tile.getLong(1, 1));
        }
        for (long row = 0; row < 4; row++) {
            for (long column = 0; column < 6; column++) {
                long sign = row % 2 == 1 && column % 2 == 1 ? -1 : 1;
                assertEquals(sign * (row * 6 + column), whole.getLong(row, column));
            }
        }
    }

    @Test
    void shouldSayWhatIsAllowedWhenDataCannotBeCutSo() {
        Layout vector = new VectorLayout(LONG, 3);
        Layout matrix = new MatrixLayout(LONG, 3, 4);
        Layout block = new BlockLayout(LONG, 3, 4, 5);
        assertRefused(() -> cut(vector, Filters.blocks(4)), "blocks(4)", "vector of 3 LONG", "at most 3 parts");
        assertRefused(
                () -> cut(vector, Filters.blocksWithHalo(2, 1)),
                "blocksWithHalo(2, 1)",
                "at most 1 parts",
                "halo of 1");
        assertRefused(() -> cut(vector, Filters.blocksWithHalo(1, 2)), "no parts");
        assertRefused(() -> cut(vector, Filters.blocksWithHalo(1, Long.MAX_VALUE)), "no parts");
        assertRefused(() -> cut(new VectorLayout(LONG, 0), Filters.blocks(1)), "0 elements", "no parts");
        assertRefused(() -> cut(vector, Filters.rows(1)), "rows(1)", "vector", "matrix", "block");
        assertRefused(() -> cut(matrix, Filters.blocks(1)), "blocks(1)", "matrix of 3 x 4", "vector");
        assertRefused(() -> cut(matrix, Filters.rows(4)), "rows(4)", "3 x 4", "dimension 0", "at most 3");
        assertRefused(() -> cut(matrix, Filters.planes(1)), "planes(1)", "matrix", "block");
        assertRefused(() -> cut(matrix, Filters.tiles(2, 5)), "tiles(2, 5)", "dimension 1", "at most 4");
        assertRefused(() -> cut(matrix, Filters.tiles(2)), "tiles(2)", "give 2 numbers");
        assertRefused(() -> cut(block, Filters.tilesOf(2, 2)), "tilesOf(2, 2)", "give 3 numbers");
        assertRefused(() -> cut(new MatrixLayout(LONG, 0, 4), Filters.tilesOf(1, 1)), "no parts");
        assertRefused(
                () -> Filters.tilesOf(1, 1).split(new MatrixLayout(ElementType.BYTE, 1L << 31, 1L << 31), List.of()),
                "at most " + Integer.MAX_VALUE + " tiles");
        assertRefused(() -> cut(matrix, Filters.along(2, 1)), "along(2, 1)", "dimensions 0 to 1");
        assertRefused(() -> cut(vector, Filters.list(1, 1)), "list(1, 1)", "add up to 3");
        assertRefused(() -> cut(vector, Filters.list(Long.MAX_VALUE, Long.MAX_VALUE, 5)), "add up to 3");
        assertRefused(() -> cut(vector, Filters.split(3)), "split(3)", "1 to 2");
        assertRefused(() -> cut(vector, Filters.pick(3)), "pick(3)", "3 elements", "none at 3");
        assertRefused(() -> cut(matrix, Filters.pickElement(1, 4)), "pickElement(1, 4)", "3 x 4");
        assertRefused(() -> cut(matrix, Filters.pickElement(1)), "give 2 indices");
        assertRefused(() -> cut(block, Filters.pickMatrix(2, 0)), "pickMatrix(0) along dimension 2", "3 dimensions");
        assertRefused(() -> cut(block, Filters.pickBlock(0, 0)), "2 dimensions", "a block has not");
        assertRefused(
                () -> cut(new CooLayout(LONG, 1, 1, 1), Filters.blocks(1)),
                "blocks(1)",
                "coo",
                "matrix, block or tensor");
        assertRefused(() -> cut(new VoidLayout(), Filters.rows(1)), "token");
    }

    @Test
    void shouldRefuseArgumentsThatMakeNoSense() {
        assertRefused(() -> Filters.blocks(0), "blocks", "0 parts", "1 or more");
        assertRefused(() -> Filters.rows(-1), "rows", "-1 parts", "1 or more");
        assertRefused(() -> Filters.columnsWithHalo(2, -1), "columns", "halo of -1", "0 or more");
        assertRefused(() -> Filters.tiles(2, 0), "tiles", "0", "1 or more");
        assertRefused(() -> Filters.tiles(), "tiles", "at least one");
        assertRefused(() -> Filters.tilesOf(0, 2), "tilesOf", "1 or more");
        assertRefused(() -> Filters.tilesWithHalo(-1, 2), "halo of -1");
        assertRefused(() -> Filters.list(), "list", "at least one");
        assertRefused(() -> Filters.list(2, 0), "list", "1 or more");
        assertRefused(() -> Filters.split(0), "split", "1 or more");
        assertRefused(() -> Filters.pick(-1), "pick", "0 or more");
        assertRefused(() -> Filters.pickRow(1, 2, 1), "pickRow(1, 2, 1)", "once");
        assertRefused(() -> Filters.along(-1, 2), "dimension -1", "from 0");
        assertRefused(() -> Filters.sparseRows(0), "0 parts", "1 or more");
    }

    @Test
    void shouldRefuseAChildThatLiesOutsideOfItsParent() {
        Layout matrix = new MatrixLayout(LONG, 3, 4);
        Layout part = new MatrixLayout(LONG, 2, 2);
        assertOutside(matrix, part, new Slice(0, new long[] {2}, 0, 0), "behind dimension 0");
        assertOutside(matrix, part, new Slice(0, new long[] {-1}, 0, 0), "behind dimension 0");
        assertOutside(matrix, part, new Slice(0, new long[] {1}, 24, 0), "its runs end");
        assertOutside(matrix, part, new Slice(0, new long[] {1}, -8, 0), "its runs end");
        assertOutside(matrix, part, new Slice(0, new long[] {1}, 4, 0), "multiples of 8");
        assertOutside(matrix, part, new Slice(0, new long[] {1}, 0, 1), "not there");
        assertOutside(matrix, part, new Slice(0, new long[] {1}, 0), "a dimension per one");
        assertOutside(matrix, part, new Slice(1, new long[] {1}, 0, 0), "1 buffers");
        assertOutside(matrix, new VectorLayout(LONG, 4), new Slice(0, new long[] {3}, 0), "behind dimension 0");
        Layout block = new BlockLayout(LONG, 3, 3, 4);
        assertOutside(block, new BlockLayout(LONG, 1, 1, 1), new Slice(0, new long[] {0, 0}, 0, 1, 1), "named twice");
        new Part(part, List.of(new Slice(0, new long[] {1}, 16, 0))).requireWithin(matrix);
    }

    private static void assertOutside(Layout parent, Layout child, Slice slice, String why) {
        Part part = new Part(child, List.of(slice));
        assertRefused(() -> part.requireWithin(parent), why);
    }

    @Test
    void shouldCutArraysOfAnyShapeInAnyWayIntoWhatTheyConsistOf() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("FiltersTest: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Layout layout = Numbered.randomArray(random);
            List<Buffer> buffers = Numbered.withGaps(layout, random);
            checkCut(layout, buffers, random, 3);
        }
    }

    /** Cuts data, checks each child against the numbers in the parent, and cuts children again. */
    private static void checkCut(Layout layout, List<Buffer> buffers, Random random, int depth) {
        long[] sizes = Numbered.sizes(layout);
        long halo = random.nextInt(3);
        int[] parts = new int[sizes.length];
        for (int dimension = 0; dimension < sizes.length; dimension++) {
            long most = sizes[dimension] - 2 * halo;
            if (most < 1) {
                halo = 0;
                most = sizes[dimension];
            }
            parts[dimension] = 1 + random.nextInt((int) most);
        }
        long fitting = halo;
        for (int dimension = 0; dimension < sizes.length; dimension++) {
            parts[dimension] = (int) Math.min(parts[dimension], Math.max(1, sizes[dimension] - 2 * fitting));
        }
        Filter filter = Filters.tilesWithHalo(fitting, parts);
        int cut = random.nextInt(sizes.length);
        if (random.nextBoolean()) {
            filter = Filters.alongWithHalo(cut, parts[cut], fitting);
            int only = parts[cut];
            Arrays.fill(parts, 1);
            parts[cut] = only;
        }
        List<Numbered.Child> children = Numbered.children(layout, buffers, filter);
        assertEquals(Arrays.stream(parts).reduce(1, Math::multiplyExact), children.size(), filter.toString());
        List<Long> whole = elements(layout.view(buffers));
        List<Long> seen = new ArrayList<>();
        for (Numbered.Child child : children) {
            assertEquals(layout.kind(), child.layout().kind());
            Numbered.assertIsABoxOf(layout.view(buffers), child.view());
            seen.addAll(elements(child.view()));
        }
        List<Long> sorted = seen.stream().sorted().toList();
        List<Long> distinct = sorted.stream().distinct().toList();
        assertEquals(whole.stream().sorted().toList(), distinct, "all that the parent has, " + filter);
        assertTrue(filter.overlaps() || sorted.equals(distinct), () -> "children share elements");
        if (depth > 0) {
            Numbered.Child child = children.get(random.nextInt(children.size()));
            checkCut(child.layout(), child.buffers(), random, depth - 1);
        }
    }

    @Test
    void shouldRefuseToCutAnythingButWhatAFilterIsFor() {
        assertThrows(IllegalArgumentException.class, () -> cut(new VectorLayout(LONG, 3), Filters.storedBlocks()));
        assertThrows(IllegalArgumentException.class, () -> cut(new VectorLayout(LONG, 3), Filters.sparseRows(1)));
    }
}
