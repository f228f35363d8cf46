package org.asterism.kernels.blas;

import org.asterism.api.AsterismException;

/** Thrown when a factorisation into two triangles meets a pivot by which it cannot divide. */
public final class SingularMatrixException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final long row;
    private final double pivot;

    /**
     * Names the pivot.
     *
     * @param row its row, from 0, in the whole matrix
     * @param pivot the value of the pivot
     */
    public SingularMatrixException(long row, double pivot) {
        super(
                "the matrix cannot be factored: the pivot of row " + row + " (counted from 0) is " + pivot
                        + "; if it was not factored with row exchanges, try that",
                null);
        this.row = row;
        this.pivot = pivot;
    }

    /**
     * The row whose pivot failed.
     *
     * @return from 0
     */
    public long row() {
        return row;
    }

    /**
     * Returns the value of the pivot on the diagonal.
     *
     * @return zero, infinite or not a number
     */
    public double pivot() {
        return pivot;
    }
}
