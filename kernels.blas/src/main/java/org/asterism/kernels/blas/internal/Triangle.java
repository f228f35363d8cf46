package org.asterism.kernels.blas.internal;

/** The kind of a triangular matrix T in a system to solve. Elements outside the triangle are not read. */
public enum Triangle {
    /** {@code X T^T = B}, T lower. */
    LOWER_TRANSPOSED_RIGHT(true),
    /** {@code X T = B}, T upper. */
    UPPER_RIGHT(true),
    /** {@code T X = B}, T lower with ones on its diagonal, which are not read. */
    UNIT_LOWER_LEFT(false);

    private final boolean right;

    Triangle(boolean right) {
        this.right = right;
    }

    /**
     * On which side of X the triangle stands.
     *
     * @return true if it has as many rows as X has columns, false if as many as X has rows
     */
    public boolean isRight() {
        return right;
    }
}
