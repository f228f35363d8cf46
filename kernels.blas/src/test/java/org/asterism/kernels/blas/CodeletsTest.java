package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The codelets as tasks on CPU cores. */
class CodeletsTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private DataHandle handle(MatrixView matrix) {
        return runtime.data()
                .matrix(matrix.segment(), matrix.element(), matrix.rows(), matrix.columns(), matrix.leadingDimension());
    }

    private DataHandle handle(VectorView vector) {
        return runtime.data().vector(vector.segment(), vector.element(), vector.length());
    }

    private Task submit(Codelet codelet, Object argument, DataHandle... data) {
        return runtime.task(codelet).data(data).argument(argument).submit();
    }

    private static double unit(ElementType element) {
        return element == ElementType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldSolveASystemByTasksOfLu(ElementType element) throws InterruptedException {
        LuCodelets codelets = LuCodelets.of(element);
        MatrixView a = Matrices.random(element, 20, 20, 23, 1);
        MatrixView b = Matrices.random(element, 20, 6, 6, 2);
        MatrixView c = Matrices.random(element, 6, 20, 20, 3);
        MatrixView original = Matrices.copy(a);
        VectorView pivots = new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, 20), ElementType.INT, 20);
        try (DataHandle ha = handle(a);
                DataHandle hb = handle(b);
                DataHandle hc = handle(c);
                DataHandle ho = handle(original);
                DataHandle hp = handle(pivots)) {
            submit(codelets.getrfPivoted(), null, ha, hp);
            submit(codelets.laswp(), null, ho, hp);
            submit(codelets.laswp(), null, hb, hp);
            runtime.waitAll();
            double[] left = Matrices.solution(true, a, b);
            double[] right = Matrices.solution(false, a, c);
            submit(codelets.trsmUnitLowerLeft(), null, ha, hb);
            submit(codelets.trsmUpperRight(), null, ha, hc);
            runtime.waitAll();
            assertArrayEquals(left, Matrices.content(b), 1000 * unit(element));
            double size = 0;
            for (double each : right) {
                size = Math.max(size, Math.abs(each));
            }
            assertArrayEquals(right, Matrices.content(c), 1000 * unit(element) * size);
            assertTrue(Matrices.distance(original, a) <= 100 * unit(element));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldGatherContributionsToAProduct(ElementType element) throws InterruptedException {
        MatrixView a = Matrices.random(element, 9, 7, 8, 1);
        MatrixView b = Matrices.random(element, 7, 5, 5, 2);
        MatrixView c = Matrices.random(element, 9, 5, 6, 3);
        double[] expected = Matrices.product(new MatrixProduct(8, false, false, 1), a, b, c);
        try (DataHandle ha = handle(a);
                DataHandle hb = handle(b);
                DataHandle hc = handle(c).reduction(DenseCodelets.FILL, DenseCodelets.ADD)) {
            for (int i = 0; i < 8; i++) {
                submit(GemmCodelets.of(element).contribution(), null, ha, hb, hc);
            }
            runtime.waitAll();
        }
        assertArrayEquals(expected, Matrices.content(c), 500 * unit(element));
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void shouldGatherContributionsToADotProduct(ElementType element) throws InterruptedException {
        VectorView x = Matrices.randomVector(element, 100, 1);
        VectorView y = Matrices.randomVector(element, 100, 2);
        VariableView sum = new VariableView(Arena.ofAuto().allocate(element.layout()), element);
        double expected = 0.5;
        double[] ys = Matrices.content(y);
        double[] xs = Matrices.content(x);
        for (int i = 0; i < 100; i++) {
            ys[i] += 0.25 * xs[i];
            expected += 4 * xs[i] * ys[i];
        }
        try (DataHandle hx = handle(x);
                DataHandle hy = handle(y);
                DataHandle hs = runtime.data()
                        .variable(sum.segment(), element)
                        .reduction(DenseCodelets.FILL, DenseCodelets.ADD)) {
            submit(DenseCodelets.AXPY, 0.25, hx, hy);
            submit(DenseCodelets.FILL, 0.5, hs);
            submit(DenseCodelets.DOT, null, hx, hy, hs);
            for (int i = 0; i < 3; i++) {
                submit(DenseCodelets.DOT_CONTRIBUTION, null, hx, hy, hs);
            }
            runtime.waitAll();
        }
        double found = element == ElementType.DOUBLE ? sum.getDouble() : sum.getFloat();
        assertEquals(expected, found, 200 * unit(element));
        assertArrayEquals(ys, Matrices.content(y), 2 * unit(element));
    }

    @Test
    void shouldAddMatricesWithGapsOfDifferentLengths() throws InterruptedException {
        MatrixView a = Matrices.random(ElementType.DOUBLE, 5, 7, 7, 1);
        MatrixView b = Matrices.random(ElementType.DOUBLE, 5, 7, 9, 2);
        double[] expected = Matrices.content(a);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 7; j++) {
                expected[7 * i + j] += b.getDouble(i, j);
            }
        }
        try (DataHandle ha = handle(a);
                DataHandle hb = handle(b)) {
            submit(DenseCodelets.ADD, null, ha, hb);
            runtime.waitAll();
        }
        assertArrayEquals(expected, Matrices.content(a), 1e-15);
    }

    @Test
    void shouldRefuseBetaWhereTheResultIsOverwritten() throws InterruptedException {
        MatrixView a = Matrices.random(ElementType.DOUBLE, 3, 3, 3, 1);
        MatrixView c = Matrices.random(ElementType.DOUBLE, 3, 3, 3, 2);
        double[] expected = Matrices.product(MatrixProduct.PRODUCT, a, a, c);
        try (DataHandle ha = handle(a);
                DataHandle hc = handle(c)) {
            submit(GemmCodelets.of(ElementType.DOUBLE).written(), null, ha, ha, hc);
            runtime.waitAll();
        }
        assertArrayEquals(expected, Matrices.content(c), 1e-15);
        try (DataHandle ha = handle(a)) {
            DataHandle hc = handle(c);
            Task refused = submit(GemmCodelets.of(ElementType.DOUBLE).written(), MatrixProduct.ADDED, ha, ha, hc);
            assertThrows(Exception.class, runtime::waitAll);
            Throwable cause = refused.failure().orElseThrow();
            assertInstanceOf(IllegalArgumentException.class, cause);
            assertEquals(
                    "this codelet overwrites C, so beta must be 0, but it is 1.0: use the codelet that changes C",
                    cause.getMessage());
            hc.discard();
        }
    }

    @Test
    void shouldNameModelsAsCalibrationsOfOthersDo() {
        assertEquals("chol_model_gemm", DenseCodelets.GEMM.model().symbol());
        assertEquals(
                "starpu_slu_lu_model_trsm_ru",
                LuCodelets.of(ElementType.FLOAT).trsmUpperRight().model().symbol());
        assertEquals(
                "starpu_dlu_lu_model_getrf",
                LuCodelets.of(ElementType.DOUBLE).getrf().model().symbol());
        assertEquals(
                "starpu_sgemm_gemm",
                GemmCodelets.of(ElementType.FLOAT).added().model().symbol());
        assertTrue(DenseCodelets.DOT.runsOn(Architecture.OPENCL));
        assertEquals(
                "there is no product of matrices of INT: give them elements of FLOAT or of DOUBLE",
                assertThrows(IllegalArgumentException.class, () -> GemmCodelets.of(ElementType.INT))
                        .getMessage());
    }
}
