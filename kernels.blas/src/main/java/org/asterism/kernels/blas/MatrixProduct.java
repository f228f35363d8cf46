package org.asterism.kernels.blas;

/**
 * A product of two matrices: {@code C = alpha op(A) op(B) + beta C}, where op leaves a matrix as it is or transposes
 * it.
 *
 * <p>With {@code beta} 0 the former content of C has no influence, whatever it is; with {@code alpha} 0 that of A and B
 * has none. For matrices of floats both numbers are rounded.
 *
 * @param alpha the factor of the product
 * @param transposeA whether op transposes A
 * @param transposeB whether op transposes B
 * @param beta the factor of C's former content
 */
public record MatrixProduct(double alpha, boolean transposeA, boolean transposeB, double beta) {
    /** {@code C = A B}. */
    public static final MatrixProduct PRODUCT = new MatrixProduct(1, false, false, 0);

    /** {@code C = C + A B}. */
    public static final MatrixProduct ADDED = new MatrixProduct(1, false, false, 1);

    /** {@code C = C - A B}. */
    public static final MatrixProduct SUBTRACTED = new MatrixProduct(-1, false, false, 1);

    /**
     * The same with A transposed, or no more so if it was.
     *
     * @return a changed copy
     */
    public MatrixProduct withTransposedA() {
        return new MatrixProduct(alpha, !transposeA, transposeB, beta);
    }

    /**
     * The same with B transposed, or no more so if it was.
     *
     * @return a changed copy
     */
    public MatrixProduct withTransposedB() {
        return new MatrixProduct(alpha, transposeA, !transposeB, beta);
    }
}
