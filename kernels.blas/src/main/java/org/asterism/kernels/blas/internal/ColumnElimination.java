package org.asterism.kernels.blas.internal;

import static org.asterism.kernels.blas.internal.MicroKernel.add;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.SingularMatrixException;

/** The factorisation of a few columns of any height, each in a separate array. */
final class ColumnElimination {
    /** Greatest number of columns. */
    static final int MOST_COLUMNS = 16;

    private static final int FIRST_HEIGHT = 1024;

    private static final ThreadLocal<double[][]> OF_THREAD =
            ThreadLocal.withInitial(() -> new double[MOST_COLUMNS][FIRST_HEIGHT]);

    private ColumnElimination() {}

    /**
     * Replaces a panel by its L and U.
     *
     * @param a at most {@value #MOST_COLUMNS} columns, and at least as many rows
     * @param pivots receives the rows that were exchanged with those of the panel, in terms of the whole matrix; null
     *     for no exchange
     * @param first the panel's first row in the whole matrix
     * @param firstRow the whole matrix' first row, for exceptions
     */
    static void factor(MatrixView a, int[] pivots, int first, long firstRow) {
        int rows = Math.toIntExact(a.rows());
        int columns = Math.toIntExact(a.columns());
        double[][] work = OF_THREAD.get();
        if (work[0].length < rows) {
            work = new double[MOST_COLUMNS][rows];
            OF_THREAD.set(work);
        }
        load(a, rows, columns, work);
        for (int k = 0; k < columns; k++) {
            double[] column = work[k];
            int pivot = pivots == null ? k : largest(column, k, rows);
            double value = column[pivot];
            if (value == 0 || !Double.isFinite(value)) {
                throw new SingularMatrixException(firstRow + first + k, value);
            }
            if (pivots != null) {
                pivots[first + k] = first + pivot;
            }
            if (pivot != k) {
                for (int j = 0; j < columns; j++) {
                    double kept = work[j][k];
                    work[j][k] = work[j][pivot];
                    work[j][pivot] = kept;
                }
            }
            divide(column, value, k + 1, rows);
            for (int j = k + 1; j < columns; j++) {
                subtract(work[j], column, work[j][k], k + 1, rows);
            }
        }
        store(work, a, rows, columns);
    }

    /** The first row with the largest number, or with one that is not a number. */
    private static int largest(double[] column, int from, int to) {
        int found = from;
        double largest = Math.abs(column[from]);
        for (int i = from + 1; i < to; i++) {
            double size = Math.abs(column[i]);
            if (!(size <= largest)) {
                found = i;
                largest = size;
                if (Double.isNaN(size)) {
                    return found;
                }
            }
        }
        return found;
    }

    private static void divide(double[] column, double by, int from, int to) {
        for (int i = from; i < to; i++) {
            column[i] /= by;
        }
    }

    private static void subtract(double[] column, double[] other, double factor, int from, int to) {
        double negative = -factor;
        for (int i = from; i < to; i++) {
            column[i] = add(negative, other[i], column[i]);
        }
    }

    /** Row by row, because the elements of a column may all want the same place in the cache. */
    private static void load(MatrixView a, int rows, int columns, double[][] work) {
        MemorySegment elements = a.segment();
        for (int i = 0; i < rows; i++) {
            long first = i * a.leadingDimension();
            if (a.element() == ElementType.DOUBLE) {
                for (int j = 0; j < columns; j++) {
                    work[j][i] = elements.getAtIndex(ValueLayout.JAVA_DOUBLE, first + j);
                }
            } else {
                for (int j = 0; j < columns; j++) {
                    work[j][i] = elements.getAtIndex(ValueLayout.JAVA_FLOAT, first + j);
                }
            }
        }
    }

    private static void store(double[][] work, MatrixView a, int rows, int columns) {
        MemorySegment elements = a.segment();
        for (int i = 0; i < rows; i++) {
            long first = i * a.leadingDimension();
            if (a.element() == ElementType.DOUBLE) {
                for (int j = 0; j < columns; j++) {
                    elements.setAtIndex(ValueLayout.JAVA_DOUBLE, first + j, work[j][i]);
                }
            } else {
                for (int j = 0; j < columns; j++) {
                    elements.setAtIndex(ValueLayout.JAVA_FLOAT, first + j, (float) work[j][i]);
                }
            }
        }
    }
}
