package org.asterism.kernels.blas.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.NotPositiveDefiniteException;

/**
 * A BLAS library of the machine, through its C interface, which accepts matrices stored row after row. No call is made
 * {@linkplain java.lang.foreign.Linker.Option#critical critical}: the garbage collector would wait for it.
 */
public final class NativeLibrary implements DenseLibrary {
    private static final int ROW_MAJOR = 101;
    private static final int PLAIN = 111;
    private static final int TRANSPOSED = 112;
    private static final int UPPER = 121;
    private static final int LOWER = 122;
    private static final int NON_UNIT = 131;
    private static final int UNIT = 132;
    private static final int LEFT = 141;
    private static final int RIGHT = 142;

    private final String description;
    private final NativeFunctions functions;

    NativeLibrary(String description, NativeFunctions functions) {
        this.description = description;
        this.functions = functions;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public void multiply(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        if (c.rows() == 0 || c.columns() == 0) {
            return;
        }
        int m = number(c.rows());
        int n = number(c.columns());
        int k = number(how.transposeA() ? a.rows() : a.columns());
        int opA = how.transposeA() ? TRANSPOSED : PLAIN;
        int opB = how.transposeB() ? TRANSPOSED : PLAIN;
        try {
            if (isDouble(c)) {
                functions.dgemm.invokeExact(
                        ROW_MAJOR,
                        opA,
                        opB,
                        m,
                        n,
                        k,
                        how.alpha(),
                        a.segment(),
                        stride(a),
                        b.segment(),
                        stride(b),
                        how.beta(),
                        c.segment(),
                        stride(c));
            } else {
                functions.sgemm.invokeExact(
                        ROW_MAJOR,
                        opA,
                        opB,
                        m,
                        n,
                        k,
                        (float) how.alpha(),
                        a.segment(),
                        stride(a),
                        b.segment(),
                        stride(b),
                        (float) how.beta(),
                        c.segment(),
                        stride(c));
            }
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
    }

    @Override
    public void subtractSquare(MatrixView a, MatrixView c) {
        if (c.rows() == 0 || a.columns() == 0) {
            return;
        }
        int n = number(c.rows());
        int k = number(a.columns());
        try {
            if (isDouble(c)) {
                functions.dsyrk.invokeExact(
                        ROW_MAJOR, LOWER, PLAIN, n, k, -1.0, a.segment(), stride(a), 1.0, c.segment(), stride(c));
            } else {
                functions.ssyrk.invokeExact(
                        ROW_MAJOR, LOWER, PLAIN, n, k, -1f, a.segment(), stride(a), 1f, c.segment(), stride(c));
            }
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
    }

    @Override
    public void solve(Triangle which, MatrixView t, MatrixView b) {
        if (b.rows() == 0 || b.columns() == 0) {
            return;
        }
        int side = which.isRight() ? RIGHT : LEFT;
        int part = which == Triangle.UPPER_RIGHT ? UPPER : LOWER;
        int op = which == Triangle.LOWER_TRANSPOSED_RIGHT ? TRANSPOSED : PLAIN;
        int diagonal = which == Triangle.UNIT_LOWER_LEFT ? UNIT : NON_UNIT;
        int m = number(b.rows());
        int n = number(b.columns());
        try {
            if (isDouble(b)) {
                functions.dtrsm.invokeExact(
                        ROW_MAJOR, side, part, op, diagonal, m, n, 1.0, t.segment(), stride(t), b.segment(), stride(b));
            } else {
                functions.strsm.invokeExact(
                        ROW_MAJOR, side, part, op, diagonal, m, n, 1f, t.segment(), stride(t), b.segment(), stride(b));
            }
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
    }

    /** LAPACK stores columns, for which our lower triangle is the upper one. */
    @Override
    public void factorCholesky(MatrixView a, long firstRow) {
        if (a.rows() == 0) {
            return;
        }
        int failed;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment upper = arena.allocateFrom("U");
            MemorySegment order = arena.allocateFrom(JAVA_INT, number(a.rows()));
            MemorySegment stride = arena.allocateFrom(JAVA_INT, stride(a));
            MemorySegment status = arena.allocate(JAVA_INT);
            if (isDouble(a)) {
                functions.dpotrf.invokeExact(upper, order, a.segment(), stride, status, 1L);
            } else {
                functions.spotrf.invokeExact(upper, order, a.segment(), stride, status, 1L);
            }
            failed = status.get(JAVA_INT, 0);
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
        checkPivots(a, failed, firstRow);
    }

    /** A pivot that is not a number or infinite is no failure to some versions of LAPACK. */
    private static void checkPivots(MatrixView a, int failed, long firstRow) {
        long done = failed == 0 ? a.rows() : failed - 1L;
        for (long i = 0; i < done; i++) {
            double pivot = diagonal(a, i);
            if (!Double.isFinite(pivot)) {
                throw new NotPositiveDefiniteException(firstRow + i, pivot);
            }
        }
        if (failed != 0) {
            throw new NotPositiveDefiniteException(firstRow + done, diagonal(a, done));
        }
    }

    private static double diagonal(MatrixView a, long row) {
        long index = row * (a.leadingDimension() + 1);
        return isDouble(a)
                ? a.segment().getAtIndex(JAVA_DOUBLE, index)
                : a.segment().getAtIndex(JAVA_FLOAT, index);
    }

    @Override
    public void add(double alpha, VectorView x, VectorView y) {
        try {
            for (long at = 0; at < y.length(); at += Integer.MAX_VALUE) {
                int count = (int) Math.min(Integer.MAX_VALUE, y.length() - at);
                if (y.element() == ElementType.DOUBLE) {
                    functions.daxpy.invokeExact(count, alpha, from(x, at), 1, from(y, at), 1);
                } else {
                    functions.saxpy.invokeExact(count, (float) alpha, from(x, at), 1, from(y, at), 1);
                }
            }
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
    }

    /** Of floats a sum of doubles is asked for, but some libraries add floats up in small groups first. */
    @Override
    public double dot(VectorView x, VectorView y) {
        double sum = 0;
        try {
            for (long at = 0; at < x.length(); at += Integer.MAX_VALUE) {
                int count = (int) Math.min(Integer.MAX_VALUE, x.length() - at);
                if (x.element() == ElementType.DOUBLE) {
                    sum += (double) functions.ddot.invokeExact(count, from(x, at), 1, from(y, at), 1);
                } else {
                    sum += (double) functions.dsdot.invokeExact(count, from(x, at), 1, from(y, at), 1);
                }
            }
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
        return sum;
    }

    private static MemorySegment from(VectorView vector, long index) {
        return index == 0
                ? vector.segment()
                : vector.segment().asSlice(index * vector.element().bytes());
    }

    private static boolean isDouble(MatrixView matrix) {
        return matrix.element() == ElementType.DOUBLE;
    }

    private static int stride(MatrixView matrix) {
        return Math.max(1, number(matrix.leadingDimension()));
    }

    private static int number(long size) {
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a matrix dimension of " + size + ": this BLAS takes at most " + Integer.MAX_VALUE);
        }
        return (int) size;
    }
}
