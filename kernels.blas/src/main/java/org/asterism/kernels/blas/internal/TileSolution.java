package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.BLOCK;
import static org.asterism.kernels.blas.internal.MicroKernel.add;

import java.util.Arrays;
import org.asterism.api.data.MatrixView;

/**
 * The solution of {@code X U = A} for a U that fits the panel. It solves four rows of X and four columns at a time, and
 * then subtracts these from all columns to the right.
 */
final class TileSolution {
    private TileSolution() {}

    /**
     * Replaces A by X.
     *
     * @param t square, at most {@link Workspace#DEPTH} rows; U, or its transpose
     * @param a any number of rows
     * @param transposed whether {@code t} is the transpose
     */
    static void solve(MatrixView t, MatrixView a, boolean transposed) {
        int n = Math.toIntExact(t.rows());
        double[][] work = Workspace.rows();
        if (transposed) {
            Transposition.load(t, 0, n, 0, n, work);
        } else {
            Transposition.loadRows(t, 0, n, 0, n, work);
        }
        for (long i = 0; i < a.rows(); i += BLOCK) {
            int rows = (int) Math.min(BLOCK, a.rows() - i);
            for (int r = 0; r < rows; r++) {
                Transposition.copyIn(a, i + r, 0, n, work[Workspace.RESULT + r]);
            }
            for (int r = rows; r < BLOCK; r++) {
                Arrays.fill(work[Workspace.RESULT + r], 0, n, 0);
            }
            solveRows(work, n);
            for (int r = 0; r < rows; r++) {
                Transposition.copyOut(work[Workspace.RESULT + r], a, i + r, 0, n);
            }
        }
    }

    private static void solveRows(double[][] work, int n) {
        double[] x0 = work[Workspace.RESULT];
        double[] x1 = work[Workspace.RESULT + 1];
        double[] x2 = work[Workspace.RESULT + 2];
        double[] x3 = work[Workspace.RESULT + 3];
        double[] factors = work[Workspace.FACTORS];
        int whole = n / BLOCK * BLOCK;
        for (int k = 0; k < whole; k += BLOCK) {
            double[] u0 = work[Workspace.PANEL + k];
            double[] u1 = work[Workspace.PANEL + k + 1];
            double[] u2 = work[Workspace.PANEL + k + 2];
            double[] u3 = work[Workspace.PANEL + k + 3];
            solveFour(x0, u0, u1, u2, u3, k, factors, 0);
            solveFour(x1, u0, u1, u2, u3, k, factors, BLOCK);
            solveFour(x2, u0, u1, u2, u3, k, factors, 2 * BLOCK);
            solveFour(x3, u0, u1, u2, u3, k, factors, 3 * BLOCK);
            MicroKernel.subtract(x0, x1, x2, x3, u0, u1, u2, u3, factors, 0, k + BLOCK, n);
        }
        for (int r = 0; r < BLOCK; r++) {
            solveRest(work[Workspace.RESULT + r], work, whole, n);
        }
    }

    /** Solves four columns of one row, and leaves the result also as factors for the micro-kernel. */
    private static void solveFour(
            double[] x, double[] u0, double[] u1, double[] u2, double[] u3, int k, double[] factors, int at) {
        double y0 = x[k] / u0[k];
        double y1 = add(-u0[k + 1], y0, x[k + 1]) / u1[k + 1];
        double y2 = add(-u1[k + 2], y1, add(-u0[k + 2], y0, x[k + 2])) / u2[k + 2];
        double y3 = add(-u2[k + 3], y2, add(-u1[k + 3], y1, add(-u0[k + 3], y0, x[k + 3]))) / u3[k + 3];
        x[k] = y0;
        x[k + 1] = y1;
        x[k + 2] = y2;
        x[k + 3] = y3;
        factors[at] = y0;
        factors[at + 1] = y1;
        factors[at + 2] = y2;
        factors[at + 3] = y3;
    }

    private static void solveRest(double[] x, double[][] work, int from, int n) {
        for (int k = from; k < n; k++) {
            double sum = x[k];
            for (int l = from; l < k; l++) {
                sum = add(-work[Workspace.PANEL + l][k], x[l], sum);
            }
            x[k] = sum / work[Workspace.PANEL + k][k];
        }
    }
}
