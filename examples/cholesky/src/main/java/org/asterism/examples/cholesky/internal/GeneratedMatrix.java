package org.asterism.examples.cholesky.internal;

import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.tiled.RandomElements;

/**
 * A matrix of random numbers from -1 to 1 with its order on the diagonal. Each diagonal element is larger than the rest
 * of its row together, so the matrix is positive definite.
 */
record GeneratedMatrix(int order, long seed) implements SymmetricMatrix {
    @Override
    public void fill(MatrixView tile, int firstRow, int firstColumn) {
        RandomElements random = new RandomElements(seed, order);
        for (int i = 0; i < tile.rows(); i++) {
            int row = firstRow + i;
            for (int j = 0; j < tile.columns(); j++) {
                int column = firstColumn + j;
                tile.setDouble(i, j, column > row ? 0 : column == row ? order : random.at(row, column));
            }
        }
    }
}
