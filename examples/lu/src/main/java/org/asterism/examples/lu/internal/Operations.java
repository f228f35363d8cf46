package org.asterism.examples.lu.internal;

/**
 * How many floating-point operations the parts of the factorisation take; see "Installing and testing the BLAS, LAPACK", LAPACK Working
 * Note 41, appendix C.
 */
final class Operations {
    private Operations() {}

    /** The factorisation of a matrix with at least as many rows as columns. */
    static double factorisation(double rows, double columns) {
        double multiplications =
                columns * columns * (rows / 2 - columns / 6) + columns * (rows - columns) / 2 + 2 * columns / 3;
        double additions = columns * columns * (rows / 2 - columns / 6) - rows * columns / 2 + columns / 6;
        return multiplications + additions;
    }

    /** The solution with a triangle of ones on its diagonal, for as many right-hand sides as there are columns. */
    static double unitSolution(double rows, double columns) {
        return rows * (rows - 1) * columns;
    }

    /** The solution with a triangle of so many columns, for as many right-hand sides as there are rows. */
    static double solution(double rows, double columns) {
        return columns * columns * rows;
    }

    /** The product of a rows x depth and a depth x columns matrix, subtracted. */
    static double product(double rows, double columns, double depth) {
        return 2 * rows * columns * depth;
    }
}
