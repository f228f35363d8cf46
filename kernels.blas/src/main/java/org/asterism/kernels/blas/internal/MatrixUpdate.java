package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.BLOCK;

import java.util.Arrays;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.MatrixProduct;

/**
 * Computes {@code C = alpha op(A) op(B) + beta C}. A panel of op(B), {@value #PANEL_DEPTH} terms deep and up to
 * {@link Workspace#LENGTH} columns wide, is made once and stays in the second-level cache. Four rows of C at a time
 * stay in the first-level cache while the panel passes by.
 */
final class MatrixUpdate {
    private static final int PANEL_DEPTH = 128;

    private MatrixUpdate() {}

    /**
     * Multiplies two matrices.
     *
     * @param how with alpha, beta and transpositions
     * @param a m x k, or its transpose
     * @param b k x n, or its transpose
     * @param c m x n
     * @param lowerOnly whether only the elements of {@code c} on and below its diagonal are changed
     */
    static void multiply(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c, boolean lowerOnly) {
        long terms = how.alpha() == 0 ? 0 : how.transposeA() ? a.rows() : a.columns();
        double[][] work = Workspace.rows();
        for (long j = 0; j < c.columns(); j += Workspace.LENGTH) {
            int width = (int) Math.min(Workspace.LENGTH, c.columns() - j);
            long k = 0;
            do { // also without any term, because of beta
                int depth = (int) Math.min(PANEL_DEPTH, terms - k);
                if (how.transposeB()) {
                    Transposition.load(b, j, width, k, depth, work);
                } else {
                    Transposition.loadRows(b, k, depth, j, width, work);
                }
                int padded = roundedUp(depth);
                for (int l = depth; l < padded; l++) {
                    Arrays.fill(work[Workspace.PANEL + l], 0, width, 0);
                }
                double beta = k == 0 ? how.beta() : 1;
                for (long i = lowerOnly ? j : 0; i < c.rows(); i += BLOCK) {
                    int rows = (int) Math.min(BLOCK, c.rows() - i);
                    int reach = lowerOnly ? (int) Math.min(width, i + rows - j) : width;
                    loadFactors(how, a, i, rows, k, depth, padded, work);
                    updateRows(beta, c, i, rows, j, reach, padded, lowerOnly, work);
                }
                k += PANEL_DEPTH;
            } while (k < terms);
        }
    }

    /**
     * Four factors of the first row, four of the second and so on, then the next four of the first; absent ones are 0.
     */
    private static void loadFactors(
            MatrixProduct how,
            MatrixView a,
            long firstRow,
            int rows,
            long firstColumn,
            int depth,
            int padded,
            double[][] work) {
        double[] factors = work[Workspace.FACTORS];
        double[] row = work[Workspace.TRANSPOSED];
        double scale = -how.alpha();
        for (int r = 0; r < BLOCK; r++) {
            if (r < rows) {
                if (how.transposeA()) {
                    Transposition.copyColumnIn(a, firstColumn, firstRow + r, depth, row);
                } else {
                    Transposition.copyIn(a, firstRow + r, firstColumn, depth, row);
                }
                Arrays.fill(row, depth, padded, 0);
            } else {
                Arrays.fill(row, 0, padded, 0);
            }
            for (int l = 0; l < padded; l += BLOCK) {
                int at = BLOCK * (l + r);
                factors[at] = scale * row[l];
                factors[at + 1] = scale * row[l + 1];
                factors[at + 2] = scale * row[l + 2];
                factors[at + 3] = scale * row[l + 3];
            }
        }
    }

    private static void updateRows(
            double beta,
            MatrixView c,
            long firstRow,
            int rows,
            long firstColumn,
            int reach,
            int depth,
            boolean lowerOnly,
            double[][] work) {
        for (int r = 0; r < rows; r++) {
            double[] row = work[Workspace.RESULT + r];
            if (beta == 0) {
                Arrays.fill(row, 0, reach, 0);
                continue;
            }
            Transposition.copyIn(c, firstRow + r, firstColumn, reach, row);
            for (int l = 0; beta != 1 && l < reach; l++) {
                row[l] *= beta;
            }
        }
        double[] c0 = work[Workspace.RESULT];
        double[] c1 = work[Workspace.RESULT + 1];
        double[] c2 = work[Workspace.RESULT + 2];
        double[] c3 = work[Workspace.RESULT + 3];
        double[] factors = work[Workspace.FACTORS];
        for (int l = 0; l < depth; l += BLOCK) {
            int row = Workspace.PANEL + l;
            MicroKernel.subtract(
                    c0,
                    c1,
                    c2,
                    c3,
                    work[row],
                    work[row + 1],
                    work[row + 2],
                    work[row + 3],
                    factors,
                    BLOCK * l,
                    0,
                    reach);
        }
        for (int r = 0; r < rows; r++) {
            int count = lowerOnly ? (int) Math.min(reach, firstRow + r + 1 - firstColumn) : reach;
            Transposition.copyOut(work[Workspace.RESULT + r], c, firstRow + r, firstColumn, count);
        }
    }

    /** The next multiple of the micro-kernel's block. */
    static int roundedUp(int number) {
        return (number + BLOCK - 1) / BLOCK * BLOCK;
    }
}
