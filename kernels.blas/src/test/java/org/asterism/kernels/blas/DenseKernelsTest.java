package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenseKernelsTest {
    /** Below, at and above every block size: 4 and 8 rows, strips of 32, panels of 128 and 256, rows of 512. */
    private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 64, 127, 129, 255, 256, 257, 300, 515};

    private static final double TOLERANCE = 1e-11;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldFactorLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            MatrixView a = Matrices.positiveDefinite(n, n + gap, n);
            double[] expected = Matrices.factor(a);
            DenseKernels.potrf(a, 0);
            assertArrayEquals(expected, Matrices.content(a), TOLERANCE, "n = " + n);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldSolveLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            for (int rows : List.of(1, 3, 4, 6, 130)) {
                MatrixView l = Matrices.positiveDefinite(n, n + gap, n);
                MatrixView a = Matrices.random(rows, n, n + 2 * gap, rows);
                double[] expected = Matrices.solution(l, a);
                DenseKernels.trsm(l, a);
                assertArrayEquals(expected, Matrices.content(a), TOLERANCE, rows + " rows, n = " + n);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldUpdateTheLowerTriangleLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            for (int depth : List.of(1, 3, 4, 9, 133)) {
                MatrixView a = Matrices.random(n, depth, depth + gap, n);
                MatrixView c = Matrices.positiveDefinite(n, n + 2 * gap, depth);
                double[] expected = Matrices.product(a, a, c, true);
                DenseKernels.syrk(a, c);
                assertArrayEquals(expected, Matrices.content(c), TOLERANCE, "depth " + depth + ", n = " + n);
            }
        }
    }

    @Test
    void shouldMultiplyLikeTheTextbookWhateverTheShapes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int m = 1 + random.nextInt(round < 40 ? 40 : 300);
            int n = 1 + random.nextInt(round < 40 ? 40 : 600);
            int k = 1 + random.nextInt(round < 40 ? 40 : 300);
            MatrixView a = Matrices.random(m, k, k + random.nextInt(4), random.nextLong());
            MatrixView b = Matrices.random(n, k, k + random.nextInt(4), random.nextLong());
            MatrixView c = Matrices.random(m, n, n + random.nextInt(4), random.nextLong());
            double[] expected = Matrices.product(a, b, c, false);
            DenseKernels.gemm(a, b, c);
            assertArrayEquals(
                    expected, Matrices.content(c), TOLERANCE, "seed " + seed + ": m " + m + ", n " + n + ", k " + k);
        }
    }

    @Test
    void shouldKeepInfinitiesOfOneRowOutOfTheOthers() {
        MatrixView a = Matrices.random(5, 3, 3, 1);
        MatrixView b = Matrices.random(6, 3, 3, 2);
        MatrixView c = Matrices.random(5, 6, 6, 3);
        b.setDouble(5, 2, Double.POSITIVE_INFINITY);
        DenseKernels.gemm(a, b, c);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                assertTrue(Double.isFinite(c.getDouble(i, j)), "(" + i + ", " + j + ")");
            }
            assertTrue(Double.isInfinite(c.getDouble(i, 5)), "(" + i + ", 5)");
        }
    }

    @Test
    void shouldDoNothingWithMatricesWithoutElements() {
        MatrixView none = new MatrixView(Arena.ofAuto().allocate(8), ElementType.DOUBLE, 0, 0, 0);
        MatrixView flat = new MatrixView(none.segment(), ElementType.DOUBLE, 0, 4, 4);
        DenseKernels.potrf(none, 0);
        DenseKernels.trsm(Matrices.positiveDefinite(4, 4, 1), flat);
        DenseKernels.syrk(flat, none);
        DenseKernels.gemm(flat, flat, none);
        MatrixView c = Matrices.random(3, 3, 3, 1);
        double[] expected = Matrices.content(c);
        MatrixView thin = new MatrixView(none.segment(), ElementType.DOUBLE, 3, 0, 0);
        DenseKernels.gemm(thin, thin, c);
        assertArrayEquals(expected, Matrices.content(c));
    }

    @Test
    void shouldNameTheRowOfTheWholeMatrixWhosePivotFails() {
        for (int n : List.of(1, 6, 40, 257, 600)) {
            for (int bad : new int[] {0, n / 2, n - 1}) {
                for (double pivot : new double[] {-1000, 0, Double.NaN, Double.POSITIVE_INFINITY}) {
                    MatrixView a = Matrices.positiveDefinite(n, n, n);
                    for (int j = 0; j < bad; j++) {
                        a.setDouble(bad, j, 0);
                    }
                    a.setDouble(bad, bad, pivot);
                    NotPositiveDefiniteException failure =
                            assertThrows(NotPositiveDefiniteException.class, () -> DenseKernels.potrf(a, 10_000));
                    assertEquals(10_000 + bad, failure.row());
                    assertEquals(pivot, failure.pivot());
                    assertTrue(failure.getMessage().contains("row " + (10_000 + bad)), failure.getMessage());
                }
            }
        }
    }

    @Test
    void shouldFailAtTheRowThatDependsOnAnEarlierOne() {
        MatrixView a = Matrices.positiveDefinite(9, 9, 1);
        for (int j = 0; j < 8; j++) {
            a.setDouble(8, j, a.getDouble(7, j));
        }
        a.setDouble(8, 7, a.getDouble(7, 7));
        a.setDouble(8, 8, a.getDouble(7, 7) - 1);
        assertEquals(
                8,
                assertThrows(NotPositiveDefiniteException.class, () -> DenseKernels.potrf(a, 0))
                        .row());
    }

    @Test
    void shouldGiveTheSameBitsEachTimeAndOnEachThread() throws InterruptedException {
        MatrixView first = Matrices.positiveDefinite(200, 200, 3);
        MatrixView second = Matrices.positiveDefinite(200, 200, 3);
        DenseKernels.potrf(first, 0);
        Thread other = Thread.ofPlatform().start(() -> DenseKernels.potrf(second, 0));
        other.join();
        assertArrayEquals(Matrices.content(first), Matrices.content(second));
    }

    @Test
    void shouldRefuseShapesAndElementsThatDoNotFit() {
        MatrixView square = Matrices.random(4, 4, 4, 1);
        MatrixView wide = Matrices.random(4, 5, 5, 1);
        MatrixView floats = new MatrixView(square.segment(), ElementType.FLOAT, 4, 4, 4);
        assertEquals(
                "potrf takes a square matrix, but was given 4 x 5",
                assertThrows(IllegalArgumentException.class, () -> DenseKernels.potrf(wide, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> DenseKernels.trsm(square, wide));
        assertThrows(IllegalArgumentException.class, () -> DenseKernels.syrk(square, wide));
        assertThrows(IllegalArgumentException.class, () -> DenseKernels.gemm(square, wide, square));
        assertEquals(
                "gemm works on matrices of DOUBLE, but was given one of FLOAT",
                assertThrows(IllegalArgumentException.class, () -> DenseKernels.gemm(square, floats, square))
                        .getMessage());
    }
}
