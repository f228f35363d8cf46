package org.asterism.kernels.blas.tiled;

import org.asterism.api.data.MatrixView;

/** A matrix that can tell its elements, tile by tile, as often as it is asked and on any thread. */
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
