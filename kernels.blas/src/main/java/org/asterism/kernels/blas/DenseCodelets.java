package org.asterism.kernels.blas;

import static org.asterism.api.Access.R;
import static org.asterism.api.Access.REDUX;
import static org.asterism.api.Access.RW;
import static org.asterism.api.Access.W;

import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;

/**
 * The codelets of a tiled Cholesky factorisation and of vectors, on data of floats or of doubles; matrices have any
 * leading dimension.
 *
 * <p>The method of {@link DenseKernels} of the same name documents the result and the shapes of each. The codelets of a
 * factorisation into L and U are {@link LuCodelets}, those of general products {@link GemmCodelets}.
 *
 * <p>The performance models of the Cholesky factorisation are histories with the names in StarPU's example, such as
 * {@code chol_model_potrf}, so that machines and calibrations described for it can be used.
 */
public final class DenseCodelets {
    /**
     * Factors a tile: one handle, RW. The task may have an argument of type {@code Long}: the row of the whole matrix
     * at which the tile begins, so that a {@link NotPositiveDefiniteException} names the whole matrix's row.
     */
    public static final Codelet POTRF = Codelets.of(
            Work.POTRF,
            "potrf",
            "chol_model_potrf",
            kernel -> DenseKernels.potrf(kernel.view(0, MatrixView.class), Codelets.firstRow(kernel)),
            RW);

    /** Solves with a factored tile: the triangle, R; the right-hand sides that become the solution, RW. */
    public static final Codelet TRSM = Codelets.of(
            Work.TRSM,
            "trsm",
            "chol_model_trsm",
            kernel -> DenseKernels.trsm(kernel.view(0, MatrixView.class), kernel.view(1, MatrixView.class)),
            R,
            RW);

    /** Updates a tile on the diagonal: the factor, R; the tile, RW. */
    public static final Codelet SYRK = Codelets.of(
            Work.SYRK,
            "syrk",
            "chol_model_syrk",
            kernel -> DenseKernels.syrk(kernel.view(0, MatrixView.class), kernel.view(1, MatrixView.class)),
            R,
            RW);

    /** Updates any other tile: the left factor, R; the right factor, R; the tile, RW. */
    public static final Codelet GEMM = Codelets.of(
            Work.GEMM_TRANSPOSED,
            "gemm",
            "chol_model_gemm",
            kernel -> DenseKernels.gemm(
                    kernel.view(0, MatrixView.class),
                    kernel.view(1, MatrixView.class),
                    kernel.view(2, MatrixView.class)),
            R,
            R,
            RW);

    /**
     * Adds a multiple of a vector to another: x, R; y, RW. The task's argument, a {@code Double}, is alpha; 1 if it has
     * none.
     */
    public static final Codelet AXPY = Codelets.of(
            Work.AXPY,
            "axpy",
            "axpy",
            kernel -> DenseKernels.axpy(
                    Codelets.number(kernel, 1), kernel.view(0, VectorView.class), kernel.view(1, VectorView.class)),
            R,
            RW);

    /** Adds the product of two vectors to a variable of the same element type: x, R; y, R; the variable, RW. */
    public static final Codelet DOT = Codelets.of(Work.DOT, "dot", "dot", DenseCodelets::dot, R, R, RW);

    /**
     * {@link #DOT} as a contribution: the variable has mode {@code REDUX}, and needs a
     * {@link org.asterism.api.data.DataHandle#reduction reduction}, which {@link #FILL} and {@link #ADD} make.
     */
    public static final Codelet DOT_CONTRIBUTION = Codelets.of(Work.DOT, "dot", "dot", DenseCodelets::dot, R, R, REDUX);

    /**
     * Sets all elements of a variable, a vector or a matrix: W. The task's argument, a {@code Double}, is the value; 0
     * if it has none.
     */
    public static final Codelet FILL = Codelets.of(
            Work.FILL, "fill", "fill", kernel -> Elementwise.fill(kernel.data(0), Codelets.number(kernel, 0)), W);

    /** Adds to a variable, a vector or a matrix another of the same shape: the sum, RW; what is added, R. */
    public static final Codelet ADD =
            Codelets.of(Work.ADD, "add", "add", kernel -> Elementwise.add(kernel.data(0), kernel.data(1)), RW, R);

    private DenseCodelets() {}

    private static void dot(KernelContext kernel) {
        Elementwise.addDot(
                kernel.view(0, VectorView.class), kernel.view(1, VectorView.class), kernel.view(2, VariableView.class));
    }
}
