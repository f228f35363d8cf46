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
        for (VectorView run : runs("fill", data)) {
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
        List<VectorView> to = runs("add", sum);
        List<VectorView> from = runs("add", added);
        if (to.size() != from.size()) {
            throw new IllegalArgumentException("add takes data of one shape, but was given " + sum + " and " + added);
        }
        for (int i = 0; i < to.size(); i++) {
            DenseKernels.axpy(1, from.get(i), to.get(i));
        }
    }

    /** Adds a number to a variable. */
    static void addTo(VariableView sum, double added) {
        switch (sum.element()) {
            case DOUBLE -> sum.setDouble(sum.getDouble() + added);
            case FLOAT -> sum.setFloat((float) (sum.getFloat() + added));
            default ->
                throw new IllegalArgumentException(
                        "dot adds to a variable of FLOAT or of DOUBLE, but was given one of " + sum.element());
        }
    }

    /** What has no gaps. */
    private static List<VectorView> runs(String kernel, DataView data) {
        List<VectorView> found = new ArrayList<>();
        switch (data) {
            case VariableView one -> found.add(new VectorView(one.segment(), one.element(), 1));
            case VectorView vector -> found.add(vector);
            case MatrixView matrix -> {
                if (matrix.leadingDimension() == matrix.columns()) {
                    found.add(new VectorView(matrix.segment(), matrix.element(), matrix.rows() * matrix.columns()));
                } else {
                    for (long row = 0; row < matrix.rows(); row++) {
                        found.add(new VectorView(matrix.row(row), matrix.element(), matrix.columns()));
                    }
                }
            }
            default ->
                throw new IllegalArgumentException(
                        kernel + " works on variables, vectors and matrices, but was given " + data);
        }
        ElementType element =
                found.isEmpty() ? ElementType.DOUBLE : found.getFirst().element();
        if (element != ElementType.DOUBLE && element != ElementType.FLOAT) {
            throw new IllegalArgumentException(
                    kernel + " works on data of FLOAT or of DOUBLE, but was given some of " + element);
        }
        return found;
    }
}
