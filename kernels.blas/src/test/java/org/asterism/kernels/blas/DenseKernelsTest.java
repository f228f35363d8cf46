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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "{0}, {1}")
@MethodSource("all")
class DenseKernelsTest {
    @Parameter(0)
    private String library;

    @Parameter(1)
    private ElementType element;

    private CheckedKernels kernels;

    static List<Arguments> all() {
        return List.of(
                Arguments.of("java", ElementType.DOUBLE),
                Arguments.of("java", ElementType.FLOAT),
                Arguments.of("native", ElementType.DOUBLE),
                Arguments.of("native", ElementType.FLOAT));
    }

    @BeforeEach
    void open() {
        kernels = new CheckedKernels(EachLibrary.named(library));
    }

    /** Below, at and above every block size: 4 and 8 rows, strips of 32, panels of 128 and 256, rows of 512. */
    private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 64, 127, 129, 255, 256, 257, 300, 515};

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldFactorLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            MatrixView a = Matrices.positiveDefinite(element, n, n + gap, n);
            double[] expected = Matrices.factor(a);
            kernels.potrf(a, 0);
            assertArrayEquals(expected, Matrices.content(a), tolerance(), "n = " + n);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldSolveLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            for (int rows : List.of(1, 3, 4, 6, 130)) {
                MatrixView l = Matrices.positiveDefinite(element, n, n + gap, n);
                MatrixView a = Matrices.random(element, rows, n, n + 2 * gap, rows);
                double[] expected = Matrices.solution(l, a);
                kernels.trsm(l, a);
                assertArrayEquals(expected, Matrices.content(a), tolerance(), rows + " rows, n = " + n);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5})
    void shouldUpdateTheLowerTriangleLikeTheTextbook(long gap) {
        for (int n : SIZES) {
            for (int depth : List.of(1, 3, 4, 9, 133)) {
                MatrixView a = Matrices.random(element, n, depth, depth + gap, n);
                MatrixView c = Matrices.positiveDefinite(element, n, n + 2 * gap, depth);
                double[] expected = Matrices.product(a, a, c, true);
                kernels.syrk(a, c);
                assertArrayEquals(expected, Matrices.content(c), tolerance(), "depth " + depth + ", n = " + n);
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
            MatrixView a = Matrices.random(element, m, k, k + random.nextInt(4), random.nextLong());
            MatrixView b = Matrices.random(element, n, k, k + random.nextInt(4), random.nextLong());
            MatrixView c = Matrices.random(element, m, n, n + random.nextInt(4), random.nextLong());
            double[] expected = Matrices.product(a, b, c, false);
            kernels.gemm(a, b, c);
            assertArrayEquals(
                    expected, Matrices.content(c), tolerance(), "seed " + seed + ": m " + m + ", n " + n + ", k " + k);
        }
    }

    /** Numbers are from -1 to 1 and sums have up to 600 terms, so their rounding is well below this many units. */
    private double tolerance() {
        return 50_000 * (element == ElementType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f)) / 2;
    }

    @Test
    void shouldKeepInfinitiesOfOneRowOutOfTheOthers() {
        MatrixView a = Matrices.random(element, 5, 3, 3, 1);
        MatrixView b = Matrices.random(element, 6, 3, 3, 2);
        MatrixView c = Matrices.random(element, 5, 6, 6, 3);
        Matrices.set(b, 5, 2, Double.POSITIVE_INFINITY);
        kernels.gemm(a, b, c);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                assertTrue(Double.isFinite(Matrices.get(c, i, j)), "(" + i + ", " + j + ")");
            }
            assertTrue(Double.isInfinite(Matrices.get(c, i, 5)), "(" + i + ", 5)");
        }
    }

    @Test
    void shouldDoNothingWithMatricesWithoutElements() {
        MatrixView none = new MatrixView(Arena.ofAuto().allocate(8), element, 0, 0, 0);
        MatrixView flat = new MatrixView(none.segment(), element, 0, 4, 4);
        kernels.potrf(none, 0);
        kernels.trsm(Matrices.positiveDefinite(element, 4, 4, 1), flat);
        kernels.syrk(flat, none);
        kernels.gemm(flat, flat, none);
        MatrixView c = Matrices.random(element, 3, 3, 3, 1);
        double[] expected = Matrices.content(c);
        MatrixView thin = new MatrixView(none.segment(), element, 3, 0, 0);
        kernels.gemm(thin, thin, c);
        assertArrayEquals(expected, Matrices.content(c));
    }

    @Test
    void shouldNameTheRowOfTheWholeMatrixWhosePivotFails() {
        for (int n : List.of(1, 6, 40, 257, 600)) {
            for (int bad : new int[] {0, n / 2, n - 1}) {
                for (double pivot : new double[] {-1000, 0, Double.NaN, Double.POSITIVE_INFINITY}) {
                    MatrixView a = Matrices.positiveDefinite(element, n, n, n);
                    for (int j = 0; j < bad; j++) {
                        Matrices.set(a, bad, j, 0);
                    }
                    Matrices.set(a, bad, bad, pivot);
                    NotPositiveDefiniteException failure =
                            assertThrows(NotPositiveDefiniteException.class, () -> kernels.potrf(a, 10_000));
                    assertEquals(10_000 + bad, failure.row());
                    assertEquals(pivot, failure.pivot());
                    assertTrue(failure.getMessage().contains("row " + (10_000 + bad)), failure.getMessage());
                }
            }
        }
    }

    @Test
    void shouldFailAtTheRowThatDependsOnAnEarlierOne() {
        MatrixView a = Matrices.positiveDefinite(element, 9, 9, 1);
        for (int j = 0; j < 8; j++) {
            Matrices.set(a, 8, j, Matrices.get(a, 7, j));
        }
        Matrices.set(a, 8, 7, Matrices.get(a, 7, 7));
        Matrices.set(a, 8, 8, Matrices.get(a, 7, 7) - 1);
        assertEquals(
                8,
                assertThrows(NotPositiveDefiniteException.class, () -> kernels.potrf(a, 0))
                        .row());
    }

    @Test
    void shouldGiveTheSameBitsEachTimeAndOnEachThread() throws InterruptedException {
        MatrixView first = Matrices.positiveDefinite(element, 200, 200, 3);
        MatrixView second = Matrices.positiveDefinite(element, 200, 200, 3);
        kernels.potrf(first, 0);
        Thread other = Thread.ofPlatform().start(() -> kernels.potrf(second, 0));
        other.join();
        assertArrayEquals(Matrices.content(first), Matrices.content(second));
    }

    @Test
    void shouldRefuseShapesAndElementsThatDoNotFit() {
        MatrixView square = Matrices.random(element, 4, 4, 4, 1);
        MatrixView wide = Matrices.random(element, 4, 5, 5, 1);
        MatrixView integers = new MatrixView(square.segment(), ElementType.INT, 4, 4, 4);
        assertEquals(
                "potrf takes a square matrix, but was given 4 x 5",
                assertThrows(IllegalArgumentException.class, () -> kernels.potrf(wide, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> kernels.trsm(square, wide));
        assertThrows(IllegalArgumentException.class, () -> kernels.syrk(square, wide));
        assertThrows(IllegalArgumentException.class, () -> kernels.gemm(square, wide, square));
        assertEquals(
                "gemm works on data of FLOAT or of DOUBLE, but was given " + element + ", INT, " + element,
                assertThrows(IllegalArgumentException.class, () -> kernels.gemm(square, integers, square))
                        .getMessage());
    }
}
