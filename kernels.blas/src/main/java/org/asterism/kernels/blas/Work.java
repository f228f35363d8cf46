package org.asterism.kernels.blas;

/** The operations of the codelets, which each architecture implements; named after BLAS and LAPACK. */
enum Work {
    /** Cholesky factorisation. */
    POTRF,
    /** {@code X L^T = A}. */
    TRSM,
    /** {@code C - A A^T} in the lower triangle. */
    SYRK,
    /** {@code C - A B^T}. */
    GEMM_TRANSPOSED,
    /** {@code L U} without exchanges. */
    GETRF,
    /** {@code P A = L U}. */
    GETRF_PIVOTED,
    /** Row exchanges. */
    LASWP,
    /** {@code L X = B}, L with ones on its diagonal. */
    TRSM_UNIT_LOWER_LEFT,
    /** {@code X U = B}. */
    TRSM_UPPER_RIGHT,
    /** {@code C - A B}. */
    GEMM_SUBTRACTED,
    /** {@code alpha op(A) op(B)}, with the product as the task's argument. */
    GEMM_WRITTEN,
    /** {@code alpha op(A) op(B) + beta C}, with the product as the task's argument. */
    GEMM,
    /** {@code y + alpha x}, with alpha as the task's argument. */
    AXPY,
    /** A variable plus {@code x y}. */
    DOT,
    /** All elements become the task's argument. */
    FILL,
    /** The first plus the second. */
    ADD
}
