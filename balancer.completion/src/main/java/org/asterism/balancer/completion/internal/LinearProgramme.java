package org.asterism.balancer.completion.internal;

import java.util.Arrays;

/**
 * Maximises a linear function of variables that are not negative, under constraints of the form <i>sum at most bound</i>.
 *
 * <p>The simplex method on a dictionary in two phases, with Bland's rule, which cannot go in circles. Sources: G. B. Dantzig, Linear
 * Programming and Extensions, 1963; R. G. Bland, New finite pivoting rules for the simplex method, 1977; the form with one auxiliary
 * variable is that of V. Chvátal, Linear Programming, 1983, chapter 3. Meant for some hundred variables: a step costs variables
 * times constraints.
 */
final class LinearProgramme {
    private static final double ZERO = 1e-9;

    private final int variables;
    private final int constraints;

    /** A row per constraint: what the basic variable is worth, less the sum over the others; the last row is the goal. */
    private final double[][] rows;

    private final int[] basic;
    private final int[] free;

    private LinearProgramme(double[][] sums, double[] bounds) {
        constraints = bounds.length;
        variables = sums.length == 0 ? 0 : sums[0].length;
        rows = new double[constraints + 1][variables + 2];
        basic = new int[constraints];
        free = new int[variables + 1];
        for (int row = 0; row < constraints; row++) {
            System.arraycopy(sums[row], 0, rows[row], 0, variables);
            rows[row][variables] = -1; // the auxiliary variable
            rows[row][variables + 1] = bounds[row];
            basic[row] = variables + 1 + row;
        }
        for (int column = 0; column <= variables; column++) {
            free[column] = column;
        }
    }

    /**
     * Solves one.
     *
     * @param goal what a unit of each variable is worth
     * @param sums per constraint, what a unit of each variable counts
     * @param bounds per constraint, what the sum may be at most; may be negative
     * @return the best values, or null if no values meet all constraints or there is no best
     */
    static double[] maximise(double[] goal, double[][] sums, double[] bounds) {
        LinearProgramme programme = new LinearProgramme(sums, bounds);
        return programme.findStart() && programme.improve(programme.forGoal(goal)) ? programme.values() : null;
    }

    /** Finds values that meet all constraints: with all of them loosened by an auxiliary variable, which is then made 0. */
    private boolean findStart() {
        int worst = 0;
        for (int row = 1; row < constraints; row++) {
            worst = rows[row][variables + 1] < rows[worst][variables + 1] ? row : worst;
        }
        double[] last = rows[constraints];
        Arrays.fill(last, 0);
        last[variables] = -1;
        if (rows[worst][variables + 1] < 0) {
            pivot(worst, variables);
            if (!improve(last) || last[variables + 1] > ZERO) {
                return false;
            }
        }
        for (int row = 0; row < constraints; row++) {
            if (basic[row] == variables) { // it is 0 there: let any other take its place
                int column = 0;
                while (column <= variables && Math.abs(rows[row][column]) < ZERO) {
                    column++;
                }
                if (column <= variables) {
                    pivot(row, column);
                }
            }
        }
        return true;
    }

    /** Writes the goal in terms of the variables that are free now, without the auxiliary one. */
    private double[] forGoal(double[] goal) {
        double[] last = rows[constraints];
        Arrays.fill(last, 0);
        for (int column = 0; column <= variables; column++) {
            if (free[column] < variables) {
                last[column] += goal[free[column]];
            }
        }
        for (int row = 0; row < constraints; row++) {
            if (basic[row] < variables && goal[basic[row]] != 0) {
                double worth = goal[basic[row]];
                for (int column = 0; column <= variables; column++) {
                    last[column] -= worth * rows[row][column];
                }
            }
        }
        for (int column = 0; column <= variables; column++) {
            if (free[column] == variables) {
                for (double[] row : rows) {
                    row[column] = 0; // the auxiliary variable stays 0
                }
            }
        }
        return last;
    }

    /** Goes on until the goal in the last row cannot be bettered; false if there is no limit. */
    private boolean improve(double[] last) {
        while (true) {
            int column = -1;
            for (int each = 0; each <= variables; each++) {
                if (last[each] > ZERO && (column < 0 || free[each] < free[column])) {
                    column = each;
                }
            }
            if (column < 0) {
                return true;
            }
            int leaving = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int row = 0; row < constraints; row++) {
                if (rows[row][column] > ZERO) {
                    double ratio = rows[row][variables + 1] / rows[row][column];
                    if (ratio < least - ZERO || ratio < least + ZERO && basic[row] < basic[leaving]) {
                        least = Math.min(least, ratio);
                        leaving = row;
                    }
                }
            }
            if (leaving < 0) {
                return false;
            }
            pivot(leaving, column);
        }
    }

    /** Exchanges a basic variable for a free one. */
    private void pivot(int row, int column) {
        double[] pivot = rows[row];
        double divisor = pivot[column];
        pivot[column] = 1;
        for (int each = 0; each < pivot.length; each++) {
            pivot[each] /= divisor;
        }
        for (int other = 0; other <= constraints; other++) {
            double factor = rows[other][column];
            if (other != row && factor != 0) {
                rows[other][column] = 0;
                for (int each = 0; each < pivot.length; each++) {
                    rows[other][each] -= factor * pivot[each];
                }
            }
        }
        int left = basic[row];
        basic[row] = free[column];
        free[column] = left;
    }

    private double[] values() {
        double[] values = new double[variables];
        for (int row = 0; row < constraints; row++) {
            if (basic[row] < variables) {
                values[basic[row]] = Math.max(0, rows[row][variables + 1]);
            }
        }
        return values;
    }
}
