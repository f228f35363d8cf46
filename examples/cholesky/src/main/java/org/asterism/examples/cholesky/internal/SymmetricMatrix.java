package org.asterism.examples.cholesky.internal;

import org.asterism.api.data.MatrixView;

/** A symmetric matrix that can tell its elements, tile by tile, as often as it is asked and on any thread. */
interface SymmetricMatrix {
    /** The number of rows. */
    int order();

    /**
     * Overwrites a tile with the elements that stand there; above the diagonal of the matrix with zeros.
     *
     * @param tile is overwritten
     * @param firstRow the row of the matrix at which the tile begins
     * @param firstColumn the column at which it begins
     */
    void fill(MatrixView tile, int firstRow, int firstColumn);
}
