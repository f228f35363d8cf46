package org.asterism.kernels.blas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;

/** Work on each element of a variable, a vector or a matrix, on a CPU core. */
final class Elementwise {
    private Elementwise() {}

    /** Sets all elements. */
    static void fill(DataView data, double value) {
        Shapes.fill(data);
        for (VectorView run : runs(data, false)) {
            MemorySegment segment = run.segment();
            if (run.element() == ElementType.DOUBLE) {
                for (long i = 0; i < run.length(); i++) {
                    segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
                }
            } else {
                for (long i = 0; i < run.length(); i++) {
                    segment.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) value);
                }
            }
        }
    }

    /** Adds the second to the first. */
    static void add(DataView sum, DataView added) {
        Shapes.add(sum, added);
        List<VectorView> to = runs(sum, inRows(added));
        List<VectorView> from = runs(added, inRows(sum));
        for (int i = 0; i < to.size(); i++) {
            DenseKernels.axpy(1, from.get(i), to.get(i));
        }
    }

    /** Adds the product of two vectors to a variable. */
    static void addDot(VectorView x, VectorView y, VariableView sum) {
        Shapes.dot(x, y, sum);
        double added = DenseKernels.dot(x, y);
        if (sum.element() == ElementType.DOUBLE) {
            sum.setDouble(sum.getDouble() + added);
        } else {
            sum.setFloat((float) (sum.getFloat() + added));
        }
    }

    /**
     * Returns the runs without gaps: a matrix in one piece, or row by row if there are gaps between rows or if this is
     * requested.
     */
    private static List<VectorView> runs(DataView data, boolean inRows) {
        List<VectorView> found = new ArrayList<>();
        switch (data) {
            case MatrixView matrix
            when inRows || inRows(matrix) -> {
                for (long row = 0; row < matrix.rows(); row++) {
                    found.add(new VectorView(matrix.row(row), matrix.element(), matrix.columns()));
                }
            }
            case MatrixView matrix ->
                found.add(new VectorView(matrix.segment(), matrix.element(), matrix.rows() * matrix.columns()));
            case VectorView vector -> found.add(vector);
            case VariableView one -> found.add(new VectorView(one.segment(), one.element(), 1));
            default -> throw new AssertionError(data);
        }
        return found;
    }

    private static boolean inRows(DataView data) {
        return data instanceof MatrixView matrix && matrix.leadingDimension() != matrix.columns();
    }
}
