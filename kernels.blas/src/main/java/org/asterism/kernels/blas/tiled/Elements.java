package org.asterism.kernels.blas.tiled;

import org.asterism.api.data.MatrixView;

/** The elements of a matrix. It returns them tile by tile, any number of times and on any thread. */
@FunctionalInterface
public interface Elements {
    /**
     * Overwrites a tile with the elements that stand there.
     *
     * @param tile is overwritten; of doubles, whatever the matrix is to consist of later
     * @param firstRow the row of the matrix at which the tile begins
     * @param firstColumn the column at which it begins
     */
    void fill(MatrixView tile, int firstRow, int firstColumn);
}
