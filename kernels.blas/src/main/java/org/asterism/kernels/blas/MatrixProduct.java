package org.asterism.kernels.blas;

/**
 * How two matrices are multiplied: {@code C = alpha op(A) op(B) + beta C}, where op leaves a matrix as it is or
 * transposes it. With {@code beta} 0 the former content of C has no influence, whatever it is; with {@code alpha} 0
 * that of A and B has none. Matrices of floats take both numbers rounded.
 *
 * @param alpha what the product is multiplied by
 * @param transposeA whether op transposes A
 * @param transposeB whether op transposes B
 * @param beta what C is multiplied by before
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
