package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.data.BcsrLayout;
import org.asterism.api.data.BcsrView;
import org.asterism.api.data.BlockLayout;
import org.asterism.api.data.BlockView;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.CompressedRowsView;
import org.asterism.api.data.CooLayout;
import org.asterism.api.data.CooView;
import org.asterism.api.data.CsrLayout;
import org.asterism.api.data.CsrView;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.IndexedView;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.TensorLayout;
import org.asterism.api.data.TensorView;
import org.asterism.api.data.VariableLayout;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Our own layouts go through the contract, and the contract finds what can be wrong with one. */
final class LayoutContractTest {
    /** The contract is about the standard form: of the others each is a layout of its own. */
    static final class MultiFormat extends LayoutContract {
        private static final Codelet CONVERSION = Codelet.named("conversion")
                .access(Access.R, Access.W)
                .cpu(kernel -> {})
                .build();

        private static Layout of(long rows) {
            return MultiFormatLayout.of(new MatrixLayout(ElementType.INT, rows, 4))
                    .with(Architecture.OPENCL, new MatrixLayout(ElementType.INT, 4, rows), CONVERSION, CONVERSION);
        }

        @Override
        protected Layout layout() {
            return of(7);
        }

        @Override
        protected Layout other() {
            return of(8);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            MatrixView matrix = (MatrixView) view;
            for (long index = 0; index < 28; index++) {
                matrix.setInt(index / 4, index % 4, numbers.nextInt());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            MatrixView matrix = (MatrixView) view;
            return LongStream.range(0, 28)
                    .mapToObj(index -> matrix.getInt(index / 4, index % 4))
                    .toList();
        }
    }

    static final class Variable extends LayoutContract {
        @Override
        protected Layout layout() {
            return new VariableLayout(ElementType.SHORT);
        }

        @Override
        protected Layout other() {
            return new VariableLayout(ElementType.DOUBLE);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            ((VariableView) view).setShort((short) numbers.nextInt());
        }

        @Override
        protected List<?> read(DataView view) {
            return List.of(((VariableView) view).getShort());
        }
    }

    static final class Vector extends LayoutContract {
        @Override
        protected Layout layout() {
            return new VectorLayout(ElementType.FLOAT, 23);
        }

        @Override
        protected Layout other() {
            return new VectorLayout(ElementType.FLOAT, 24);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            for (long index = 0; index < 23; index++) {
                ((IndexedView) view).setFloat(index, numbers.nextFloat());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            return list(23, ((IndexedView) view)::getFloat);
        }
    }

    static final class Matrix extends LayoutContract {
        @Override
        protected Layout layout() {
            return new MatrixLayout(ElementType.LONG, 5, 7);
        }

        @Override
        protected Layout other() {
            return new MatrixLayout(ElementType.LONG, 7, 5);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            MatrixView matrix = (MatrixView) view;
            for (long row = 0; row < matrix.rows(); row++) {
                for (long column = 0; column < matrix.columns(); column++) {
                    matrix.setLong(row, column, numbers.nextLong());
                }
            }
        }

        @Override
        protected List<?> read(DataView view) {
            return elements((MatrixView) view);
        }
    }

    static final class Block extends LayoutContract {
        @Override
        protected Layout layout() {
            return new BlockLayout(ElementType.INT, 3, 4, 5);
        }

        @Override
        protected Layout other() {
            return new BlockLayout(ElementType.INT, 4, 3, 5);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            BlockView block = (BlockView) view;
            for (long plane = 0; plane < block.planes(); plane++) {
                for (long row = 0; row < block.rows(); row++) {
                    for (long column = 0; column < block.columns(); column++) {
                        block.setInt(plane, row, column, numbers.nextInt());
                    }
                }
            }
        }

        @Override
        protected List<?> read(DataView view) {
            BlockView block = (BlockView) view;
            return list(60, index -> block.getInt(index / 20, index / 5 % 4, index % 5));
        }
    }

    static final class Tensor extends LayoutContract {
        @Override
        protected Layout layout() {
            return new TensorLayout(ElementType.BYTE, 2, 3, 4, 5);
        }

        @Override
        protected Layout other() {
            return new TensorLayout(ElementType.BYTE, 2, 3, 20);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            TensorView tensor = (TensorView) view;
            for (long index = 0; index < 120; index++) {
                tensor.setByte(place(tensor, index), (byte) numbers.nextInt());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            TensorView tensor = (TensorView) view;
            return list(120, index -> tensor.getByte(place(tensor, index)));
        }

        private static long place(TensorView tensor, long index) {
            return tensor.index(index / 60, index / 20 % 3, index / 5 % 4, index % 5);
        }
    }

    static final class Csr extends LayoutContract {
        @Override
        protected Layout layout() {
            return new CsrLayout(ElementType.DOUBLE, 4, 6, 8);
        }

        @Override
        protected Layout other() {
            return new CsrLayout(ElementType.DOUBLE, 4, 6, 9);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            CsrView matrix = (CsrView) view;
            structure(matrix, 4, 8);
            for (long entry = 0; entry < matrix.nonZeros(); entry++) {
                matrix.setDouble(entry, numbers.nextDouble());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            CsrView matrix = (CsrView) view;
            List<Object> all = structureOf(matrix, 4, 8);
            all.addAll(list(8, matrix::getDouble));
            return all;
        }
    }

    static final class Bcsr extends LayoutContract {
        @Override
        protected Layout layout() {
            return new BcsrLayout(ElementType.LONG, 4, 6, 8, 3, 2);
        }

        @Override
        protected Layout other() {
            return new BcsrLayout(ElementType.LONG, 4, 6, 8, 2, 3);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            BcsrView matrix = (BcsrView) view;
            structure(matrix, 4, 8);
            for (long block = 0; block < matrix.blocks(); block++) {
                for (long element = 0; element < 6; element++) {
                    matrix.block(block).setLong(element / 2, element % 2, numbers.nextLong());
                }
            }
        }

        @Override
        protected List<?> read(DataView view) {
            BcsrView matrix = (BcsrView) view;
            List<Object> all = structureOf(matrix, 4, 8);
            all.addAll(list(8, block -> elements(matrix.block(block))));
            return all;
        }
    }

    static final class Coo extends LayoutContract {
        @Override
        protected Layout layout() {
            return new CooLayout(ElementType.INT, 4, 6, 8);
        }

        @Override
        protected Layout other() {
            return new CooLayout(ElementType.INT, 4, 6, 7);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            CooView matrix = (CooView) view;
            for (long entry = 0; entry < matrix.nonZeros(); entry++) {
                matrix.place(entry, numbers.nextInt(4), numbers.nextInt(6));
                matrix.setInt(entry, numbers.nextInt());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            CooView matrix = (CooView) view;
            return list(8, entry -> List.of(matrix.row(entry), matrix.column(entry), matrix.getInt(entry)));
        }
    }

    /** What can be wrong with a layout. */
    private enum Flaw {
        NONE,
        IGNORES_STRIDES,
        NAMES_TOO_FEW_BYTES,
        WANTS_MORE_ALIGNMENT_THAN_IT_SAYS,
        EQUALS_ONLY_ITSELF,
        EQUALS_OTHER_SIZES,
        CHANGES_ITS_FOOTPRINT,
        CHANGES_ITS_BUFFERS,
        HAS_NO_NAME,
        MISCOUNTS_BYTES,
        VIEWS_MEMORY_OF_ITS_OWN
    }

    /** Rows of longs, with a flaw. */
    private static final class Flawed implements Layout {
        private static final AtomicLong CALLS = new AtomicLong();

        private final Flaw flaw;
        private final long rows;

        Flawed(Flaw flaw, long rows) {
            this.flaw = flaw;
            this.rows = rows;
        }

        @Override
        public String kind() {
            return flaw == Flaw.HAS_NO_NAME ? " " : "flawed";
        }

        @Override
        public List<BufferShape> buffers() {
            long bytes = flaw == Flaw.NAMES_TOO_FEW_BYTES ? 24 : 32;
            return List.of(new BufferShape(
                    bytes, flaw == Flaw.WANTS_MORE_ALIGNMENT_THAN_IT_SAYS ? 4 : 8, rows + (isChanging() ? 1 : 0)));
        }

        private boolean isChanging() {
            return flaw == Flaw.CHANGES_ITS_BUFFERS && CALLS.incrementAndGet() % 2 == 0;
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            Buffer buffer = buffers.getFirst();
            long stride = flaw == Flaw.IGNORES_STRIDES ? 32 : buffer.stride(0);
            return flaw == Flaw.VIEWS_MEMORY_OF_ITS_OWN
                    ? new MatrixView(Arena.ofAuto().allocate(rows * 32, 8), ElementType.LONG, rows, 4, 4)
                    : new MatrixView(buffer.segment(), ElementType.LONG, rows, 4, stride / 8);
        }

        @Override
        public long bytes() {
            return Layout.super.bytes() + (flaw == Flaw.MISCOUNTS_BYTES ? 1 : 0);
        }

        @Override
        public int footprint() {
            return (int) rows + (int) (flaw == Flaw.CHANGES_ITS_FOOTPRINT ? CALLS.incrementAndGet() : 0);
        }

        @Override
        public boolean equals(Object other) {
            return flaw == Flaw.EQUALS_ONLY_ITSELF
                    ? this == other
                    : other instanceof Flawed layout && (flaw == Flaw.EQUALS_OTHER_SIZES || rows == layout.rows);
        }

        @Override
        public int hashCode() {
            return flaw == Flaw.EQUALS_OTHER_SIZES ? 0 : Long.hashCode(rows);
        }
    }

    private static Flaw flaw = Flaw.NONE;

    static final class FlawedContract extends LayoutContract {
        @Override
        protected Layout layout() {
            return new Flawed(flaw, 3);
        }

        @Override
        protected Layout other() {
            return new Flawed(flaw, 4);
        }

        @Override
        protected void write(DataView view, RandomGenerator numbers) {
            for (long index = 0; index < 12; index++) {
                ((MatrixView) view).setLong(index / 4, index % 4, numbers.nextLong());
            }
        }

        @Override
        protected List<?> read(DataView view) {
            return elements((MatrixView) view);
        }
    }

    private static Set<String> found(Flaw sought) {
        flaw = sought;
        try {
            return failures(run(FlawedContract.class));
        } finally {
            flaw = Flaw.NONE;
        }
    }

    private static Events run(Class<? extends LayoutContract> contract) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(contract))
                .execute()
                .testEvents();
    }

    private static Set<String> failures(Events tests) {
        return tests.failed()
                .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Variable.class,
                Vector.class,
                Matrix.class,
                Block.class,
                Tensor.class,
                Csr.class,
                Bcsr.class,
                Coo.class,
                MultiFormat.class
            })
    void shouldPassOurOwnLayouts(Class<? extends LayoutContract> contract) {
        Events tests = run(contract);
        assertEquals(Set.of(), failures(tests));
        assertTrue(tests.succeeded().count() > 0, "the contract was run");
    }

    @Test
    void shouldPassALayoutWithoutFlaws() {
        assertEquals(Set.of(), found(Flaw.NONE));
    }

    @Test
    void shouldFindWhatIsWrongWithALayout() {
        assertEquals(
                Set.of(
                        "shouldReadTheSameFromACopyWithGaps",
                        "shouldWriteTheSameToACopyWithGaps",
                        "shouldLeaveGapsAlone"),
                found(Flaw.IGNORES_STRIDES));
        assertFinds(Flaw.NAMES_TOO_FEW_BYTES, "shouldLeaveGapsAlone");
        assertFinds(Flaw.WANTS_MORE_ALIGNMENT_THAN_IT_SAYS, "shouldReadWhatWasWrittenThroughAnotherView");
        assertFinds(Flaw.EQUALS_ONLY_ITSELF, "shouldEqualALayoutOfTheSameShape");
        assertFinds(Flaw.EQUALS_OTHER_SIZES, "shouldDifferFromALayoutOfAnotherShape");
        assertFinds(Flaw.CHANGES_ITS_FOOTPRINT, "shouldEqualALayoutOfTheSameShape");
        assertFinds(Flaw.CHANGES_ITS_BUFFERS, "shouldHaveTheSameBuffersAtEveryCall");
        assertFinds(Flaw.HAS_NO_NAME, "shouldNameItsKind");
        assertFinds(Flaw.MISCOUNTS_BYTES, "shouldTakeAsManyBytesAsItsBuffers");
        assertFinds(Flaw.VIEWS_MEMORY_OF_ITS_OWN, "shouldViewTheMemoryItIsGiven");
    }

    private static void assertFinds(Flaw sought, String test) {
        Set<String> failed = found(sought);
        assertTrue(failed.contains(test), () -> test + " finds " + sought + ", of " + failed);
    }

    private static List<Object> list(long number, LongFunction<Object> element) {
        return LongStream.range(0, number).mapToObj(element).collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<Object> elements(MatrixView matrix) {
        long columns = matrix.columns();
        return list(matrix.rows() * columns, index -> matrix.getLong(index / columns, index % columns));
    }

    /** The same number of entries in each row, each in a column of its own. */
    private static void structure(CompressedRowsView matrix, long rows, long entries) {
        for (long row = 0; row <= rows; row++) {
            matrix.setRowBegin(row, row * entries / rows);
        }
        for (long entry = 0; entry < entries; entry++) {
            matrix.setColumn(entry, (int) (entry % 5));
        }
    }

    private static List<Object> structureOf(CompressedRowsView matrix, long rows, long entries) {
        List<Object> all = list(rows, row -> List.of(matrix.rowBegin(row), matrix.rowEnd(row)));
        all.addAll(list(entries, matrix::column));
        return all;
    }
}
