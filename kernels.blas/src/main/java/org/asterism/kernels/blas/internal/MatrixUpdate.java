package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.BLOCK;

import java.util.Arrays;
import org.asterism.api.data.MatrixView;

/**
 * {@code C -= A B^T}. A panel of B^T, {@value #PANEL_DEPTH} terms deep and up to {@link Workspace#LENGTH} columns wide, is made
 * once and stays in the second-level cache; four rows of C at a time stay in the first-level cache while the panel passes by.
 */
public final class MatrixUpdate {
    private static final int PANEL_DEPTH = 128;

    private MatrixUpdate() {}

    /**
     * Subtracts a product.
     *
     * @param a m x k
     * @param b n x k
     * @param c m x n
     * @param lowerOnly whether only the elements of {@code c} on and below its diagonal are changed
     */
    public static void subtractProduct(MatrixView a, MatrixView b, MatrixView c, boolean lowerOnly) {
        double[][] work = Workspace.rows();
        for (long j = 0; j < c.columns(); j += Workspace.LENGTH) {
            int width = (int) Math.min(Workspace.LENGTH, c.columns() - j);
            for (long k = 0; k < a.columns(); k += PANEL_DEPTH) {
                int depth = (int) Math.min(PANEL_DEPTH, a.columns() - k);
                Transposition.load(b, j, width, k, depth, work);
                int padded = roundedUp(depth);
                for (int l = depth; l < padded; l++) {
                    Arrays.fill(work[Workspace.PANEL + l], 0, width, 0);
                }
                for (long i = lowerOnly ? j : 0; i < c.rows(); i += BLOCK) {
                    int rows = (int) Math.min(BLOCK, c.rows() - i);
                    int reach = lowerOnly ? (int) Math.min(width, i + rows - j) : width;
                    loadFactors(a, i, rows, k, depth, padded, work);
                    updateRows(c, i, rows, j, reach, padded, lowerOnly, work);
                }
            }
        }
    }

    /** Four factors of the first row, four of the second and so on, then the next four of the first; absent ones are 0. */
    private static void loadFactors(
            MatrixView a, long firstRow, int rows, long firstColumn, int depth, int padded, double[][] work) {
        double[] factors = work[Workspace.FACTORS];
        double[] row = work[Workspace.TRANSPOSED];
        for (int r = 0; r < BLOCK; r++) {
            if (r < rows) {
                Transposition.copyIn(a, firstRow + r, firstColumn, depth, row);
                Arrays.fill(row, depth, padded, 0);
            } else {
                Arrays.fill(row, 0, padded, 0);
            }
            for (int l = 0; l < padded; l += BLOCK) {
                int at = BLOCK * (l + r);
                factors[at] = row[l];
                factors[at + 1] = row[l + 1];
                factors[at + 2] = row[l + 2];
                factors[at + 3] = row[l + 3];
            }
        }
    }

    private static void updateRows(
            MatrixView c,
            long firstRow,
            int rows,
            long firstColumn,
            int reach,
            int depth,
            boolean lowerOnly,
            double[][] work) {
        for (int r = 0; r < rows; r++) {
            Transposition.copyIn(c, firstRow + r, firstColumn, reach, work[Workspace.RESULT + r]);
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
