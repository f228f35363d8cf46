package org.asterism.examples.cholesky.internal;

import org.asterism.api.data.MatrixView;

/**
 * A matrix of random numbers from -1 to 1 with its order on the diagonal: each diagonal element is larger than the rest of its
 * row together, so the matrix is positive definite. An element depends on the seed and its place only, so no copy has to
 * be kept for the check.
 */
record GeneratedMatrix(int order, long seed) implements SymmetricMatrix {
    /** The golden ratio's fraction as a 64-bit integer: steps by it visit all numbers evenly. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    @Override
    public void fill(MatrixView tile, int firstRow, int firstColumn) {
        for (int i = 0; i < tile.rows(); i++) {
            long row = (long) firstRow + i;
            for (int j = 0; j < tile.columns(); j++) {
                long column = (long) firstColumn + j;
                tile.setDouble(i, j, column > row ? 0 : element(row, column));
            }
        }
    }

    private double element(long row, long column) {
        return row == column ? order : (mixed(seed + STEP * (row * order + column + 1)) >> 10) * 0x1.0p-53;
    }

    /** Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: the finaliser of SplitMix64. */
    private static long mixed(long number) {
        long bits = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
