package org.asterism.kernels.blas.internal.cuda;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * cuBLAS and cuSOLVER, bound to the stream of one worker: a handle of each, and memory for the numbers that their
 * functions take by address. The functions read those during the call, so the memory is reused. Used by the worker's
 * thread only.
 *
 * <p>Matrices are stored column after column, as the libraries expect. Addresses are of the device's memory.
 */
final class CudaQueue implements AutoCloseable {
    static final int PLAIN = 0;
    static final int TRANSPOSED = 1;
    static final int LEFT = 0;
    static final int RIGHT = 1;
    static final int LOWER = 0;
    static final int UPPER = 1;
    static final int NON_UNIT = 0;
    static final int UNIT = 1;

    private static final int ON_HOST = 0;
    private static final int ON_DEVICE = 1;

    private final CudaFunctions functions;
    private final long stream;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment alpha = arena.allocate(JAVA_DOUBLE);
    private final MemorySegment beta = arena.allocate(JAVA_DOUBLE);
    private final MemorySegment answer = arena.allocate(JAVA_LONG);

    private long blas;
    private long solver;

    /**
     * Makes the handles.
     *
     * @param stream the worker's
     */
    CudaQueue(CudaFunctions functions, long stream) {
        this.functions = functions;
        this.stream = stream;
        try {
            CudaFunctions.requireBlas("create", (int) functions.createBlas.invokeExact(answer.address()));
            blas = answer.get(JAVA_LONG, 0);
            CudaFunctions.requireBlas("setStream", (int) functions.setBlasStream.invokeExact(blas, stream));
            CudaFunctions.requireSolver("create", (int) functions.createSolver.invokeExact(answer.address()));
            solver = answer.get(JAVA_LONG, 0);
            CudaFunctions.requireSolver("setStream", (int) functions.setSolverStream.invokeExact(solver, stream));
        } catch (Throwable failure) {
            close();
            throw CudaFunctions.unexpected(failure);
        }
    }

    private static void put(boolean single, double value, MemorySegment into) {
        if (single) {
            into.set(JAVA_FLOAT, 0, (float) value);
        } else {
            into.set(JAVA_DOUBLE, 0, value);
        }
    }

    /** {@code C = alpha op(A) op(B) + beta C}, C of m x n. */
    void gemm(
            boolean single,
            int opA,
            int opB,
            int m,
            int n,
            int k,
            double by,
            long a,
            int lda,
            long b,
            int ldb,
            double keep,
            long c,
            int ldc) {
        put(single, by, alpha);
        put(single, keep, beta);
        try {
            CudaFunctions.requireBlas("gemm", (int) functions
                    .gemm
                    .of(single)
                    .invokeExact(blas, opA, opB, m, n, k, alpha.address(), a, lda, b, ldb, beta.address(), c, ldc));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** {@code C = C - op(A) op(A)^T} in one triangle of C, of order n. */
    void subtractSquare(boolean single, int triangle, int op, int n, int k, long a, int lda, long c, int ldc) {
        put(single, -1, alpha);
        put(single, 1, beta);
        try {
            CudaFunctions.requireBlas("syrk", (int) functions
                    .syrk
                    .of(single)
                    .invokeExact(blas, triangle, op, n, k, alpha.address(), a, lda, beta.address(), c, ldc));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Solves with a triangle at a side of X, which replaces B, of m x n. */
    void trsm(
            boolean single,
            int side,
            int triangle,
            int op,
            int diagonal,
            int m,
            int n,
            long t,
            int ldt,
            long b,
            int ldb) {
        put(single, 1, alpha);
        try {
            CudaFunctions.requireBlas("trsm", (int) functions
                    .trsm
                    .of(single)
                    .invokeExact(blas, side, triangle, op, diagonal, m, n, alpha.address(), t, ldt, b, ldb));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** {@code C = op(A) + keep C}, of m x n. */
    void add(boolean single, int op, int m, int n, long a, int lda, double keep, long c, int ldc) {
        put(single, 1, alpha);
        put(single, keep, beta);
        try {
            CudaFunctions.requireBlas("geam", (int) functions
                    .geam
                    .of(single)
                    .invokeExact(blas, op, PLAIN, m, n, alpha.address(), a, lda, beta.address(), c, ldc, c, ldc));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /**
     * Writes one number into memory of the device. It is taken from memory that is not pinned, and so small that the
     * library has copied it when it returns.
     */
    void put(boolean single, double value, long to) {
        put(single, value, alpha);
        try {
            CudaFunctions.requireBlas("setVectorAsync", (int) functions.setVector.invokeExact(
                    1, single ? Float.BYTES : Double.BYTES, alpha.address(), 1, to, 1, stream));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** {@code y = y + by x}. */
    void axpy(boolean single, int n, double by, long x, long y) {
        put(single, by, alpha);
        try {
            CudaFunctions.requireBlas(
                    "axpy", (int) functions.axpy.of(single).invokeExact(blas, n, alpha.address(), x, 1, y, 1));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Writes the sum of the products into memory of the device. */
    void dot(boolean single, int n, long x, long y, long result) {
        try {
            CudaFunctions.requireBlas("setPointerMode", (int) functions.setPointerMode.invokeExact(blas, ON_DEVICE));
            try {
                CudaFunctions.requireBlas(
                        "dot", (int) functions.dot.of(single).invokeExact(blas, n, x, 1, y, 1, result));
            } finally {
                CudaFunctions.requireBlas("setPointerMode", (int) functions.setPointerMode.invokeExact(blas, ON_HOST));
            }
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Returns the number of elements of workspace that {@link #potrf} needs. */
    int potrfWorkspace(boolean single, int triangle, int n, long a, int lda) {
        try {
            CudaFunctions.requireSolver("potrf_bufferSize", (int)
                    functions.potrfSize.of(single).invokeExact(solver, triangle, n, a, lda, answer.address()));
            return answer.get(JAVA_INT, 0);
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Cholesky factorisation of the triangle; what came of it is written to {@code info}. */
    void potrf(boolean single, int triangle, int n, long a, int lda, long workspace, int elements, long info) {
        try {
            CudaFunctions.requireSolver("potrf", (int)
                    functions.potrf.of(single).invokeExact(solver, triangle, n, a, lda, workspace, elements, info));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Returns the number of elements of workspace that {@link #getrf} needs. */
    int getrfWorkspace(boolean single, int m, int n, long a, int lda) {
        try {
            CudaFunctions.requireSolver("getrf_bufferSize", (int)
                    functions.getrfSize.of(single).invokeExact(solver, m, n, a, lda, answer.address()));
            return answer.get(JAVA_INT, 0);
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** {@code P A = L U}; without exchanges if {@code pivots} is 0. What came of it is written to {@code info}. */
    void getrf(boolean single, int m, int n, long a, int lda, long workspace, long pivots, long info) {
        try {
            CudaFunctions.requireSolver("getrf", (int)
                    functions.getrf.of(single).invokeExact(solver, m, n, a, lda, workspace, pivots, info));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Exchanges the first rows of n columns with those that the pivots, counted from 1, name. */
    void exchangeRows(boolean single, int n, long a, int lda, int count, long pivots) {
        try {
            CudaFunctions.requireSolver(
                    "laswp", (int) functions.laswp.of(single).invokeExact(solver, n, a, lda, 1, count, pivots, 1));
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /** Gives the handles back, after the work in the stream has ended. */
    @Override
    public void close() {
        try {
            if (solver != 0) {
                CudaFunctions.requireSolver("destroy", (int) functions.destroySolver.invokeExact(solver));
            }
            if (blas != 0) {
                CudaFunctions.requireBlas("destroy", (int) functions.destroyBlas.invokeExact(blas));
            }
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        } finally {
            arena.close();
        }
    }
}
