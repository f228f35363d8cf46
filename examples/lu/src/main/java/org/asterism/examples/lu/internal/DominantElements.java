package org.asterism.examples.lu.internal;

import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.RandomElements;

/**
 * Random numbers from -1 to 1 with the matrix' order on the diagonal. Each diagonal element is larger than the rest of
 * its row together, so the matrix can be factored without exchanging rows.
 */
record DominantElements(int order, long seed) implements Elements {
    @Override
    public void fill(MatrixView tile, int firstRow, int firstColumn) {
        new RandomElements(seed, order).fill(tile, firstRow, firstColumn);
        int from = Math.max(firstRow, firstColumn);
        long to = Math.min(firstRow + tile.rows(), firstColumn + tile.columns());
        for (long at = from; at < to; at++) {
            tile.setDouble(at - firstRow, at - firstColumn, order);
        }
    }
}
