package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.MatrixProduct.SUBTRACTED;

import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.MatrixProduct;

/**
 * Factorisation and solution of any size, from blocks of {@link Workspace#DEPTH} that fit the panel and products
 * between them: right-looking, as in LAPACK's {@code dpotrf}.
 */
final class BlockedFactorisation {
    private static final int BLOCK = Workspace.DEPTH;

    private BlockedFactorisation() {}

    /**
     * Replaces the lower triangle of a matrix by its Cholesky factor.
     *
     * @param a square
     * @param firstRow the number that is added to a row's number in an exception
     */
    static void factor(MatrixView a, long firstRow) {
        long n = a.rows();
        for (long k = 0; k < n; k += BLOCK) {
            long width = Math.min(BLOCK, n - k);
            MatrixView diagonal = Part.of(a, k, k, width, width);
            TileFactorisation.factor(diagonal, firstRow + k);
            long next = k + width;
            if (next < n) {
                MatrixView below = Part.of(a, next, k, n - next, width);
                TileSolution.solve(diagonal, below, true);
                MatrixUpdate.multiply(
                        SUBTRACTED.withTransposedB(), below, below, Part.of(a, next, next, n - next, n - next), true);
            }
        }
    }

    /**
     * Solves {@code X T = B} or {@code X T^T = B}.
     *
     * @param t square; upper in the first case, lower in the second
     * @param b is replaced by X
     * @param transposed whether it is the second case
     */
    static void solveRight(MatrixView t, MatrixView b, boolean transposed) {
        MatrixProduct subtracted = transposed ? SUBTRACTED.withTransposedB() : SUBTRACTED;
        long n = t.rows();
        for (long k = 0; k < n; k += BLOCK) {
            long width = Math.min(BLOCK, n - k);
            MatrixView solved = Part.of(b, 0, k, b.rows(), width);
            TileSolution.solve(Part.of(t, k, k, width, width), solved, transposed);
            long next = k + width;
            if (next < n) {
                MatrixView beside =
                        transposed ? Part.of(t, next, k, n - next, width) : Part.of(t, k, next, width, n - next);
                MatrixUpdate.multiply(subtracted, solved, beside, Part.of(b, 0, next, b.rows(), n - next), false);
            }
        }
    }

    /**
     * Solves {@code L X = B} for a lower L with ones on its diagonal: halves the system until a part fits the panel.
     *
     * @param l square
     * @param b is replaced by X
     */
    static void solveUnitLowerLeft(MatrixView l, MatrixView b) {
        long n = l.rows();
        if (n <= RowElimination.MOST_ROWS) {
            RowElimination.solve(l, b);
            return;
        }
        long upper = (n / 2 + RowElimination.MOST_ROWS - 1) / RowElimination.MOST_ROWS * RowElimination.MOST_ROWS;
        long lower = n - upper;
        MatrixView solved = Part.of(b, 0, 0, upper, b.columns());
        MatrixView rest = Part.of(b, upper, 0, lower, b.columns());
        solveUnitLowerLeft(Part.of(l, 0, 0, upper, upper), solved);
        MatrixUpdate.multiply(SUBTRACTED, Part.of(l, upper, 0, lower, upper), solved, rest, false);
        solveUnitLowerLeft(Part.of(l, upper, upper, lower, lower), rest);
    }
}
