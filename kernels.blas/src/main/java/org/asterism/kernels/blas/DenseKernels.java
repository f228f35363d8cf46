package org.asterism.kernels.blas;

import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.internal.Libraries;

/**
 * Dense linear algebra on the calling thread, for use inside kernels. The names are those of BLAS and LAPACK. The
 * matrices are stored row after row, with any leading dimension.
 *
 * <p>A BLAS library of the machine computes, or plain Java: see {@link #library}. The views must lie over native
 * memory, and written memory must not overlap anything else. Any thread may call these methods; in plain Java each
 * keeps about 1.3 MiB of work space for its thread. All throw {@link IllegalArgumentException} if shapes do not fit
 * each other, or if elements are not all {@code FLOAT} or all {@code DOUBLE}.
 */
public final class DenseKernels {
    private DenseKernels() {}

    /**
     * Returns the name of the library that computes, such as {@code OpenBLAS 0.3.21 ... (libopenblas.so.0)} or
     * {@code plain Java}. The system property {@code asterism.blas} chooses: {@code auto} takes OpenBLAS or another
     * optimised library if the machine has one, {@code native} insists on it, {@code java} does without, and a path
     * names a library. The search is made once in a JVM.
     *
     * @return one line
     * @throws IllegalArgumentException if the property asks for what is not there; so does each of the other methods
     *     then
     */
    public static String library() {
        return Libraries.chosen().description();
    }

    /**
     * Factors a symmetric positive definite matrix: replaces the lower triangle of A by that of L with {@code A = L
     * L^T}. The part above the diagonal has no influence and is left as it is.
     *
     * @param a square
     * @param firstRow the number that is added to a row's number in an exception, for a tile of a larger matrix
     * @throws NotPositiveDefiniteException if a pivot is not positive and finite; the content of {@code a} is undefined
     *     then
     */
    public static void potrf(MatrixView a, long firstRow) {
        CheckedKernels.chosen().potrf(a, firstRow);
    }

    /**
     * Solves {@code X L^T = A} for X, which replaces A.
     *
     * @param l square; only its lower triangle is read
     * @param a as many columns as {@code l} has
     */
    public static void trsm(MatrixView l, MatrixView a) {
        CheckedKernels.chosen().trsm(l, a);
    }

    /**
     * Solves {@code L X = B} for X, which replaces B. L has ones on its diagonal.
     *
     * @param l square; only what is below its diagonal is read
     * @param b as many rows as {@code l} has
     */
    public static void trsmUnitLowerLeft(MatrixView l, MatrixView b) {
        CheckedKernels.chosen().trsmUnitLowerLeft(l, b);
    }

    /**
     * Solves {@code X U = B} for X, which replaces B.
     *
     * @param u square; only its upper triangle is read
     * @param b as many columns as {@code u} has
     */
    public static void trsmUpperRight(MatrixView u, MatrixView b) {
        CheckedKernels.chosen().trsmUpperRight(u, b);
    }

    /**
     * Subtracts {@code A A^T} from the lower triangle of C. The part above the diagonal is left as it is.
     *
     * @param a as many rows as {@code c} has
     * @param c square
     */
    public static void syrk(MatrixView a, MatrixView c) {
        CheckedKernels.chosen().syrk(a, c);
    }

    /**
     * Subtracts {@code A B^T} from C.
     *
     * @param a as many rows as {@code c} has
     * @param b as many rows as {@code c} has columns, as many columns as {@code a} has
     * @param c the result
     */
    public static void gemm(MatrixView a, MatrixView b, MatrixView c) {
        CheckedKernels.chosen().gemm(a, b, c);
    }

    /**
     * Multiplies two matrices: {@code C = alpha op(A) op(B) + beta C}.
     *
     * @param how with alpha, beta and the transpositions
     * @param a m x k, or k x m if it is transposed
     * @param b k x n, or n x k if it is transposed
     * @param c m x n
     */
    public static void gemm(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        CheckedKernels.chosen().gemm(how, a, b, c);
    }

    /**
     * Factors a matrix without exchanging rows: {@code A = L U}. U replaces the upper triangle, and L what is below the
     * diagonal; the ones on the diagonal of L are not stored. Only for matrices that are known to need no exchange,
     * such as diagonally dominant ones.
     *
     * @param a any shape
     * @param firstRow the number that is added to a row's number in an exception, for a tile of a larger matrix
     * @throws SingularMatrixException if a pivot is zero, infinite or not a number; the content of {@code a} is
     *     undefined then
     */
    public static void getrf(MatrixView a, long firstRow) {
        CheckedKernels.chosen().getrf(a, firstRow);
    }

    /**
     * Factors a matrix: {@code P A = L U}. U replaces the upper triangle, and L what is below the diagonal; the ones on
     * the diagonal of L are not stored.
     *
     * @param a any shape
     * @param pivots receives, as in LAPACK, for each row from the first the number, counted from 1, of the row that it
     *     was exchanged with when its turn came; INT, as long as the smaller side of {@code a}
     * @param firstRow the number that is added to a row's number in an exception, for a tile of a larger matrix
     * @throws SingularMatrixException if no row has a pivot other than zero, or one is infinite or not a number; the
     *     contents of {@code a} and {@code pivots} are undefined then
     */
    public static void getrf(MatrixView a, VectorView pivots, long firstRow) {
        CheckedKernels.chosen().getrf(a, pivots, firstRow);
    }

    /**
     * Exchanges rows as a factorisation has exchanged its own: the first row with that named by the first pivot, and so
     * on.
     *
     * @param a at least as many rows as there are pivots
     * @param pivots as {@link #getrf(MatrixView, VectorView, long)} gives them
     */
    public static void laswp(MatrixView a, VectorView pivots) {
        CheckedKernels.chosen().laswp(a, pivots);
    }

    /**
     * Adds {@code alpha x} to y.
     *
     * @param alpha any number
     * @param x as long as {@code y}
     * @param y the result
     */
    public static void axpy(double alpha, VectorView x, VectorView y) {
        CheckedKernels.chosen().axpy(alpha, x, y);
    }

    /**
     * The sum of the products of the elements of two vectors. That of floats is added up at least in their precision.
     *
     * @param x as long as {@code y}
     * @param y as long as {@code x}
     * @return the sum
     */
    public static double dot(VectorView x, VectorView y) {
        return CheckedKernels.chosen().dot(x, y);
    }
}
