package org.asterism.kernels.blas;

import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.model.PerformanceModel;

/**
 * The codelets of a tiled Cholesky factorisation, on matrices of doubles with any leading dimension. What each computes, and
 * which shapes it takes, stands at the method of {@link DenseKernels} of the same name.
 *
 * <p>Their performance models are histories with the names that StarPU's example of this factorisation has given them, such
 * as {@code chol_model_potrf}, so that machines and calibrations described for it are understood.
 */
public final class DenseCodelets {
    /**
     * Factors a tile: one handle, RW. The task may have an argument of type {@code Long}: the row of the whole matrix at
     * which the tile begins, so that a {@link NotPositiveDefiniteException} names the whole matrix's row.
     */
    public static final Codelet POTRF = Codelet.named("potrf")
            .access(AccessMode.RW)
            .cpu(kernel -> {
                Long firstRow = kernel.argument(Long.class);
                DenseKernels.potrf(kernel.matrix(0), firstRow == null ? 0 : firstRow);
            })
            .model(PerformanceModel.history("chol_model_potrf"))
            .build();

    /** Solves with a factored tile: the triangle, R; the right-hand sides that become the solution, RW. */
    public static final Codelet TRSM = Codelet.named("trsm")
            .access(AccessMode.R, AccessMode.RW)
            .cpu(kernel -> DenseKernels.trsm(kernel.matrix(0), kernel.matrix(1)))
            .model(PerformanceModel.history("chol_model_trsm"))
            .build();

    /** Updates a tile on the diagonal: the factor, R; the tile, RW. */
    public static final Codelet SYRK = Codelet.named("syrk")
            .access(AccessMode.R, AccessMode.RW)
            .cpu(kernel -> DenseKernels.syrk(kernel.matrix(0), kernel.matrix(1)))
            .model(PerformanceModel.history("chol_model_syrk"))
            .build();

    /** Updates any other tile: the left factor, R; the right factor, R; the tile, RW. */
    public static final Codelet GEMM = Codelet.named("gemm")
            .access(AccessMode.R, AccessMode.R, AccessMode.RW)
            .cpu(kernel -> DenseKernels.gemm(kernel.matrix(0), kernel.matrix(1), kernel.matrix(2)))
            .model(PerformanceModel.history("chol_model_gemm"))
            .build();

    private DenseCodelets() {}
}
