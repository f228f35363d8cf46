package org.asterism.examples.cholesky.internal;

import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;

/** The lower triangle of a square matrix in tiles, each known to a runtime by a handle of its own. */
sealed class Tiles implements AutoCloseable permits TiledMatrix, ImaginedTiles {
    /** Makes a tile's handle. */
    @FunctionalInterface
    interface HandleMaker {
        /** The handle of the tile in a row and a column of tiles. */
        DataHandle make(int i, int j);
    }

    private final int order;
    private final int tileSize;
    private final DataHandle[][] handles;

    /** Cuts a matrix of so many rows; {@link #make} is to follow. */
    Tiles(int order, int tileSize) {
        this.order = order;
        this.tileSize = tileSize;
        handles = new DataHandle[count(order, tileSize)][];
    }

    /** Makes all handles. */
    final void make(HandleMaker maker) {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new DataHandle[i + 1];
            for (int j = 0; j <= i; j++) {
                handles[i][j] = maker.make(i, j).named("A(" + i + "," + j + ")");
            }
        }
    }

    /** How many tiles a column has. */
    static int count(int order, int tileSize) {
        return Math.ceilDiv(order, tileSize);
    }

    /** How many tiles a column has. */
    final int count() {
        return handles.length;
    }

    /** How many rows the matrix has. */
    final int order() {
        return order;
    }

    /** The row at which the tiles of a row of tiles begin. */
    final int firstRow(int tile) {
        return tile * tileSize;
    }

    /** How many rows the tiles of a row of tiles have. */
    final int rows(int tile) {
        return Math.min(tileSize, order - firstRow(tile));
    }

    /** The tile in a row and a column of tiles; the column is not behind the row. */
    final DataHandle tile(int i, int j) {
        return handles[i][j];
    }

    @Override
    public void close() {
        for (DataHandle[] row : handles) {
            for (DataHandle handle : row) {
                try {
                    handle.close();
                } catch (CorruptDataException reported) {
                    // The task that failed was reported by waitAll; here only the memory is given back.
                    continue;
                }
            }
        }
    }
}
