package org.asterism.kernels.blas;

import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.internal.BlockedFactorisation;
import org.asterism.kernels.blas.internal.MatrixUpdate;

/**
 * Dense linear algebra on the calling thread, in plain Java, for use inside kernels. The names are those of BLAS and LAPACK;
 * the matrices are stored row after row.
 *
 * <p>The views must lie over native memory, aligned to 8 bytes, and a matrix that is written must not overlap another. Any
 * thread may call these methods; each keeps about 1.2 MiB of work space for its thread. All throw {@link
 * IllegalArgumentException} if a matrix has other elements than doubles, or shapes do not fit each other.
 */
public final class DenseKernels {
    private DenseKernels() {}

    /**
     * Factors a symmetric positive definite matrix: replaces the lower triangle of A by that of L with {@code A = L L^T}. The
     * part above the diagonal has no influence and is left as it is.
     *
     * @param a square
     * @param firstRow what is added to a row's number in an exception, for a tile of a larger matrix
     * @throws NotPositiveDefiniteException if a pivot is not positive and finite; the content of {@code a} is undefined then
     */
    public static void potrf(MatrixView a, long firstRow) {
        requireDoubles("potrf", a);
        require(a.rows() == a.columns(), "potrf", "a square matrix", a);
        BlockedFactorisation.factor(a, firstRow);
    }

    /**
     * Solves {@code X L^T = A} for X, which replaces A.
     *
     * @param l square; only its lower triangle is read
     * @param a as many columns as {@code l} has
     */
    public static void trsm(MatrixView l, MatrixView a) {
        requireDoubles("trsm", l, a);
        require(l.rows() == l.columns() && a.columns() == l.columns(), "trsm", "L n x n and A m x n", l, a);
        BlockedFactorisation.solve(l, a);
    }

    /**
     * Subtracts {@code A A^T} from the lower triangle of C. The part above the diagonal is left as it is.
     *
     * @param a as many rows as {@code c} has
     * @param c square
     */
    public static void syrk(MatrixView a, MatrixView c) {
        requireDoubles("syrk", a, c);
        require(c.rows() == c.columns() && a.rows() == c.rows(), "syrk", "A n x k and C n x n", a, c);
        MatrixUpdate.subtractProduct(a, a, c, true);
    }

    /**
     * Subtracts {@code A B^T} from C.
     *
     * @param a as many rows as {@code c} has
     * @param b as many rows as {@code c} has columns, as many columns as {@code a} has
     * @param c the result
     */
    public static void gemm(MatrixView a, MatrixView b, MatrixView c) {
        requireDoubles("gemm", a, b, c);
        require(
                a.rows() == c.rows() && b.rows() == c.columns() && a.columns() == b.columns(),
                "gemm",
                "A m x k, B n x k and C m x n",
                a,
                b,
                c);
        MatrixUpdate.subtractProduct(a, b, c, false);
    }

    private static void requireDoubles(String kernel, MatrixView... matrices) {
        for (MatrixView matrix : matrices) {
            if (matrix.element() != ElementType.DOUBLE) {
                throw new IllegalArgumentException(
                        kernel + " works on matrices of DOUBLE, but was given one of " + matrix.element());
            }
        }
    }

    private static void require(boolean fits, String kernel, String shapes, MatrixView... matrices) {
        if (!fits) {
            StringBuilder given = new StringBuilder();
            for (MatrixView matrix : matrices) {
                given.append(given.isEmpty() ? "" : ", ")
                        .append(matrix.rows())
                        .append(" x ")
                        .append(matrix.columns());
            }
            throw new IllegalArgumentException(kernel + " takes " + shapes + ", but was given " + given);
        }
    }
}
