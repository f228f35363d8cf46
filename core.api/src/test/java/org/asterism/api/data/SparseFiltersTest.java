package org.asterism.api.data;

import static org.asterism.api.data.LayoutsTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Cuts of sparse matrices: the rows of children are those of their parent. */
final class SparseFiltersTest {
    private static final ElementType LONG = ElementType.LONG;

    /** Lengths of rows, as text, with each entry's column and value. */
    private static List<String> rows(DataView view, long rows) {
        CompressedRowsView matrix = (CompressedRowsView) view;
        List<String> all = new ArrayList<>();
        for (long row = 0; row < rows; row++) {
            StringBuilder text = new StringBuilder();
            for (long entry = matrix.rowBegin(row); entry < matrix.rowEnd(row); entry++) {
                text.append(matrix.column(entry))
                        .append('=')
                        .append(value(view, entry))
                        .append(' ');
            }
            all.add(text.toString());
        }
        return all;
    }

    private static String value(DataView view, long entry) {
        return switch (view) {
            case CsrView csr -> Long.toString(csr.getLong(entry));
            case BcsrView bcsr -> Numbered.elements(bcsr.block(entry)).toString();
            default -> throw new AssertionError(view);
        };
    }

    private static long rowsOf(Layout layout) {
        return layout instanceof CsrLayout csr ? csr.rows() : ((BcsrLayout) layout).blockRows();
    }

    private static long entriesOf(Layout layout) {
        return layout instanceof CsrLayout csr ? csr.nonZeros() : ((BcsrLayout) layout).blocks();
    }

    /** A matrix with the given numbers of entries in its rows. */
    private static List<Buffer> filled(Layout layout, int[] lengths, Random random) {
        List<Buffer> buffers = StridedMemory.withGaps(layout, random);
        CompressedRowsView matrix = (CompressedRowsView) layout.view(buffers);
        matrix.setRowBegin(0, 0);
        for (int row = 0; row < lengths.length; row++) {
            matrix.setRowBegin(row + 1L, matrix.rowBegin(row) + lengths[row]);
        }
        for (long entry = 0; entry < entriesOf(layout); entry++) {
            matrix.setColumn(entry, random.nextInt(100));
            if (matrix instanceof CsrView csr) {
                csr.setLong(entry, random.nextLong());
            } else if (matrix instanceof BcsrView bcsr) {
                for (long element = 0; element < 6; element++) {
                    bcsr.block(entry).setLong(element / 3, element % 3, random.nextLong());
                }
            }
        }
        return buffers;
    }

    @Test
    void shouldCutSparseMatricesOfAnyStructureIntoTheirRows() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("SparseFiltersTest: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int[] lengths = random.ints(1 + random.nextInt(20), 0, 1 + random.nextInt(12))
                    .toArray();
            int entries = Arrays.stream(lengths).sum();
            Layout layout = random.nextBoolean()
                    ? new CsrLayout(LONG, lengths.length, 100, entries)
                    : new BcsrLayout(LONG, lengths.length, 100, entries, 2, 3);
            checkCut(layout, filled(layout, lengths, random), random, 3);
        }
    }

    private static void checkCut(Layout layout, List<Buffer> buffers, Random random, int depth) {
        int parts = 1 + random.nextInt((int) rowsOf(layout));
        boolean balanced = random.nextBoolean();
        Filter filter = balanced ? Filters.balancedSparseRows(parts) : Filters.sparseRows(parts);
        assertTrue(filter.needsContent());
        assertFalse(filter.overlaps());
        List<Numbered.Child> children = Numbered.children(layout, buffers, filter);
        assertEquals(parts, children.size());
        List<String> joined = new ArrayList<>();
        for (Numbered.Child child : children) {
            long rows = rowsOf(child.layout());
            joined.addAll(rows(child.view(), rows));
            long expected = rowsOf(layout) / parts;
            assertTrue(rows >= 1 && (balanced || rows == expected || rows == expected + 1), () -> rows + " rows");
        }
        assertEquals(rows(layout.view(buffers), rowsOf(layout)), joined, filter.toString());
        if (balanced) {
            checkBalance(layout, buffers, children);
        }
        if (depth > 0) {
            Numbered.Child child = children.get(random.nextInt(parts));
            checkCut(child.layout(), child.buffers(), random, depth - 1);
        }
    }

    /** A part can be off by a row at most. */
    private static void checkBalance(Layout layout, List<Buffer> buffers, List<Numbered.Child> children) {
        CompressedRowsView matrix = (CompressedRowsView) layout.view(buffers);
        long longest = 0;
        for (long row = 0; row < rowsOf(layout); row++) {
            longest = Math.max(longest, matrix.rowEnd(row) - matrix.rowBegin(row));
        }
        for (Numbered.Child child : children) {
            assertTrue(entriesOf(child.layout()) <= entriesOf(layout) / children.size() + 1 + longest);
        }
    }

    private static List<Long> entries(int[] lengths, Filter filter) {
        Layout layout =
                new CsrLayout(LONG, lengths.length, 100, Arrays.stream(lengths).sum());
        return Numbered.children(layout, filled(layout, lengths, new Random(1)), filter).stream()
                .map(child -> entriesOf(child.layout()))
                .toList();
    }

    @Test
    void shouldBalanceEntriesWhereRowsDiffer() {
        int[] lengths = {9, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        assertEquals(List.of(13L, 5L), entries(lengths, Filters.sparseRows(2)));
        assertEquals(List.of(9L, 9L), entries(lengths, Filters.balancedSparseRows(2)));
        assertEquals(List.of(4L, 6L), entries(new int[] {4, 5, 1}, Filters.balancedSparseRows(2)));
        assertEquals(List.of(0L, 0L, 7L), entries(new int[] {0, 0, 7}, Filters.balancedSparseRows(3)));
        assertEquals(List.of(7L, 0L, 0L), entries(new int[] {7, 0, 0}, Filters.balancedSparseRows(3)));
    }

    @Test
    void shouldKeepTheRowPointersOfTheParent() {
        CsrLayout layout = new CsrLayout(LONG, 4, 100, 10);
        List<Buffer> buffers = filled(layout, new int[] {1, 2, 3, 4}, new Random(1));
        Numbered.Child second =
                Numbered.children(layout, buffers, Filters.sparseRows(2)).get(1);
        assertEquals(new CsrLayout(LONG, 2, 100, 7, 3), second.layout());
        assertEquals(
                buffers.get(2).segment().address() + 2 * 4,
                second.buffers().get(2).segment().address());
        assertEquals(3 * 4, second.buffers().get(2).segment().byteSize());
    }

    @Test
    void shouldReadRowPointersOnTheHeap() {
        CsrLayout layout = new CsrLayout(ElementType.DOUBLE, 3, 5, 4);
        List<Buffer> home = List.of(
                new Buffer(MemorySegment.ofArray(new double[4])),
                new Buffer(MemorySegment.ofArray(new int[4])),
                new Buffer(MemorySegment.ofArray(new int[] {0, 3, 3, 4})));
        List<Part> parts = Filters.sparseRows(2).split(layout, home);
        assertEquals(new CsrLayout(ElementType.DOUBLE, 2, 5, 3, 0), parts.get(0).layout());
        assertEquals(new CsrLayout(ElementType.DOUBLE, 1, 5, 1, 3), parts.get(1).layout());
    }

    @Test
    void shouldGiveEachStoredBlockAsAMatrix() {
        BcsrLayout layout = new BcsrLayout(LONG, 2, 100, 3, 2, 3);
        List<Buffer> buffers = filled(layout, new int[] {1, 2}, new Random(1));
        BcsrView matrix = layout.view(buffers);
        List<Numbered.Child> blocks = Numbered.children(layout, buffers, Filters.storedBlocks());
        assertEquals(3, blocks.size());
        for (int block = 0; block < 3; block++) {
            assertEquals(new MatrixLayout(LONG, 2, 3), blocks.get(block).layout());
            assertEquals(
                    Numbered.elements(matrix.block(block)),
                    Numbered.elements(blocks.get(block).view()));
        }
        assertFalse(Filters.storedBlocks().needsContent());
    }

    @Test
    void shouldSayWhatIsAllowedWhenASparseMatrixCannotBeCutSo() {
        CsrLayout layout = new CsrLayout(LONG, 3, 5, 4);
        List<Buffer> buffers = filled(layout, new int[] {2, 1, 1}, new Random(1));
        assertRefused(() -> Filters.sparseRows(4).split(layout, buffers), "sparseRows(4)", "3 x 5", "1 to 3 parts");
        assertRefused(() -> Filters.sparseRows(2).split(layout, List.of()), "sparseRows(2)", "row pointers");
        assertRefused(() -> Filters.storedBlocks().split(layout, buffers), "storedBlocks()", "csr", "bcsr");
        Layout dense = new MatrixLayout(LONG, 3, 5);
        assertRefused(
                () -> Filters.balancedSparseRows(2).split(dense, List.of()), "balancedSparseRows(2)", "csr or bcsr");
        Layout noRows = new CsrLayout(LONG, 0, 5, 0);
        assertRefused(() -> Filters.sparseRows(1).split(noRows, StridedMemory.dense(noRows)), "it has no rows");
        Layout noBlocks = new BcsrLayout(LONG, 1, 5, 0, 2, 2);
        assertRefused(() -> Filters.storedBlocks().split(noBlocks, List.of()), "without blocks");
    }

    @Test
    void shouldRefuseRowPointersThatMakeNoSense() {
        CsrLayout layout = new CsrLayout(LONG, 3, 5, 4);
        for (int[] pointers : new int[][] {{0, 2, 5, 4}, {0, 2, -1, 4}, {3, 3, 1, 4}}) {
            List<Buffer> buffers = List.of(
                    new Buffer(MemorySegment.NULL),
                    new Buffer(MemorySegment.NULL),
                    new Buffer(MemorySegment.ofArray(pointers)));
            assertRefused(() -> Filters.sparseRows(2).split(layout, buffers), "csr matrix of 3 x 5", "row ");
        }
    }
}
