package org.asterism.bench.taskbench.internal;

import org.asterism.api.Access;

/**
 * The operations of a tiled Cholesky factorisation, right-looking, in the order of their submission, with the tiles
 * that each reads and changes, and its priority. The tasks compute nothing. Tiles are numbered row after row, and only
 * those on and below the diagonal are used.
 */
final class CholeskyGraph {
    /** An operation on a tile; the handles of a task are in the order of the access modes. */
    enum Operation {
        POTRF(Access.RW),
        TRSM(Access.R, Access.RW),
        SYRK(Access.R, Access.RW),
        GEMM(Access.R, Access.R, Access.RW);

        private final Access[] access;

        Operation(Access... access) {
            this.access = access;
        }

        Access[] access() {
            return access.clone();
        }
    }

    /** Visits the operations, with a method for each kind. */
    interface Visitor {
        void potrf(int priority, int diagonal);

        void trsm(int priority, int diagonal, int panel);

        void syrk(int priority, int panel, int diagonal);

        void gemm(int priority, int left, int right, int changed);
    }

    private final int tiles;

    /** A matrix of so many tiles in each direction. */
    CholeskyGraph(int tiles) {
        this.tiles = tiles;
    }

    /** Returns the size of the range of tile numbers. */
    int tileNumbers() {
        return tiles * tiles;
    }

    int operations() {
        return tiles + tiles * (tiles - 1) + tiles * (tiles - 1) * (tiles - 2) / 6;
    }

    /** Tells all operations. */
    void visit(Visitor visitor) {
        for (int k = 0; k < tiles; k++) {
            visitor.potrf(3 * (tiles - k), tile(k, k));
            for (int i = k + 1; i < tiles; i++) {
                visitor.trsm(3 * tiles - 2 * k - i, tile(k, k), tile(i, k));
            }
            for (int j = k + 1; j < tiles; j++) {
                visitor.syrk(3 * tiles - k - 2 * j, tile(j, k), tile(j, j));
                for (int i = j + 1; i < tiles; i++) {
                    visitor.gemm(3 * tiles - k - i - j, tile(i, k), tile(j, k), tile(i, j));
                }
            }
        }
    }

    boolean isUsed(int tile) {
        return tile / tiles >= tile % tiles;
    }

    private int tile(int row, int column) {
        return row * tiles + column;
    }
}
