package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The codelets on an OpenCL device, with the kernels for processors and with those for other devices, against plain
 * Java in doubles.
 */
@ParameterizedClass(name = "{0}, {1}")
@MethodSource("all")
class OpenClCodesTest {
    private static final int[] SIZES = {1, 2, 7, 31, 32, 33, 65, 100, 150, 259};

    private static OpenClDevice device;

    @Parameter(0)
    private String type;

    @Parameter(1)
    private ElementType element;

    static List<Arguments> all() {
        return List.of(
                Arguments.of("cpu", ElementType.DOUBLE),
                Arguments.of("cpu", ElementType.FLOAT),
                Arguments.of("gpu", ElementType.DOUBLE),
                Arguments.of("gpu", ElementType.FLOAT));
    }

    @BeforeAll
    static void open() {
        device = OpenClDevice.open();
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    private void run(Codelet codelet, Object argument, DataView... views) throws Exception {
        OpenClTask.run(device, type, codelet, argument, views);
    }

    private double unit() {
        return element == ElementType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
    }

    @Test
    void shouldMultiplyWithEveryTranspositionAndFactor() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            int most = round < 36 ? 70 : 200;
            int m = 1 + random.nextInt(most);
            int n = 1 + random.nextInt(most);
            int k = random.nextInt(most);
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
            if (beta == 0) {
                Matrices.set(c, m / 2, n / 2, Double.NaN);
            }
            double[] expected = Matrices.product(how, a, b, c);
            Codelet codelet = beta == 0
                    ? GemmCodelets.of(element).written()
                    : GemmCodelets.of(element).added();
            run(codelet, how, a, b, c);
            assertArrayEquals(
                    expected,
                    Matrices.content(c),
                    (k + 4) * unit(),
                    "seed " + seed + ": " + how + ", m " + m + ", n " + n + ", k " + k);
        }
    }

    @Test
    void shouldDoTheTilesOfCholesky() throws Exception {
        for (int n : SIZES) {
            MatrixView l = Matrices.positiveDefinite(element, n, n + 3, n);
            double[] expected = Matrices.factor(l);
            run(DenseCodelets.POTRF, null, l);
            assertArrayEquals(expected, Matrices.content(l), 20 * n * unit(), "potrf " + n);
            for (int rows : new int[] {1, 70}) {
                MatrixView a = Matrices.random(element, rows, n, n + 1, rows);
                expected = Matrices.solution(l, a);
                run(DenseCodelets.TRSM, null, l, a);
                assertArrayEquals(expected, Matrices.content(a), 4 * (n + 10) * unit(), "trsm " + n + " " + rows);
                MatrixView c = Matrices.positiveDefinite(element, rows, rows + 2, rows);
                expected = Matrices.product(a, a, c, true);
                run(DenseCodelets.SYRK, null, a, c);
                assertArrayEquals(expected, Matrices.content(c), 2 * (n + 4) * unit() * 100, "syrk " + n + " " + rows);
                MatrixView b = Matrices.random(element, 45, n, n, 5);
                MatrixView d = Matrices.random(element, rows, 45, 45, 6);
                expected = Matrices.product(a, b, d, false);
                run(DenseCodelets.GEMM, null, a, b, d);
                assertArrayEquals(expected, Matrices.content(d), (n + 4) * unit(), "gemm " + n + " " + rows);
            }
        }
    }

    @Test
    void shouldDoTheTilesOfLu() throws Exception {
        LuCodelets codelets = LuCodelets.of(element);
        for (int n : SIZES) {
            MatrixView lu = Matrices.dominant(element, n, n + 3, n);
            double[] expected = Matrices.factors(lu, null);
            run(codelets.getrf(), null, lu);
            assertArrayEquals(expected, Matrices.content(lu), 20 * n * unit(), "getrf " + n);
            for (int other : new int[] {1, 70}) {
                MatrixView b = Matrices.random(element, n, other, other + 1, other);
                expected = Matrices.solution(true, lu, b);
                run(codelets.trsmUnitLowerLeft(), null, lu, b);
                assertArrayEquals(expected, Matrices.content(b), 20 * (n + 10) * unit(), "trsm_ll " + n + " " + other);
                MatrixView c = Matrices.random(element, other, n, n + 1, other);
                expected = Matrices.solution(false, lu, c);
                run(codelets.trsmUpperRight(), null, lu, c);
                assertArrayEquals(expected, Matrices.content(c), 4 * (n + 10) * unit(), "trsm_ru " + n + " " + other);
                MatrixView d = Matrices.random(element, other, other, other, 7);
                expected = Matrices.product(MatrixProduct.SUBTRACTED, c, b, d);
                run(codelets.gemm(), null, c, b, d);
                assertArrayEquals(expected, Matrices.content(d), 2 * (n + 4) * unit(), "gemm " + n + " " + other);
            }
        }
    }

    /** Halves of different sizes, of which the second may be the one that is not halved again. */
    @Test
    void shouldFactorWhatIsTooLargeForOneLaunch() throws Exception {
        int n = 520;
        MatrixView l = Matrices.positiveDefinite(element, n, n, n);
        double[] expected = Matrices.factor(l);
        run(DenseCodelets.POTRF, null, l);
        assertArrayEquals(expected, Matrices.content(l), 20 * n * unit());
        MatrixView lu = Matrices.dominant(element, n, n, n);
        expected = Matrices.factors(lu, null);
        run(LuCodelets.of(element).getrf(), null, lu);
        assertArrayEquals(expected, Matrices.content(lu), 20 * n * unit());
    }

    @Test
    void shouldExchangeRowsForTheLargestPivot() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int m = 1 + random.nextInt(round < 15 ? 70 : 200);
            int n = 1 + random.nextInt(round < 15 ? 70 : 200);
            MatrixView a = Matrices.random(element, m, n, n + random.nextInt(3), random.nextLong());
            MatrixView exchanged = Matrices.copy(a);
            int count = Math.min(m, n);
            VectorView pivots =
                    new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, count), ElementType.INT, count);
            run(LuCodelets.of(element).getrfPivoted(), null, a, pivots);
            run(LuCodelets.of(element).laswp(), null, exchanged, pivots);
            double error = Matrices.distance(exchanged, a);
            double bound = 20 * (m + n) * unit();
            assertTrue(error <= bound, "seed " + seed + ": " + m + " x " + n + ": P A - L U is " + error);
        }
    }

    @Test
    void shouldFailAtAPivotThatIsNotPositiveAndPoisonAllAfterIt() throws Exception {
        int n = 100;
        for (int bad : new int[] {0, 40, 99}) {
            for (double pivot : new double[] {-1000, 0, Double.NaN, Double.POSITIVE_INFINITY}) {
                MatrixView a = Matrices.positiveDefinite(element, n, n, n);
                for (int j = 0; j < bad; j++) {
                    Matrices.set(a, bad, j, 0);
                }
                Matrices.set(a, bad, bad, pivot);
                MatrixView same = Matrices.copy(a);
                NotPositiveDefiniteException failure =
                        assertThrows(NotPositiveDefiniteException.class, () -> run(DenseCodelets.POTRF, 1000L, same));
                assertEquals(1000 + bad, failure.row());
                assertEquals(pivot, failure.pivot());
                OpenClTask.runBlindly(device, type, DenseCodelets.POTRF, a);
                for (int i = 0; i < n; i++) {
                    boolean isNumber = !Double.isNaN(Matrices.get(a, i, i));
                    assertEquals(i < bad, isNumber, "pivot " + pivot + " in row " + bad + ", row " + i);
                }
            }
        }
    }

    @Test
    void shouldNameTheRowWherePivotsEnd() {
        for (int bad : new int[] {0, 20, 69}) {
            MatrixView a = Matrices.dominant(element, 70, 70, 1);
            for (int i = 0; i < 70; i++) {
                Matrices.set(a, i, bad, 0);
            }
            MatrixView same = Matrices.copy(a);
            VectorView pivots = new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, 70), ElementType.INT, 70);
            LuCodelets codelets = LuCodelets.of(element);
            SingularMatrixException failure =
                    assertThrows(SingularMatrixException.class, () -> run(codelets.getrf(), 1000L, a));
            assertEquals(1000 + bad, failure.row());
            assertEquals(0, failure.pivot());
            failure = assertThrows(
                    SingularMatrixException.class, () -> run(codelets.getrfPivoted(), 1000L, same, pivots));
            assertEquals(1000 + bad, failure.row());
        }
    }

    @Test
    void shouldWorkOnVectorsAndElements() throws Exception {
        for (int n : new int[] {1, 7, 16, 100, 5001}) {
            VectorView x = Matrices.randomVector(element, n, 1);
            VectorView y = Matrices.randomVector(element, n, 2);
            double[] xs = Matrices.content(x);
            double[] ys = Matrices.content(y);
            VariableView sum = new VariableView(Arena.ofAuto().allocate(element.layout()), element);
            run(DenseCodelets.FILL, 0.5, sum);
            run(DenseCodelets.DOT, null, x, y, sum);
            double product = 0.5;
            for (int i = 0; i < n; i++) {
                product += xs[i] * ys[i];
            }
            double found = element == ElementType.DOUBLE ? sum.getDouble() : sum.getFloat();
            assertEquals(product, found, (n + 4) * unit() / 2, "dot " + n);
            run(DenseCodelets.AXPY, -0.75, x, y);
            run(DenseCodelets.ADD, null, y, x);
            for (int i = 0; i < n; i++) {
                ys[i] += 0.25 * xs[i];
            }
            assertArrayEquals(ys, Matrices.content(y), 4 * unit(), "axpy and add " + n);
        }
        MatrixView a = Matrices.random(element, 5, 7, 9, 1);
        MatrixView b = Matrices.random(element, 5, 7, 8, 2);
        double[] expected = Matrices.content(a);
        run(DenseCodelets.FILL, 3.0, b);
        run(DenseCodelets.ADD, null, a, b);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 7; j++) {
                expected[9 * i + j] += 3;
            }
        }
        assertArrayEquals(expected, Matrices.content(a), 4 * unit());
    }
}
