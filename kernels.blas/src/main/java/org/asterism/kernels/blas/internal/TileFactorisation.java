package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.BLOCK;
import static org.asterism.kernels.blas.internal.MicroKernel.add;

import java.util.Arrays;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.NotPositiveDefiniteException;

/**
 * The Cholesky factorisation of a matrix that fits the panel.
 *
 * <p>It works on the upper factor {@code U = L^T}, because then multiples of rows of U are added to a row of U, as the
 * micro-kernel does. It takes four rows at a time, in strips whose rows stay in the cache while they are applied to the
 * rows below.
 */
final class TileFactorisation {
    private static final int STRIP = 32;

    private TileFactorisation() {}

    /**
     * Replaces the lower triangle by the factor.
     *
     * @param a square, at most {@link Workspace#DEPTH} rows
     * @param firstRow the number that is added to a row's number in an exception
     */
    static void factor(MatrixView a, long firstRow) {
        int n = Math.toIntExact(a.rows());
        double[][] work = Workspace.rows();
        Transposition.load(a, 0, n, 0, n, work);
        int padded = MatrixUpdate.roundedUp(n);
        padWithIdentity(work, n, padded);
        for (int strip = 0; strip < padded; strip += STRIP) {
            int end = Math.min(strip + STRIP, padded);
            for (int k = strip; k < end; k += BLOCK) {
                eliminate(work, k, padded, firstRow);
                for (int i = k + BLOCK; i < end; i += BLOCK) {
                    apply(work, k, i, padded);
                }
            }
            for (int i = end; i < padded; i += BLOCK) {
                for (int k = strip; k < end; k += BLOCK) {
                    apply(work, k, i, padded);
                }
            }
        }
        Transposition.storeLower(work, a);
    }

    private static void padWithIdentity(double[][] work, int n, int padded) {
        for (int k = 0; k < padded; k++) {
            double[] row = work[Workspace.PANEL + k];
            Arrays.fill(row, k < n ? n : 0, padded, 0);
            if (k >= n) {
                row[k] = 1;
            }
        }
    }

    /** Finishes rows k to k + 3, from which everything above them has been subtracted. */
    private static void eliminate(double[][] work, int k, int to, long firstRow) {
        double[] u0 = work[Workspace.PANEL + k];
        double[] u1 = work[Workspace.PANEL + k + 1];
        double[] u2 = work[Workspace.PANEL + k + 2];
        double[] u3 = work[Workspace.PANEL + k + 3];
        double d0 = root(u0[k], firstRow + k);
        double i0 = 1 / d0;
        double u01 = u0[k + 1] * i0;
        double u02 = u0[k + 2] * i0;
        double u03 = u0[k + 3] * i0;
        double d1 = root(add(-u01, u01, u1[k + 1]), firstRow + k + 1);
        double i1 = 1 / d1;
        double u12 = add(-u01, u02, u1[k + 2]) * i1;
        double u13 = add(-u01, u03, u1[k + 3]) * i1;
        double d2 = root(add(-u12, u12, add(-u02, u02, u2[k + 2])), firstRow + k + 2);
        double i2 = 1 / d2;
        double u23 = add(-u12, u13, add(-u02, u03, u2[k + 3])) * i2;
        double d3 = root(add(-u23, u23, add(-u13, u13, add(-u03, u03, u3[k + 3]))), firstRow + k + 3);
        double i3 = 1 / d3;
        u0[k] = d0;
        u0[k + 1] = u01;
        u0[k + 2] = u02;
        u0[k + 3] = u03;
        u1[k + 1] = d1;
        u1[k + 2] = u12;
        u1[k + 3] = u13;
        u2[k + 2] = d2;
        u2[k + 3] = u23;
        u3[k + 3] = d3;
        MicroKernel.substitute(u0, u1, u2, u3, i0, i1, i2, i3, k, k + BLOCK, to);
    }

    private static double root(double pivot, long row) {
        if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
            throw new NotPositiveDefiniteException(row, pivot);
        }
        return Math.sqrt(pivot);
    }

    /** Subtracts what rows k to k + 3 contribute to rows i to i + 3. */
    private static void apply(double[][] work, int k, int i, int to) {
        double[] factors = work[Workspace.FACTORS];
        for (int l = 0; l < BLOCK; l++) {
            double[] row = work[Workspace.PANEL + k + l];
            factors[l] = row[i];
            factors[BLOCK + l] = row[i + 1];
            factors[2 * BLOCK + l] = row[i + 2];
            factors[3 * BLOCK + l] = row[i + 3];
        }
        int c = Workspace.PANEL + i;
        int b = Workspace.PANEL + k;
        MicroKernel.subtract(
                work[c],
                work[c + 1],
                work[c + 2],
                work[c + 3],
                work[b],
                work[b + 1],
                work[b + 2],
                work[b + 3],
                factors,
                0,
                i,
                to);
    }
}
