package org.asterism.report.linear;

import java.util.Arrays;

/**
 * A linear programme whose origin is allowed: maximises c·x where Ax ≤ b and x ≥ 0, for b ≥ 0.
 *
 * <p>Solved by the simplex method on a dense tableau (Dantzig, "Linear Programming and Extensions", 1963). As many limits are 0, the
 * way is chosen with limits that are a little larger, each by another number (Charnes, "Optimality and degeneracy in linear
 * programming", Econometrica 20, 1952); should it stand still all the same, the smallest index decides (Bland, "New finite pivoting
 * rules for the simplex method", Mathematics of Operations Research 2, 1977), so it ends. Meant for a handful of variables.
 */
public final class LinearProgramme {
    /** Numbers below this, against 1, are rounding errors; the rows are scaled so. */
    private static final double NOTHING = 1e-10;

    /** A slope that no rounding error explains. */
    private static final double NOTICEABLE = 1e-6;

    /** By how much limits are larger. */
    private static final double SHIFT = 1e-9;

    /** Fractions of its multiples are far from each other. */
    private static final double GOLDEN_RATIO = 0.6180339887498949;

    /** So many pivots at one place look like a circle. */
    private static final int MOST_STANDING = 30;

    /**
     * What came out.
     *
     * @param value of the objective
     * @param variables where it is taken
     */
    public record Solution(double value, double[] variables) {}

    private final int variables;
    private final int rows;
    private final int shifted;

    /** The rows, then the objective; the columns of the variables that are 0 now, then the limits, then the larger ones. */
    private final double[][] tableau;

    /** Which variable each row, and each column, stands for: those of the programme first, then the rows' slack. */
    private final int[] ofRow;

    private final int[] ofColumn;

    private LinearProgramme(double[] objective, double[][] constraints, double[] limits) {
        variables = objective.length;
        rows = constraints.length;
        tableau = new double[rows + 1][variables + 2];
        shifted = variables + 1;
        ofRow = new int[rows];
        ofColumn = new int[variables];
        for (int row = 0; row < rows; row++) {
            if (!(limits[row] >= 0)) {
                throw new IllegalArgumentException("limit " + row + " is " + limits[row] + "; give 0 or more");
            }
            double largest =
                    Arrays.stream(constraints[row]).map(Math::abs).max().orElse(0);
            double scale = largest > 0 ? largest : 1;
            for (int column = 0; column < variables; column++) {
                tableau[row][column] = constraints[row][column] / scale;
            }
            tableau[row][variables] = limits[row] / scale;
            tableau[row][shifted] = limits[row] / scale + SHIFT * (1 + (row + 1) * GOLDEN_RATIO % 1);
            ofRow[row] = variables + row;
        }
        for (int column = 0; column < variables; column++) {
            tableau[rows][column] = -objective[column];
            ofColumn[column] = column;
        }
    }

    /**
     * Solves a programme.
     *
     * @param objective c
     * @param constraints A, one array per row
     * @param limits b, each 0 or more
     * @return the maximum
     * @throws IllegalArgumentException if a limit is negative, or there is no maximum because nothing limits it
     */
    public static Solution maximise(double[] objective, double[][] constraints, double[] limits) {
        LinearProgramme programme = new LinearProgramme(objective, constraints, limits);
        int standing = 0;
        double value = 0;
        while (true) {
            int column = programme.entering(standing > MOST_STANDING);
            int row = column < 0 ? -1 : programme.leaving(column, standing > MOST_STANDING);
            if (row < 0) {
                return programme.solution();
            }
            programme.pivot(row, column);
            double reached = programme.tableau[programme.rows][programme.shifted];
            standing = reached > value ? 0 : standing + 1;
            value = Math.max(value, reached);
        }
    }

    /** An improving variable, or -1. */
    private int entering(boolean carefully) {
        double[] slopes = tableau[rows];
        int best = -1;
        for (int column = 0; column < variables; column++) {
            if (slopes[column] < -NOTHING
                    && (best < 0 || (carefully ? ofColumn[column] < ofColumn[best] : slopes[column] < slopes[best]))) {
                best = column;
            }
        }
        return best;
    }

    /**
     * The row that limits a column first; of several the one whose pivot is largest, which keeps rounding errors small. -1 if the
     * column improves by rounding errors only.
     */
    private int leaving(int column, boolean carefully) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int row = 0; row < rows; row++) {
            double slope = tableau[row][column];
            if (slope <= NOTHING) {
                continue;
            }
            double ratio = tableau[row][shifted] / slope;
            boolean tied = best >= 0 && Math.abs(ratio - least) <= NOTHING * SHIFT;
            boolean better =
                    carefully ? best < 0 || ofRow[row] < ofRow[best] : best < 0 || slope > tableau[best][column];
            if (tied ? better : ratio < least) {
                best = row;
            }
            least = Math.min(least, ratio);
        }
        if (best < 0 && tableau[rows][column] < -NOTICEABLE) {
            throw new IllegalArgumentException("nothing limits variable " + ofColumn[column] + ": there is no maximum");
        }
        return best;
    }

    private void pivot(int pivotRow, int pivotColumn) {
        double[] pivots = tableau[pivotRow];
        double pivot = pivots[pivotColumn];
        for (int column = 0; column <= shifted; column++) {
            pivots[column] = column == pivotColumn ? 1 / pivot : pivots[column] / pivot;
        }
        for (int row = 0; row <= rows; row++) {
            double[] changed = tableau[row];
            double factor = changed[pivotColumn];
            if (row == pivotRow || factor == 0) {
                continue;
            }
            for (int column = 0; column <= shifted; column++) {
                changed[column] =
                        column == pivotColumn ? -factor * pivots[column] : changed[column] - factor * pivots[column];
            }
        }
        int entered = ofColumn[pivotColumn];
        ofColumn[pivotColumn] = ofRow[pivotRow];
        ofRow[pivotRow] = entered;
    }

    private Solution solution() {
        double[] values = new double[variables];
        for (int row = 0; row < rows; row++) {
            if (ofRow[row] < variables) {
                values[ofRow[row]] = Math.max(0, tableau[row][variables]);
            }
        }
        return new Solution(tableau[rows][variables], values);
    }
}
