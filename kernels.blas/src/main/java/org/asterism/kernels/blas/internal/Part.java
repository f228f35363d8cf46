package org.asterism.kernels.blas.internal;

import org.asterism.api.data.MatrixView;

/** Parts of a matrix. */
final class Part {
    private Part() {}

    /**
     * A part as a matrix of its own, over the same memory.
     *
     * @param row of the whole at which it begins
     * @param column of the whole at which it begins
     */
    static MatrixView of(MatrixView whole, long row, long column, long rows, long columns) {
        if (rows == 0 || columns == 0 || (rows == whole.rows() && columns == whole.columns())) {
            return new MatrixView(whole.segment(), whole.element(), rows, columns, whole.leadingDimension());
        }
        long bytes = whole.element().bytes();
        long offset = row * whole.leadingDimension() + column;
        long length = (rows - 1) * whole.leadingDimension() + columns;
        return new MatrixView(
                whole.segment().asSlice(offset * bytes, length * bytes),
                whole.element(),
                rows,
                columns,
                whole.leadingDimension());
    }
}
