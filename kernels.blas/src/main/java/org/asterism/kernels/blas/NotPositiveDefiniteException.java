package org.asterism.kernels.blas;

import org.asterism.api.AsterismException;

/** Thrown when a Cholesky factorisation meets a pivot that is not a positive, finite number. */
public final class NotPositiveDefiniteException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final long row;
    private final double pivot;

    /**
     * Names the pivot.
     *
     * @param row its row, from 0, in the whole matrix
     * @param pivot the value of the pivot
     */
    public NotPositiveDefiniteException(long row, double pivot) {
        super("the matrix is not positive definite: the pivot of row " + row + " (counted from 0) is " + pivot, null);
        this.row = row;
        this.pivot = pivot;
    }

    /**
     * Names the row, where it is not known what stood there.
     *
     * @param row its row, from 0, in the whole matrix
     */
    public NotPositiveDefiniteException(long row) {
        super(
                "the matrix is not positive definite: the pivot of row " + row + " (counted from 0) is not positive",
                null);
        this.row = row;
        pivot = Double.NaN;
    }

    /**
     * The row whose pivot failed; the leading minors up to this row are positive.
     *
     * @return from 0
     */
    public long row() {
        return row;
    }

    /**
     * Returns the value of the pivot on the diagonal.
     *
     * @return negative, zero, infinite or not a number, which it is also if that is not known
     */
    public double pivot() {
        return pivot;
    }
}
