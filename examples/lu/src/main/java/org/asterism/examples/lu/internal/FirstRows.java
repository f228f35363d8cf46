package org.asterism.examples.lu.internal;

import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Slice;

/**
 * Cuts a matrix in two: its first rows, and the others.
 *
 * @param rows the number of rows of the first part
 */
record FirstRows(int rows) implements Filter {
    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        if (!(parent instanceof MatrixLayout matrix) || matrix.rows() <= rows) {
            throw new IllegalArgumentException(
                    this + " cuts a matrix of more than " + rows + " rows, and this is " + parent);
        }
        return List.of(part(matrix, 0, rows), part(matrix, rows, matrix.rows() - rows));
    }

    private static Part part(MatrixLayout matrix, long first, long count) {
        return new Part(
                new MatrixLayout(matrix.element(), count, matrix.columns()),
                List.of(new Slice(0, new long[] {first}, 0, 0)));
    }
}
