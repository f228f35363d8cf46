package org.asterism.kernels.blas.internal;

import java.lang.foreign.ValueLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.MatrixProduct;

/**
 * Factors a matrix in place into {@code P A = L U}, where L has ones on its diagonal. It halves the columns
 * recursively, so nearly all of the work is one large product per level, which the library computes. (S. Toledo,
 * "Locality of reference in LU decomposition with partial pivoting", SIAM Journal on Matrix Analysis and Applications
 * 18(4), 1997.)
 *
 * <p>LAPACK's own routine would need the matrix transposed, because it looks for pivots along the rows of this layout.
 */
public final class LuFactorisation {
    private final DenseLibrary library;
    private final MatrixView whole;
    private final int[] pivots;
    private final long firstRow;

    private LuFactorisation(DenseLibrary library, MatrixView whole, int[] pivots, long firstRow) {
        this.library = library;
        this.whole = whole;
        this.pivots = pivots;
        this.firstRow = firstRow;
    }

    /**
     * Replaces A by L and U.
     *
     * @param library does the products and solutions
     * @param a any shape
     * @param exchanged receives for each row, from 1, with which it was exchanged, from 1; null to leave all rows where
     *     they are
     * @param firstRow the number that is added to a row's number in an exception
     */
    public static void factor(DenseLibrary library, MatrixView a, VectorView exchanged, long firstRow) {
        int columns = Math.toIntExact(Math.min(a.rows(), a.columns()));
        int[] pivots = exchanged == null ? null : new int[columns];
        LuFactorisation work = new LuFactorisation(library, a, pivots, firstRow);
        work.factor(0, columns);
        if (columns < a.columns()) {
            work.exchange(columns, a.columns(), 0, columns);
            library.solve(
                    Triangle.UNIT_LOWER_LEFT,
                    Part.of(a, 0, 0, columns, columns),
                    Part.of(a, 0, columns, columns, a.columns() - columns));
        }
        for (int i = 0; exchanged != null && i < columns; i++) {
            exchanged.segment().setAtIndex(ValueLayout.JAVA_INT, i, pivots[i] + 1);
        }
    }

    /** Columns from (included) to (excluded), of which rows above are done, in all rows from the diagonal down. */
    private void factor(int from, int to) {
        if (to - from <= ColumnElimination.MOST_COLUMNS) {
            ColumnElimination.factor(
                    Part.of(whole, from, from, whole.rows() - from, to - from), pivots, from, firstRow);
            return;
        }
        int most = ColumnElimination.MOST_COLUMNS;
        int middle = from + ((to - from) / 2 + most - 1) / most * most;
        factor(from, middle);
        exchange(middle, to, from, middle);
        MatrixView beside = Part.of(whole, from, middle, middle - from, to - middle);
        library.solve(Triangle.UNIT_LOWER_LEFT, Part.of(whole, from, from, middle - from, middle - from), beside);
        long rest = whole.rows() - middle;
        library.multiply(
                MatrixProduct.SUBTRACTED,
                Part.of(whole, middle, from, rest, middle - from),
                beside,
                Part.of(whole, middle, middle, rest, to - middle));
        factor(middle, to);
        exchange(from, middle, middle, to);
    }

    /** Exchanges rows, in some columns, as the pivots of other columns say. */
    private void exchange(long fromColumn, long toColumn, int fromPivot, int toPivot) {
        if (pivots != null) {
            RowExchange.apply(
                    Part.of(whole, 0, fromColumn, whole.rows(), toColumn - fromColumn),
                    fromPivot,
                    toPivot,
                    row -> pivots[(int) row]);
        }
    }

    /**
     * Exchanges the rows of a matrix as a factorisation has done with its own.
     *
     * @param a any shape
     * @param exchanged as {@link #factor} gives it
     */
    public static void exchangeRows(MatrixView a, VectorView exchanged) {
        RowExchange.apply(
                a, 0, exchanged.length(), row -> exchanged.segment().getAtIndex(ValueLayout.JAVA_INT, row) - 1L);
    }
}
