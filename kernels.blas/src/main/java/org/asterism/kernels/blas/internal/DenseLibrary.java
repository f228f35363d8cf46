package org.asterism.kernels.blas.internal;

import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.MatrixProduct;

/**
 * A library that computes on a CPU core. Callers have checked that shapes fit and that all elements are of one type,
 * {@code FLOAT} or {@code DOUBLE}. Any thread may call it.
 */
public interface DenseLibrary {
    /**
     * Returns the name of the library, for people.
     *
     * @return name and version
     */
    String description();

    /** {@code C = alpha op(A) op(B) + beta C}. */
    void multiply(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c);

    /** Subtracts {@code A A^T} from the lower triangle of C. */
    void subtractSquare(MatrixView a, MatrixView c);

    /** Replaces B by X. */
    void solve(Triangle which, MatrixView t, MatrixView b);

    /**
     * Replaces the lower triangle of A by its Cholesky factor.
     *
     * @param firstRow the number that is added to a row's number in an exception
     */
    void factorCholesky(MatrixView a, long firstRow);

    /** {@code y = y + alpha x}. */
    void add(double alpha, VectorView x, VectorView y);

    /** The sum of the products of the elements. */
    double dot(VectorView x, VectorView y);
}
