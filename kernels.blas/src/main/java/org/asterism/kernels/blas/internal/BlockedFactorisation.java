package org.asterism.kernels.blas.internal;

import org.asterism.api.data.MatrixView;

/**
 * Factorisation and solution of any size, from blocks of {@link Workspace#DEPTH} that fit the panel and products between
 * them: right-looking, as in LAPACK's {@code dpotrf}.
 */
public final class BlockedFactorisation {
    private static final int BLOCK = Workspace.DEPTH;

    private BlockedFactorisation() {}

    /**
     * Replaces the lower triangle of a matrix by its Cholesky factor.
     *
     * @param a square
     * @param firstRow what is added to a row's number in an exception
     */
    public static void factor(MatrixView a, long firstRow) {
        long n = a.rows();
        for (long k = 0; k < n; k += BLOCK) {
            long width = Math.min(BLOCK, n - k);
            MatrixView diagonal = part(a, k, k, width, width);
            TileFactorisation.factor(diagonal, firstRow + k);
            long next = k + width;
            if (next < n) {
                MatrixView below = part(a, next, k, n - next, width);
                TileSolution.solve(diagonal, below);
                MatrixUpdate.subtractProduct(below, below, part(a, next, next, n - next, n - next), true);
            }
        }
    }

    /**
     * Solves {@code X L^T = A}.
     *
     * @param l square
     * @param a is replaced by X
     */
    public static void solve(MatrixView l, MatrixView a) {
        long n = l.rows();
        for (long k = 0; k < n; k += BLOCK) {
            long width = Math.min(BLOCK, n - k);
            MatrixView solved = part(a, 0, k, a.rows(), width);
            TileSolution.solve(part(l, k, k, width, width), solved);
            long next = k + width;
            if (next < n) {
                MatrixUpdate.subtractProduct(
                        solved, part(l, next, k, n - next, width), part(a, 0, next, a.rows(), n - next), false);
            }
        }
    }

    private static MatrixView part(MatrixView whole, long row, long column, long rows, long columns) {
        if (rows == 0 || columns == 0 || (rows == whole.rows() && columns == whole.columns())) {
            return new MatrixView(whole.segment(), whole.element(), rows, columns, whole.leadingDimension());
        }
        long offset = row * whole.leadingDimension() + column;
        long length = (rows - 1) * whole.leadingDimension() + columns;
        return new MatrixView(
                whole.segment().asSlice(offset * Double.BYTES, length * Double.BYTES),
                whole.element(),
                rows,
                columns,
                whole.leadingDimension());
    }
}
