package org.asterism.examples.lu.internal;

/**
 * The numbers of floating-point operations of the factorisation's parts. Each division, multiplication and subtraction
 * is one.
 */
final class Operations {
    private Operations() {}

    /**
     * The factorisation of a matrix with at least as many rows as columns; of a square one of order n about 2 n^3 / 3.
     */
    static double factorisation(double rows, double columns) {
        double more = rows - columns;
        double pairs = columns * (columns - 1) / 2;
        return pairs + columns * more + 2 * pairs * ((2 * columns - 1) / 3 + more);
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
