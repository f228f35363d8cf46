package org.asterism.examples.cholesky.internal;

import java.util.Arrays;
import org.asterism.api.data.MatrixView;

/**
 * The lower triangle of a sparse matrix: its non-zero elements, row after row.
 *
 * @param order the number of rows
 * @param rowStarts the beginning of each row in the other arrays, and the end of the last
 * @param columns the elements' columns, ascending within a row
 * @param values the elements
 */
record SparseMatrix(int order, int[] rowStarts, int[] columns, double[] values) implements SymmetricMatrix {
    @Override
    public void fill(MatrixView tile, int firstRow, int firstColumn) {
        int width = Math.toIntExact(tile.columns());
        for (int i = 0; i < tile.rows(); i++) {
            for (int j = 0; j < width; j++) {
                tile.setDouble(i, j, 0);
            }
            int end = rowStarts[firstRow + i + 1];
            int found = Arrays.binarySearch(columns, rowStarts[firstRow + i], end, firstColumn);
            for (int at = found < 0 ? -found - 1 : found; at < end && columns[at] < firstColumn + width; at++) {
                tile.setDouble(i, columns[at] - firstColumn, values[at]);
            }
        }
    }
}
