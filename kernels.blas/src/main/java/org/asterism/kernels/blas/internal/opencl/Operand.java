package org.asterism.kernels.blas.internal.opencl;

import org.asterism.api.data.MatrixView;
import org.asterism.api.device.DeviceBuffer;

/**
 * A matrix, or a part or the transpose of one, on a device.
 *
 * @param memory the memory of the whole matrix
 * @param first the index of the first element in this memory
 * @param rowStride from one row to the next, in elements
 * @param columnStride from one column to the next, in elements
 * @param rows the number of rows
 * @param columns the number of columns
 */
record Operand(DeviceBuffer memory, long first, int rowStride, int columnStride, int rows, int columns) {
    /** A task's matrix. */
    static Operand of(DeviceBuffer memory, MatrixView view) {
        return new Operand(
                memory,
                0,
                Math.toIntExact(view.leadingDimension()),
                1,
                Math.toIntExact(view.rows()),
                Math.toIntExact(view.columns()));
    }

    Operand transposed() {
        return new Operand(memory, first, columnStride, rowStride, columns, rows);
    }

    Operand transposed(boolean whether) {
        return whether ? transposed() : this;
    }

    Operand part(int row, int column, int height, int width) {
        return new Operand(
                memory,
                first + (long) row * rowStride + (long) column * columnStride,
                rowStride,
                columnStride,
                height,
                width);
    }
}
