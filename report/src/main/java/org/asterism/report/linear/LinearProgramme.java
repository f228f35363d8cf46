package org.asterism.report.linear;

import java.util.Arrays;
import java.util.Optional;

/**
 * Linear programme: maximises c·x where Ax ≤ b and x ≥ 0.
 *
 * <p>Solved by the simplex method on a dense tableau (Dantzig, "Linear Programming and Extensions", 1963). If the
 * origin violates a constraint, a first phase finds values that meet all of them, with one auxiliary variable (Chvátal,
 * "Linear Programming", 1983, chapter 3). Because many limits are often 0, pivots are chosen with slightly increased
 * limits, each by a different amount (Charnes, "Optimality and degeneracy in linear programming", Econometrica 20,
 * 1952). If the objective still stops growing, the smallest index is chosen (Bland, "New finite pivoting rules for the
 * simplex method", Mathematics of Operations Research 2, 1977), so the method ends. It is designed for up to a few
 * hundred variables: the cost of a pivot is the number of variables times that of constraints. Used by one thread.
 */
public final class LinearProgramme {
    /** Numbers below this, relative to 1, are rounding errors; the rows are scaled accordingly. */
    private static final double NOTHING = 1e-10;

    /** Slope or violation that rounding errors cannot explain. */
    private static final double NOTICEABLE = 1e-6;

    /** Amount by which limits are increased. */
    private static final double SHIFT = 1e-9;

    /** The fractional parts of its multiples are far from each other. */
    private static final double GOLDEN_RATIO = 0.6180339887498949;

    /** Number of pivots without progress that is taken for a cycle. */
    private static final int MOST_STANDING = 30;

    /**
     * Solution of a programme.
     *
     * @param value maximum of the objective
     * @param variables point with this value; any one if there are several
     */
    public record Solution(double value, double[] variables) {}

    private final double[] objective;
    private final int variables;
    private final int rows;

    /** Number of used columns: one per variable, and one for the auxiliary variable during the first phase. */
    private int columns;

    /** Index of the limits in each row, and of the increased limits. */
    private final int limit;

    private final int shifted;

    /**
     * Rows of the constraints, then the objective. Columns are the variables that are now 0, then the limits, then the
     * increased limits.
     */
    private final double[][] tableau;

    /**
     * Variable that each row or column represents: those of the programme, then the slack variables of the rows, then
     * the auxiliary one.
     */
    private final int[] ofRow;

    private final int[] ofColumn;

    private LinearProgramme(double[] objective, double[][] constraints, double[] limits) {
        this.objective = objective;
        variables = objective.length;
        rows = constraints.length;
        columns = variables;
        limit = variables + 1;
        shifted = variables + 2;
        tableau = new double[rows + 1][variables + 3];
        ofRow = new int[rows];
        ofColumn = new int[variables + 1];
        for (int row = 0; row < rows; row++) {
            if (Double.isNaN(limits[row])) {
                throw new IllegalArgumentException("limit " + row + " is no number");
            }
            double largest =
                    Arrays.stream(constraints[row]).map(Math::abs).max().orElse(0);
            double scale = largest > 0 ? largest : 1;
            for (int column = 0; column < variables; column++) {
                tableau[row][column] = constraints[row][column] / scale;
            }
            tableau[row][limit] = limits[row] / scale;
            tableau[row][shifted] = limits[row] / scale + SHIFT * (1 + (row + 1) * GOLDEN_RATIO % 1);
            ofRow[row] = variables + row;
        }
        for (int column = 0; column < variables; column++) {
            ofColumn[column] = column;
        }
    }

    /**
     * Solves a programme.
     *
     * @param objective c
     * @param constraints A, one array per row
     * @param limits b
     * @return the maximum; empty if no values meet all constraints
     * @throws IllegalArgumentException if there is no maximum because nothing limits the objective, or a limit is not a
     *     number
     */
    public static Optional<Solution> maximise(double[] objective, double[][] constraints, double[] limits) {
        LinearProgramme programme = new LinearProgramme(objective, constraints, limits);
        if (!programme.meetConstraints()) {
            return Optional.empty();
        }
        programme.stateObjective();
        programme.improve();
        return Optional.of(programme.solution());
    }

    /** Runs the first phase: an auxiliary variable relaxes all constraints and is then minimised. */
    private boolean meetConstraints() {
        int worst = 0;
        for (int row = 1; row < rows; row++) {
            worst = tableau[row][shifted] < tableau[worst][shifted] ? row : worst;
        }
        if (rows == 0 || tableau[worst][shifted] >= 0) {
            return true;
        }
        int auxiliary = variables + rows;
        ofColumn[columns] = auxiliary;
        for (int row = 0; row < rows; row++) {
            tableau[row][columns] = -1;
        }
        tableau[rows][columns] = 1;
        columns++;
        pivot(worst, columns - 1);
        improve();
        if (tableau[rows][shifted] < -NOTICEABLE) {
            return false;
        }
        dropAuxiliary(auxiliary);
        return true;
    }

    /** Ends the first phase: the auxiliary variable stays 0 from now on. */
    private void dropAuxiliary(int auxiliary) {
        for (int row = 0; row < rows; row++) {
            if (ofRow[row] == auxiliary) { // Its value is 0, so any other variable can replace it.
                int best = 0;
                for (int column = 1; column < columns; column++) {
                    best = Math.abs(tableau[row][column]) > Math.abs(tableau[row][best]) ? column : best;
                }
                pivot(row, best);
            }
        }
        columns--;
        for (int column = 0; column < columns; column++) {
            if (ofColumn[column] == auxiliary) {
                ofColumn[column] = ofColumn[columns];
                for (double[] row : tableau) {
                    row[column] = row[columns];
                }
            }
        }
    }

    /** Expresses the objective in the variables that are now 0. */
    private void stateObjective() {
        double[] last = tableau[rows];
        Arrays.fill(last, 0);
        for (int column = 0; column < columns; column++) {
            last[column] = -worth(ofColumn[column]);
        }
        for (int row = 0; row < rows; row++) {
            double worth = worth(ofRow[row]);
            for (int column = 0; worth != 0 && column <= shifted; column++) {
                last[column] += worth * tableau[row][column];
            }
        }
    }

    private double worth(int variable) {
        return variable < variables ? objective[variable] : 0;
    }

    /** Exchanges variables until the objective in the last row cannot increase. */
    private void improve() {
        int standing = 0;
        double value = tableau[rows][shifted];
        while (true) {
            int column = entering(standing > MOST_STANDING);
            int row = column < 0 ? -1 : leaving(column, standing > MOST_STANDING);
            if (row < 0) {
                return;
            }
            pivot(row, column);
            double reached = tableau[rows][shifted];
            standing = reached > value ? 0 : standing + 1;
            value = Math.max(value, reached);
        }
    }

    /** Returns a variable that improves the objective, or -1. */
    private int entering(boolean carefully) {
        double[] slopes = tableau[rows];
        int best = -1;
        for (int column = 0; column < columns; column++) {
            if (slopes[column] < -NOTHING
                    && (best < 0 || (carefully ? ofColumn[column] < ofColumn[best] : slopes[column] < slopes[best]))) {
                best = column;
            }
        }
        return best;
    }

    /**
     * Returns the row that limits a column first. Of several, it is the row with the largest pivot, which keeps
     * rounding errors small. Returns -1 if the column only improves by rounding errors.
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
                values[ofRow[row]] = Math.max(0, tableau[row][limit]);
            }
        }
        return new Solution(tableau[rows][limit], values);
    }
}
