package org.asterism.kernels.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;

/** Matrices for tests, and what the kernels should make of them, by the textbook. */
final class Matrices {
    private Matrices() {}

    /** A matrix of numbers from -1 to 1; what lies between its rows are numbers as well. */
    static MatrixView random(ElementType element, long rows, long columns, long leadingDimension, long seed) {
        long length = Math.max(1, rows * leadingDimension);
        MatrixView made = new MatrixView(
                Arena.ofAuto().allocate(element.layout(), length), element, rows, columns, leadingDimension);
        fillRandomly(made.segment(), element, length, seed);
        return made;
    }

    /** A vector of numbers from -1 to 1. */
    static VectorView randomVector(ElementType element, long length, long seed) {
        VectorView made =
                new VectorView(Arena.ofAuto().allocate(element.layout(), Math.max(1, length)), element, length);
        fillRandomly(made.segment(), element, length, seed);
        return made;
    }

    private static void fillRandomly(MemorySegment segment, ElementType element, long length, long seed) {
        Random numbers = new Random(seed);
        for (long index = 0; index < length; index++) {
            set(segment, element, index, 2 * numbers.nextDouble() - 1);
        }
    }

    /** A symmetric positive definite matrix, whose upper triangle is not a number: nothing may depend on it. */
    static MatrixView positiveDefinite(ElementType element, int n, long leadingDimension, long seed) {
        MatrixView made = random(element, n, n, leadingDimension, seed);
        for (int i = 0; i < n; i++) {
            set(made, i, i, n + get(made, i, i));
            for (int j = i + 1; j < n; j++) {
                set(made, i, j, Double.NaN);
            }
        }
        return made;
    }

    /** A matrix whose diagonal is larger than the rest of its rows, so that it needs no row exchanges. */
    static MatrixView dominant(ElementType element, int n, long leadingDimension, long seed) {
        MatrixView made = random(element, n, n, leadingDimension, seed);
        for (int i = 0; i < n; i++) {
            set(made, i, i, n + get(made, i, i));
        }
        return made;
    }

    static double get(MatrixView matrix, long row, long column) {
        return matrix.element() == ElementType.DOUBLE ? matrix.getDouble(row, column) : matrix.getFloat(row, column);
    }

    static void set(MatrixView matrix, long row, long column, double value) {
        set(matrix.segment(), matrix.element(), row * matrix.leadingDimension() + column, value);
    }

    private static void set(MemorySegment segment, ElementType element, long index, double value) {
        if (element == ElementType.DOUBLE) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
        } else {
            segment.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
        }
    }

    /** A copy with memory of its own. */
    static MatrixView copy(MatrixView matrix) {
        MemorySegment segment = Arena.ofAuto()
                .allocate(
                        matrix.element().layout(),
                        matrix.segment().byteSize() / matrix.element().bytes());
        segment.copyFrom(matrix.segment());
        return new MatrixView(segment, matrix.element(), matrix.rows(), matrix.columns(), matrix.leadingDimension());
    }

    /** All numbers of a matrix' memory, with those between its rows. */
    static double[] content(MatrixView matrix) {
        return content(matrix.segment(), matrix.element());
    }

    /** All numbers of a vector. */
    static double[] content(VectorView vector) {
        return content(vector.segment(), vector.element());
    }

    private static double[] content(MemorySegment segment, ElementType element) {
        if (element == ElementType.DOUBLE) {
            return segment.toArray(ValueLayout.JAVA_DOUBLE);
        }
        float[] floats = segment.toArray(ValueLayout.JAVA_FLOAT);
        double[] numbers = new double[floats.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = floats[i];
        }
        return numbers;
    }

    /** alpha op(A) op(B) + beta C, by three loops. */
    static double[] product(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        double[] expected = content(c);
        long terms = how.transposeA() ? a.rows() : a.columns();
        for (int i = 0; i < c.rows(); i++) {
            for (int j = 0; j < c.columns(); j++) {
                double sum = 0;
                for (int k = 0; k < terms; k++) {
                    sum += (how.transposeA() ? get(a, k, i) : get(a, i, k))
                            * (how.transposeB() ? get(b, j, k) : get(b, k, j));
                }
                int index = Math.toIntExact(i * c.leadingDimension() + j);
                expected[index] = how.alpha() * sum + (how.beta() == 0 ? 0 : how.beta() * expected[index]);
            }
        }
        return expected;
    }

    /** C - A B^T, by three loops; with {@code lowerOnly} only on and below the diagonal. */
    static double[] product(MatrixView a, MatrixView b, MatrixView c, boolean lowerOnly) {
        double[] expected = content(c);
        for (int i = 0; i < c.rows(); i++) {
            for (int j = 0; j < (lowerOnly ? i + 1 : c.columns()); j++) {
                double sum = 0;
                for (int k = 0; k < a.columns(); k++) {
                    sum += get(a, i, k) * get(b, j, k);
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
                    sum -= expected[row + k] * get(l, j, k);
                }
                expected[row + j] = sum / get(l, j, j);
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

    /** X with T X = B, T lower with ones on its diagonal, or X T = B, T upper. */
    static double[] solution(boolean left, MatrixView t, MatrixView b) {
        double[] x = content(b);
        int stride = Math.toIntExact(b.leadingDimension());
        for (int i = 0; i < b.rows(); i++) {
            for (int j = 0; j < b.columns(); j++) {
                double sum = x[i * stride + j];
                for (int k = 0; k < (left ? i : j); k++) {
                    sum -= left ? get(t, i, k) * x[k * stride + j] : x[i * stride + k] * get(t, k, j);
                }
                x[i * stride + j] = left ? sum : sum / get(t, j, j);
            }
        }
        return x;
    }

    /** L and U in one matrix; rows are exchanged as the pivots say, if there are any. */
    static double[] factors(MatrixView a, int[] pivots) {
        double[] lu = content(a);
        int stride = Math.toIntExact(a.leadingDimension());
        for (int k = 0; k < Math.min(a.rows(), a.columns()); k++) {
            if (pivots != null) {
                exchange(lu, stride, Math.toIntExact(a.columns()), k, pivots[k] - 1);
            }
            for (int i = k + 1; i < a.rows(); i++) {
                double factor = lu[i * stride + k] / lu[k * stride + k];
                lu[i * stride + k] = factor;
                for (int j = k + 1; j < a.columns(); j++) {
                    lu[i * stride + j] -= factor * lu[k * stride + j];
                }
            }
        }
        return lu;
    }

    /** Exchanges two rows of a matrix without its view. */
    static void exchange(double[] matrix, int stride, int columns, int one, int other) {
        for (int j = 0; j < columns; j++) {
            double kept = matrix[one * stride + j];
            matrix[one * stride + j] = matrix[other * stride + j];
            matrix[other * stride + j] = kept;
        }
    }

    /** The largest element of A - L U, where L and U are in one matrix. */
    static double distance(MatrixView a, MatrixView lu) {
        double largest = 0;
        for (long i = 0; i < lu.rows(); i++) {
            for (long j = 0; j < lu.columns(); j++) {
                double sum = get(a, i, j);
                for (long k = 0; k <= Math.min(i, j); k++) {
                    sum -= (k == i ? 1 : get(lu, i, k)) * get(lu, k, j);
                }
                largest = Math.max(largest, Double.isNaN(sum) ? Double.POSITIVE_INFINITY : Math.abs(sum));
            }
        }
        return largest;
    }
}
