package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of any kind, the factorisation into L and U, and vectors. */
@ParameterizedClass(name = "{0}, {1}")
@MethodSource("all")
class MoreDenseKernelsTest {
    @Parameter(0)
    private String library;

    @Parameter(1)
    private ElementType element;

    private CheckedKernels kernels;

    static List<Arguments> all() {
        return DenseKernelsTest.all();
    }

    @BeforeEach
    void open() {
        kernels = new CheckedKernels(EachLibrary.named(library));
    }

    private double unit() {
        return element == ElementType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
    }

    @Test
    void shouldMultiplyWithEveryTranspositionAndFactor() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 80; round++) {
            int m = 1 + random.nextInt(round < 70 ? 40 : 300);
            int n = 1 + random.nextInt(round < 70 ? 40 : 600);
            int k = random.nextInt(round < 70 ? 40 : 300);
            boolean ta = random.nextBoolean();
            boolean tb = random.nextBoolean();
            double alpha = List.of(1.0, -1.0, 0.0, 0.625).get(random.nextInt(4));
            double beta = List.of(1.0, -1.0, 0.0, 0.375).get(random.nextInt(4));
            MatrixProduct how = new MatrixProduct(alpha, ta, tb, beta);
            MatrixView a = Matrices.random(
                    element, ta ? k : m, ta ? m : k, (ta ? m : k) + random.nextInt(4), random.nextLong());
            MatrixView b = Matrices.random(
                    element, tb ? n : k, tb ? k : n, (tb ? k : n) + random.nextInt(4), random.nextLong());
            MatrixView c = Matrices.random(element, m, n, n + random.nextInt(4), random.nextLong());
            double[] expected = Matrices.product(how, a, b, c);
            kernels.gemm(how, a, b, c);
            assertArrayEquals(
                    expected,
                    Matrices.content(c),
                    (k + 4) * unit(),
                    "seed " + seed + ": " + how + ", m " + m + ", n " + n + ", k " + k);
        }
    }

    @Test
    void shouldNotReadAResultThatIsOverwritten() {
        MatrixView a = Matrices.random(element, 9, 7, 7, 1);
        MatrixView b = Matrices.random(element, 7, 11, 11, 2);
        MatrixView c = Matrices.random(element, 9, 11, 11, 3);
        Matrices.set(c, 4, 5, Double.NaN);
        kernels.gemm(MatrixProduct.PRODUCT, a, b, c);
        assertArrayEquals(
                Matrices.product(MatrixProduct.PRODUCT, a, b, c), Matrices.content(c), 20 * unit(), "4, 5 was NaN");
    }

    @Test
    void shouldSolveWithBothTrianglesOfAFactorisation() {
        for (int n : new int[] {1, 3, 16, 31, 33, 100, 257, 300}) {
            for (int other : new int[] {1, 5, 64, 517}) {
                for (boolean left : new boolean[] {true, false}) {
                    MatrixView t = Matrices.dominant(element, n, n + 1, n);
                    if (left) {
                        smallBelowTheDiagonal(t);
                    }
                    MatrixView b = Matrices.random(element, left ? n : other, left ? other : n, 520, other);
                    double[] expected = Matrices.solution(left, t, b);
                    if (left) {
                        kernels.trsmUnitLowerLeft(t, b);
                    } else {
                        kernels.trsmUpperRight(t, b);
                    }
                    assertArrayEquals(
                            expected, Matrices.content(b), 4 * (n + 10) * unit(), "n " + n + ", " + other + left);
                }
            }
        }
    }

    /**
     * A triangle with ones on its diagonal is well conditioned only if it is small elsewhere; the diagonal must not
     * matter.
     */
    private static void smallBelowTheDiagonal(MatrixView t) {
        for (long i = 0; i < t.rows(); i++) {
            for (long j = 0; j <= i; j++) {
                Matrices.set(t, i, j, i == j ? Double.NaN : Matrices.get(t, i, j) / t.rows());
            }
        }
    }

    @Test
    void shouldFactorWithoutExchangesLikeTheTextbook() {
        for (int n : new int[] {1, 2, 15, 16, 17, 33, 64, 100, 257}) {
            MatrixView a = Matrices.dominant(element, n, n + 3, n);
            double[] expected = Matrices.factors(a, null);
            kernels.getrf(a, 0);
            assertArrayEquals(expected, Matrices.content(a), 20 * n * unit(), "n = " + n);
        }
    }

    @Test
    void shouldExchangeRowsForTheLargestPivot() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            int m = 1 + random.nextInt(round < 25 ? 50 : 300);
            int n = 1 + random.nextInt(round < 25 ? 50 : 300);
            MatrixView a = Matrices.random(element, m, n, n + random.nextInt(3), random.nextLong());
            MatrixView original = Matrices.copy(a);
            VectorView pivots = pivots(Math.min(m, n));
            kernels.getrf(a, pivots, 0);
            String about = "seed " + seed + ", round " + round + ": " + m + " x " + n;
            checkFactors(original, a, pivots, about);
        }
    }

    /** P A - L U is small against the norm of A, L has no element above 1, and laswp makes P A. */
    private void checkFactors(MatrixView original, MatrixView lu, VectorView pivots, String about) {
        kernels.laswp(original, pivots);
        for (long i = 0; i < lu.rows(); i++) {
            for (long k = 0; k < Math.min(i, lu.columns()); k++) {
                double l = Matrices.get(lu, i, k);
                assertTrue(Math.abs(l) <= 1, about + ": L(" + i + ", " + k + ") is " + l);
            }
        }
        double largest = Matrices.distance(original, lu);
        double bound = 10 * (lu.rows() + lu.columns()) * unit();
        assertTrue(largest <= bound, about + ": P A - L U is " + largest + ", more than " + bound);
    }

    @Test
    void shouldExchangeRowsInTheOrderOfThePivots() {
        MatrixView a = Matrices.random(element, 5, 1100, 1103, 1);
        double[] expected = Matrices.content(a);
        VectorView pivots = pivots(4);
        int[] rows = {3, 5, 3, 5};
        for (int i = 0; i < rows.length; i++) {
            pivots.setInt(i, rows[i]);
            Matrices.exchange(expected, 1103, 1100, i, rows[i] - 1);
        }
        kernels.laswp(a, pivots);
        assertArrayEquals(expected, Matrices.content(a));
        pivots.setInt(2, 6);
        assertEquals(
                "row 3 cannot be exchanged with row 6 of a matrix of 5 rows: pivots count rows from 1",
                assertThrows(IllegalArgumentException.class, () -> kernels.laswp(a, pivots))
                        .getMessage());
    }

    @Test
    void shouldNameTheRowWherePivotsEnd() {
        for (int bad : new int[] {0, 20, 39}) {
            MatrixView a = Matrices.dominant(element, 40, 40, 1);
            for (int i = 0; i < 40; i++) {
                Matrices.set(a, i, bad, 0);
            }
            MatrixView same = Matrices.copy(a);
            SingularMatrixException failure = assertThrows(SingularMatrixException.class, () -> kernels.getrf(a, 1000));
            assertEquals(1000 + bad, failure.row());
            assertEquals(0, failure.pivot());
            assertEquals(
                    1000 + bad,
                    assertThrows(SingularMatrixException.class, () -> kernels.getrf(same, pivots(40), 1000))
                            .row());
        }
    }

    @Test
    void shouldAddAndMultiplyVectors() {
        for (int n : new int[] {0, 1, 7, 8, 9, 1000}) {
            VectorView x = Matrices.randomVector(element, n, 1);
            VectorView y = Matrices.randomVector(element, n, 2);
            double[] xs = Matrices.content(x);
            double[] ys = Matrices.content(y);
            double product = 0;
            for (int i = 0; i < n; i++) {
                product += xs[i] * ys[i];
            }
            assertEquals(product, kernels.dot(x, y), n * unit() / 4, "n = " + n);
            kernels.axpy(-0.75, x, y);
            for (int i = 0; i < n; i++) {
                ys[i] -= 0.75 * xs[i];
            }
            assertArrayEquals(ys, Matrices.content(y), 2 * unit(), "n = " + n);
        }
    }

    @Test
    void shouldRefusePivotsAndVectorsThatDoNotFit() {
        MatrixView a = Matrices.random(element, 4, 6, 6, 1);
        assertEquals(
                "getrf takes A m x n and min(m, n) pivots, but was given 4 x 6, 5",
                assertThrows(IllegalArgumentException.class, () -> kernels.getrf(a, pivots(5), 0))
                        .getMessage());
        VectorView numbers = Matrices.randomVector(element, 4, 1);
        assertEquals(
                "getrf takes pivots of INT, but was given some of " + element,
                assertThrows(IllegalArgumentException.class, () -> kernels.getrf(a, numbers, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> kernels.laswp(a, pivots(5)));
        assertThrows(IllegalArgumentException.class, () -> kernels.trsmUnitLowerLeft(a, a));
        assertThrows(IllegalArgumentException.class, () -> kernels.trsmUpperRight(a, a));
        VectorView longer = Matrices.randomVector(element, 5, 1);
        assertThrows(IllegalArgumentException.class, () -> kernels.axpy(1, numbers, longer));
        assertThrows(IllegalArgumentException.class, () -> kernels.dot(numbers, longer));
        for (boolean ta : new boolean[] {false, true}) {
            for (boolean tb : new boolean[] {false, true}) {
                MatrixProduct how = new MatrixProduct(1, ta, tb, 0);
                List<MatrixView> shapes = List.of(a, Matrices.random(element, 6, 5, 5, 1));
                boolean fits = !ta && !tb;
                MatrixView c = Matrices.random(element, 4, 5, 5, 1);
                if (fits) {
                    kernels.gemm(how, shapes.getFirst(), shapes.getLast(), c);
                } else {
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> kernels.gemm(how, shapes.getFirst(), shapes.getLast(), c),
                            how.toString());
                }
            }
        }
    }

    private static VectorView pivots(int count) {
        return new VectorView(
                Arena.ofAuto().allocate(ValueLayout.JAVA_INT, Math.max(1, count)), ElementType.INT, count);
    }
}
