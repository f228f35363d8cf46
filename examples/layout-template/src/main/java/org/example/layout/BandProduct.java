package org.example.layout;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.VectorView;

/** The kernels that work on a band matrix. */
final class BandProduct {
    /** Writes a band matrix: 2 on the diagonal, -1 beside it. */
    static final Codelet FILL = Codelet.named("band-fill")
            .access(Access.W)
            .cpu(kernel -> fill(kernel.view(0, BandView.class)))
            .build();

    /** Reads a band matrix and a vector of doubles, and writes their product into another vector. */
    static final Codelet MULTIPLY = Codelet.named("band-multiply")
            .access(Access.R, Access.R, Access.W)
            .cpu(kernel -> multiply(
                    kernel.view(0, BandView.class), kernel.view(1, VectorView.class), kernel.view(2, VectorView.class)))
            .build();

    private BandProduct() {}

    static void fill(BandView matrix) {
        for (long row = 0; row < matrix.rows(); row++) {
            for (long column = matrix.firstColumn(row); column <= matrix.lastColumn(row); column++) {
                matrix.set(row, column, row == column ? 2 : -1);
            }
        }
    }

    static void multiply(BandView matrix, VectorView x, VectorView y) {
        for (long row = 0; row < matrix.rows(); row++) {
            double sum = 0;
            for (long column = matrix.firstColumn(row); column <= matrix.lastColumn(row); column++) {
                sum += matrix.get(row, column) * x.getDouble(column);
            }
            y.setDouble(row, sum);
        }
    }
}
