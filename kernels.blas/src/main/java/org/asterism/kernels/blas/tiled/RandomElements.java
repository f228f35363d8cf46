package org.asterism.kernels.blas.tiled;

import org.asterism.api.data.MatrixView;

/**
 * Random numbers from -1 to 1. An element depends on the seed and its place only, so no copy has to be kept to check a
 * result.
 *
 * @param seed the start of the numbers
 * @param columns the number of columns of the matrix
 */
public record RandomElements(long seed, int columns) implements Elements {
    /** The golden ratio's fraction as a 64-bit integer: steps by it visit all numbers evenly. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /**
     * One element.
     *
     * @param row from 0
     * @param column from 0
     * @return from -1 to 1
     */
    public double at(long row, long column) {
        return (mixed(seed + STEP * (row * columns + column + 1)) >> 10) * 0x1.0p-53;
    }

    @Override
    public void fill(MatrixView tile, int firstRow, int firstColumn) {
        for (int i = 0; i < tile.rows(); i++) {
            for (int j = 0; j < tile.columns(); j++) {
                tile.setDouble(i, j, at((long) firstRow + i, (long) firstColumn + j));
            }
        }
    }

    /** Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: the finaliser of SplitMix64. */
    private static long mixed(long number) {
        long bits = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
