package org.asterism.kernels.blas.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Moves matrices between native memory and the panel, with rows turned into columns. */
final class Transposition {
    /** Number of rows that are transposed at once: a cache line of doubles. */
    static final int BLOCK = 8;

    private Transposition() {}

    /**
     * Fills the panel: {@code panel[k][j]} becomes element (firstRow + j, firstColumn + k).
     *
     * @param rows at most {@link Workspace#LENGTH}
     * @param columns at most {@link Workspace#DEPTH}
     */
    static void load(MatrixView matrix, long firstRow, int rows, long firstColumn, int columns, double[][] work) {
        for (int j = 0; j < rows; j += BLOCK) {
            int count = Math.min(BLOCK, rows - j);
            for (int r = 0; r < count; r++) {
                copyIn(matrix, firstRow + j + r, firstColumn, columns, work[Workspace.TRANSPOSED + r]);
            }
            if (count == BLOCK) {
                scatter(work, j, columns);
            } else {
                for (int r = 0; r < count; r++) {
                    for (int k = 0; k < columns; k++) {
                        work[Workspace.PANEL + k][j + r] = work[Workspace.TRANSPOSED + r][k];
                    }
                }
            }
        }
    }

    private static void scatter(double[][] work, int j, int columns) {
        double[] t0 = work[Workspace.TRANSPOSED];
        double[] t1 = work[Workspace.TRANSPOSED + 1];
        double[] t2 = work[Workspace.TRANSPOSED + 2];
        double[] t3 = work[Workspace.TRANSPOSED + 3];
        double[] t4 = work[Workspace.TRANSPOSED + 4];
        double[] t5 = work[Workspace.TRANSPOSED + 5];
        double[] t6 = work[Workspace.TRANSPOSED + 6];
        double[] t7 = work[Workspace.TRANSPOSED + 7];
        for (int k = 0; k < columns; k++) {
            double[] row = work[Workspace.PANEL + k];
            row[j] = t0[k];
            row[j + 1] = t1[k];
            row[j + 2] = t2[k];
            row[j + 3] = t3[k];
            row[j + 4] = t4[k];
            row[j + 5] = t5[k];
            row[j + 6] = t6[k];
            row[j + 7] = t7[k];
        }
    }

    /**
     * Writes the panel's upper triangle into the lower triangle of a matrix.
     *
     * @param matrix square, at most {@link Workspace#DEPTH} rows
     */
    static void storeLower(double[][] work, MatrixView matrix) {
        int n = Math.toIntExact(matrix.rows());
        for (int j = 0; j < n; j += BLOCK) {
            int count = Math.min(BLOCK, n - j);
            for (int k = 0; k < j + count; k++) {
                double[] row = work[Workspace.PANEL + k];
                for (int r = 0; r < count; r++) {
                    work[Workspace.TRANSPOSED + r][k] = row[j + r];
                }
            }
            for (int r = 0; r < count; r++) {
                copyOut(work[Workspace.TRANSPOSED + r], matrix, j + r, 0, j + r + 1);
            }
        }
    }

    /**
     * Fills the panel without turning: {@code panel[k][j]} becomes element (firstRow + k, firstColumn + j).
     *
     * @param rows at most {@link Workspace#DEPTH}
     * @param columns at most {@link Workspace#LENGTH}
     */
    static void loadRows(MatrixView matrix, long firstRow, int rows, long firstColumn, int columns, double[][] work) {
        for (int k = 0; k < rows; k++) {
            copyIn(matrix, firstRow + k, firstColumn, columns, work[Workspace.PANEL + k]);
        }
    }

    /** Copies a part of a matrix' row to the beginning of an array. */
    static void copyIn(MatrixView matrix, long row, long column, int count, double[] into) {
        long first = row * matrix.leadingDimension() + column;
        if (matrix.element() == ElementType.DOUBLE) {
            MemorySegment.copy(matrix.segment(), ValueLayout.JAVA_DOUBLE, first * Double.BYTES, into, 0, count);
        } else {
            MemorySegment floats = matrix.segment();
            for (int i = 0; i < count; i++) {
                into[i] = floats.getAtIndex(ValueLayout.JAVA_FLOAT, first + i);
            }
        }
    }

    /** Copies the beginning of an array to a part of a matrix' row. */
    static void copyOut(double[] from, MatrixView matrix, long row, long column, int count) {
        long first = row * matrix.leadingDimension() + column;
        if (matrix.element() == ElementType.DOUBLE) {
            MemorySegment.copy(from, 0, matrix.segment(), ValueLayout.JAVA_DOUBLE, first * Double.BYTES, count);
        } else {
            MemorySegment floats = matrix.segment();
            for (int i = 0; i < count; i++) {
                floats.setAtIndex(ValueLayout.JAVA_FLOAT, first + i, (float) from[i]);
            }
        }
    }

    /** Copies a part of a matrix' column to the beginning of an array. */
    static void copyColumnIn(MatrixView matrix, long row, long column, int count, double[] into) {
        MemorySegment elements = matrix.segment();
        long stride = matrix.leadingDimension();
        long first = row * stride + column;
        if (matrix.element() == ElementType.DOUBLE) {
            for (int i = 0; i < count; i++) {
                into[i] = elements.getAtIndex(ValueLayout.JAVA_DOUBLE, first + i * stride);
            }
        } else {
            for (int i = 0; i < count; i++) {
                into[i] = elements.getAtIndex(ValueLayout.JAVA_FLOAT, first + i * stride);
            }
        }
    }
}
