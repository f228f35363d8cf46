package org.asterism.kernels.blas.internal.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceCode;
import org.asterism.kernels.blas.DenseKernels;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.kernels.blas.SingularMatrixException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The calls of cuBLAS and cuSOLVER, against the same work on the CPU. The libraries are stand-ins: no device computes
 * here.
 */
class CudaDenseTest {
    private static CudaLibraries libraries;
    private static CudaDense dense;

    private final HostContext context = new HostContext();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void build() throws Exception {
        StandInLibraries.assumeCompiler();
        libraries = CudaLibraries.search(List.of(StandInLibraries.build(folder, 13)), 13)
                .found()
                .orElseThrow();
        dense = new CudaDense(libraries);
    }

    @AfterEach
    void close() throws Exception {
        context.end();
        assertEquals(0, count("standin_open_handles"), "handles left open");
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldFactorAPositiveDefiniteMatrixInItsLowerTriangle(ElementType element) throws Exception {
        MatrixView a = random(element, 37, 37, 41, 1);
        for (int i = 0; i < 37; i++) {
            set(a, i, i, 40);
        }
        MatrixView expected = copy(a);
        DenseKernels.potrf(expected, 0);
        context.run(dense.potrf(kernel -> 0), null, a);
        assertAlike(expected, a);
    }

    @Test
    void shouldFailTheTaskOfAMatrixThatIsNotPositiveDefinite() {
        MatrixView a = random(ElementType.DOUBLE, 9, 9, 9, 2);
        for (int i = 0; i < 9; i++) {
            set(a, i, i, i == 5 ? -100 : 20);
        }
        NotPositiveDefiniteException found = assertThrows(
                NotPositiveDefiniteException.class, () -> context.run(dense.potrf(kernel -> 100), null, a));
        assertEquals(105, found.row());
        assertTrue(found.getMessage().contains("row 105"), found.getMessage());
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldSolveWithEachTriangle(ElementType element) throws Exception {
        MatrixView t = random(element, 17, 17, 19, 3);
        for (int i = 0; i < 17; i++) {
            set(t, i, i, 5);
        }
        MatrixView right = random(element, 11, 17, 18, 4);
        compare(dense.trsm(), right, x -> DenseKernels.trsm(t, x), t);
        compare(dense.trsmUpperRight(), right, x -> DenseKernels.trsmUpperRight(t, x), t);
        MatrixView left = random(element, 17, 12, 13, 5);
        compare(dense.trsmUnitLowerLeft(), left, x -> DenseKernels.trsmUnitLowerLeft(t, x), t);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldMultiplyWhateverIsTransposed(ElementType element) throws Exception {
        for (boolean transposeA : new boolean[] {false, true}) {
            for (boolean transposeB : new boolean[] {false, true}) {
                MatrixView a = transposeA ? random(element, 7, 13, 14, 6) : random(element, 13, 7, 9, 6);
                MatrixView b = transposeB ? random(element, 11, 7, 10, 7) : random(element, 7, 11, 12, 7);
                for (double beta : new double[] {0, 1, 0.5}) {
                    MatrixProduct how = new MatrixProduct(-1.5, transposeA, transposeB, beta);
                    MatrixView c = random(element, 13, 11, 15, 8);
                    if (beta == 0) {
                        set(c, 2, 2, Double.NaN);
                    }
                    compare(dense.gemm(kernel -> how), c, x -> DenseKernels.gemm(how, a, b, x), a, b);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldSubtractASquareFromTheLowerTriangleOnly(ElementType element) throws Exception {
        MatrixView a = random(element, 13, 7, 8, 9);
        compare(dense.syrk(), random(element, 13, 13, 16, 10), c -> DenseKernels.syrk(a, c), a);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldFactorWithoutRowExchanges(ElementType element) throws Exception {
        for (int[] shape : new int[][] {{19, 19}, {23, 9}, {9, 23}}) {
            MatrixView a = random(element, shape[0], shape[1], shape[1] + 3, 11);
            for (int i = 0; i < Math.min(shape[0], shape[1]); i++) {
                set(a, i, i, 30);
            }
            compare(dense.getrf(false, kernel -> 0), a, x -> DenseKernels.getrf(x, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldFactorWithRowExchangesAndRepeatThemElsewhere(ElementType element) throws Exception {
        for (int[] shape : new int[][] {{19, 19}, {23, 9}, {9, 23}}) {
            int count = Math.min(shape[0], shape[1]);
            MatrixView a = random(element, shape[0], shape[1], shape[1] + 3, 12);
            MatrixView expected = copy(a);
            VectorView pivots = pivots(count);
            VectorView expectedPivots = pivots(count);
            DenseKernels.getrf(expected, expectedPivots, 0);
            context.run(dense.getrf(true, kernel -> 0), null, a, pivots);
            assertAlike(expected, a);
            assertEquals(-1, expectedPivots.segment().mismatch(pivots.segment()));

            MatrixView other = random(element, shape[0], 6, 8, 13);
            MatrixView exchanged = copy(other);
            DenseKernels.laswp(exchanged, expectedPivots);
            context.run(dense.laswp(), null, other, pivots);
            assertAlike(exchanged, other);
        }
    }

    @Test
    void shouldFailTheTaskOfASingularMatrix() {
        MatrixView a = random(ElementType.DOUBLE, 8, 8, 8, 14);
        for (int i = 0; i < 8; i++) {
            set(a, i, 3, 0);
        }
        SingularMatrixException found = assertThrows(
                SingularMatrixException.class, () -> context.run(dense.getrf(true, kernel -> 50), null, a, pivots(8)));
        assertEquals(53, found.row());
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldAddFillAndMultiplyVectors(ElementType element) throws Exception {
        VectorView x = vector(random(element, 1, 101, 101, 15));
        VectorView y = vector(random(element, 1, 101, 101, 16));
        VariableView sum = new VariableView(random(element, 1, 1, 1, 17).segment(), element);
        double before = get(new MatrixView(sum.segment(), element, 1, 1, 1), 0, 0);
        double expected = before + DenseKernels.dot(x, y);
        context.run(dense.dot(), null, x, y, sum);
        assertEquals(expected, get(new MatrixView(sum.segment(), element, 1, 1, 1), 0, 0), 1e-4);

        MatrixView added = copy(new MatrixView(y.segment(), element, 1, 101, 101));
        DenseKernels.axpy(2.5, x, vector(added));
        context.run(dense.axpy(kernel -> kernel.argument(Double.class)), 2.5, x, y);
        assertAlike(added, new MatrixView(y.segment(), element, 1, 101, 101));

        MatrixView matrix = random(element, 13, 21, 24, 18);
        MatrixView filled = copy(matrix);
        for (int i = 0; i < 13; i++) {
            for (int j = 0; j < 21; j++) {
                set(filled, i, j, 3.5);
            }
        }
        set(matrix, 4, 4, Double.NaN);
        context.run(dense.fill(kernel -> 3.5), null, matrix);
        assertAlike(filled, matrix);
        MatrixView other = random(element, 13, 21, 22, 19);
        for (int i = 0; i < 13; i++) {
            for (int j = 0; j < 21; j++) {
                set(filled, i, j, 3.5 + get(other, i, j));
            }
        }
        context.run(dense.add(), null, matrix, other);
        assertAlike(filled, matrix);
    }

    @Test
    void shouldUseOneHandleOfEachLibraryForAllTasksOfAWorker() throws Exception {
        int before = count("standin_made_handles");
        MatrixView a = random(ElementType.DOUBLE, 5, 5, 5, 20);
        for (int i = 0; i < 5; i++) {
            context.run(dense.gemm(kernel -> MatrixProduct.PRODUCT), null, a, a, random(a.element(), 5, 5, 5, 21));
            context.run(dense.syrk(), null, a, copy(a));
        }
        // Both libraries count, each for itself; cuBLAS is asked.
        assertEquals(1, count("standin_made_handles") - before);
    }

    @Test
    void shouldSayWhatIsWrongWithDataThatDoNotFit() {
        MatrixView a = random(ElementType.DOUBLE, 5, 4, 4, 22);
        MatrixView c = random(ElementType.FLOAT, 5, 5, 5, 23);
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> context.run(dense.syrk(), null, a, c));
        assertEquals(
                "syrk takes A n x k and C n x n of one element type, but was given 5 x 4 DOUBLE, 5 x 5 FLOAT",
                refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> context.run(dense.potrf(kernel -> 0), null, a));
    }

    private interface OnCpu {
        void run(MatrixView changed);
    }

    /** Has the last matrix changed by both. */
    private void compare(DeviceCode code, MatrixView changed, OnCpu cpu, MatrixView... read) throws Exception {
        MatrixView expected = copy(changed);
        MatrixView actual = copy(changed);
        cpu.run(expected);
        MatrixView[] all = Arrays.copyOf(read, read.length + 1);
        all[read.length] = actual;
        context.run(code, null, all);
        assertAlike(expected, actual);
    }

    private static VectorView pivots(int count) {
        return new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, count), ElementType.INT, count);
    }

    private static VectorView vector(MatrixView row) {
        return new VectorView(row.segment(), row.element(), row.columns());
    }

    private static MatrixView random(ElementType element, long rows, long columns, long leading, long seed) {
        MemorySegment memory = Arena.ofAuto().allocate(element.layout(), rows * leading);
        MatrixView made = new MatrixView(memory, element, rows, columns, leading);
        MatrixView whole = new MatrixView(memory, element, rows, leading, leading);
        Random numbers = new Random(seed);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < leading; j++) {
                set(whole, i, j, 2 * numbers.nextDouble() - 1);
            }
        }
        return made;
    }

    private static MatrixView copy(MatrixView matrix) {
        MemorySegment memory = Arena.ofAuto().allocate(matrix.segment().byteSize(), 8);
        memory.copyFrom(matrix.segment());
        return new MatrixView(memory, matrix.element(), matrix.rows(), matrix.columns(), matrix.leadingDimension());
    }

    /** What lies between the rows is compared as well. */
    private static void assertAlike(MatrixView expected, MatrixView actual) {
        double tolerance = expected.element() == ElementType.FLOAT ? 2e-4 : 1e-11;
        long width = expected.leadingDimension();
        MatrixView one = new MatrixView(expected.segment(), expected.element(), expected.rows(), width, width);
        MatrixView other = new MatrixView(actual.segment(), actual.element(), actual.rows(), width, width);
        for (int i = 0; i < one.rows(); i++) {
            for (int j = 0; j < width; j++) {
                assertEquals(get(one, i, j), get(other, i, j), tolerance, "element (" + i + ", " + j + ")");
            }
        }
    }

    private static double get(MatrixView matrix, long i, long j) {
        return matrix.element() == ElementType.DOUBLE ? matrix.getDouble(i, j) : matrix.getFloat(i, j);
    }

    private static void set(MatrixView matrix, long i, long j, double value) {
        if (matrix.element() == ElementType.DOUBLE) {
            matrix.setDouble(i, j, value);
        } else {
            matrix.setFloat(i, j, (float) value);
        }
    }

    @SuppressWarnings("restricted") // asks the stand-in for its counters
    private static int count(String function) throws Exception {
        try {
            return (int) Linker.nativeLinker()
                    .downcallHandle(
                            libraries.symbols().findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_INT))
                    .invokeExact();
        } catch (Throwable failure) {
            throw new Exception(failure);
        }
    }
}
