package org.asterism.kernels.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Matrices for tests, and what the kernels should make of them, by the textbook. */
final class Matrices {
    private Matrices() {}

    /** A matrix of numbers from -1 to 1; what lies between its rows are numbers as well. */
    static MatrixView random(long rows, long columns, long leadingDimension, long seed) {
        long length = Math.max(1, rows * leadingDimension);
        MatrixView made = new MatrixView(
                Arena.ofAuto().allocate(ValueLayout.JAVA_DOUBLE, length),
                ElementType.DOUBLE,
                rows,
                columns,
                leadingDimension);
        Random numbers = new Random(seed);
        for (long index = 0; index < length; index++) {
            made.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, index, 2 * numbers.nextDouble() - 1);
        }
        return made;
    }

    /** A symmetric positive definite matrix, whose upper triangle is not a number: nothing may depend on it. */
    static MatrixView positiveDefinite(int n, long leadingDimension, long seed) {
        MatrixView made = random(n, n, leadingDimension, seed);
        for (int i = 0; i < n; i++) {
            made.setDouble(i, i, n + made.getDouble(i, i));
            for (int j = i + 1; j < n; j++) {
                made.setDouble(i, j, Double.NaN);
            }
        }
        return made;
    }

    /** All numbers of a matrix' memory, with those between its rows. */
    static double[] content(MatrixView matrix) {
        return matrix.segment().toArray(ValueLayout.JAVA_DOUBLE);
    }

    /** C - A B^T, by three loops; with {@code lowerOnly} only on and below the diagonal. */
    static double[] product(MatrixView a, MatrixView b, MatrixView c, boolean lowerOnly) {
        double[] expected = content(c);
        for (int i = 0; i < c.rows(); i++) {
            for (int j = 0; j < (lowerOnly ? i + 1 : c.columns()); j++) {
                double sum = 0;
                for (int k = 0; k < a.columns(); k++) {
                    sum += a.getDouble(i, k) * b.getDouble(j, k);
                }
                expected[Math.toIntExact(i * c.leadingDimension() + j)] -= sum;
            }
        }
        return expected;
    }

    /** X with X L^T = A, column after column. */
    static double[] solution(MatrixView l, MatrixView a) {
        double[] expected = content(a);
        for (int i = 0; i < a.rows(); i++) {
            int row = Math.toIntExact(i * a.leadingDimension());
            for (int j = 0; j < l.rows(); j++) {
                double sum = expected[row + j];
                for (int k = 0; k < j; k++) {
                    sum -= expected[row + k] * l.getDouble(j, k);
                }
                expected[row + j] = sum / l.getDouble(j, j);
            }
        }
        return expected;
    }

    /** The Cholesky factor in the lower triangle, row after row. */
    static double[] factor(MatrixView a) {
        double[] expected = content(a);
        int stride = Math.toIntExact(a.leadingDimension());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j <= i; j++) {
                double sum = expected[i * stride + j];
                for (int k = 0; k < j; k++) {
                    sum -= expected[i * stride + k] * expected[j * stride + k];
                }
                expected[i * stride + j] = i == j ? Math.sqrt(sum) : sum / expected[j * stride + j];
            }
        }
        return expected;
    }
}
