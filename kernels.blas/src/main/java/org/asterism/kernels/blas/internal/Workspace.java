package org.asterism.kernels.blas.internal;

/**
 * Rows of numbers that belong to a thread, so that no task has to allocate any: a panel, four rows of the result, the
 * factors of a row block, and rows to transpose through.
 *
 * <p>The thread refers to a bare array. An object of a class of this bundle would keep its class loader alive for as
 * long as the thread lives.
 */
final class Workspace {
    /** Number of elements of a row that may be used. */
    static final int LENGTH = 512;

    /** Number of rows of the panel. */
    static final int DEPTH = 256;

    /** Index of the panel's first row. */
    static final int PANEL = 0;

    /** Index of the first row of the result; there are {@link MicroKernel#BLOCK}. */
    static final int RESULT = PANEL + DEPTH;

    /** Index of the row of factors. */
    static final int FACTORS = RESULT + MicroKernel.BLOCK;

    /** Index of the first row to transpose through; there are {@link Transposition#BLOCK}. */
    static final int TRANSPOSED = FACTORS + 1;

    private static final int ROWS = TRANSPOSED + Transposition.BLOCK;

    /**
     * With 6 numbers more and its 16-byte header an array takes a multiple of 64 bytes, so arrays that were allocated
     * one after the other all lie alike towards the cache lines. The JIT compiler's loops align one of their arrays,
     * and thereby align all: a quarter faster.
     */
    private static final int ALLOCATED = LENGTH + 6;

    private static final ThreadLocal<double[][]> OF_THREAD = ThreadLocal.withInitial(() -> new double[ROWS][ALLOCATED]);

    private Workspace() {}

    /**
     * The calling thread's rows.
     *
     * @return to be used by the constants of this class
     */
    static double[][] rows() {
        return OF_THREAD.get();
    }
}
