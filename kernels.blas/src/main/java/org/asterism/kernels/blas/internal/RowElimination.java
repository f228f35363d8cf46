package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.add;

import org.asterism.api.data.MatrixView;

/**
 * Solves {@code L X = B} for a small lower triangular L with ones on its diagonal. It subtracts multiples of the rows
 * above from each row of B.
 */
final class RowElimination {
    /** Greatest number of rows of L. */
    static final int MOST_ROWS = 32;

    private RowElimination() {}

    /**
     * Replaces B by X.
     *
     * @param l square, at most {@value #MOST_ROWS} rows
     * @param b any number of columns
     */
    static void solve(MatrixView l, MatrixView b) {
        int n = Math.toIntExact(l.rows());
        double[][] work = Workspace.rows();
        double[] factors = work[Workspace.FACTORS];
        for (long j = 0; j < b.columns(); j += Workspace.LENGTH) {
            int width = (int) Math.min(Workspace.LENGTH, b.columns() - j);
            Transposition.loadRows(b, 0, n, j, width, work);
            for (int i = 1; i < n; i++) {
                Transposition.copyIn(l, i, 0, i, factors);
                for (int k = 0; k < i; k++) {
                    subtract(work[Workspace.PANEL + i], work[Workspace.PANEL + k], factors[k], width);
                }
                Transposition.copyOut(work[Workspace.PANEL + i], b, i, j, width);
            }
        }
    }

    private static void subtract(double[] from, double[] row, double factor, int count) {
        double negative = -factor;
        for (int i = 0; i < count; i++) {
            from[i] = add(negative, row[i], from[i]);
        }
    }
}
