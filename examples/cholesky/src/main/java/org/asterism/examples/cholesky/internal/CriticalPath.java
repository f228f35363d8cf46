package org.asterism.examples.cholesky.internal;

/**
 * How much work lies on the longest path from each task of the tiled factorisation to its end (the task's bottom level):
 * the task whose path is longest is the most urgent. In units of a third of a tile's cube of operations, a POTRF counts 1, a
 * TRSM and a SYRK 3, a GEMM 6.
 *
 * <p>The tasks that update one tile follow each other, so the level of an update is that of the POTRF or TRSM which the tile
 * waits for, and the updates up to there. What remains is one number per tile, found from the last tile backwards.
 */
final class CriticalPath {
    private static final int POTRF = 1;
    private static final int TRSM = 3;
    private static final int SYRK = 3;
    private static final int GEMM = 6;

    /** Of the task that finishes tile (i, j), which is a POTRF on the diagonal and a TRSM below. */
    private final int[][] finishing;

    /**
     * Finds all levels.
     *
     * @param tiles how many tiles a column of the matrix has
     */
    CriticalPath(int tiles) {
        finishing = new int[tiles][];
        for (int i = 0; i < tiles; i++) {
            finishing[i] = new int[i + 1];
        }
        // The most urgent TRSM of column i, and what a GEMM on row i leads to with its column's distance counted in.
        int[] urgentInColumn = new int[tiles];
        int[] beyondInRow = new int[tiles];
        for (int k = tiles - 1; k >= 0; k--) {
            for (int i = tiles - 1; i > k; i--) {
                int next = (i - k) * SYRK + finishing[i][i];
                next = Math.max(next, beyondInRow[i] - k * GEMM);
                if (urgentInColumn[i] > 0) {
                    next = Math.max(next, (i - k) * GEMM + urgentInColumn[i]);
                }
                finishing[i][k] = TRSM + next;
                urgentInColumn[k] = Math.max(urgentInColumn[k], finishing[i][k]);
                beyondInRow[i] = Math.max(beyondInRow[i], k * GEMM + finishing[i][k]);
            }
            finishing[k][k] = POTRF + urgentInColumn[k];
        }
    }

    /** The level of the POTRF on tile (k, k). */
    int potrf(int k) {
        return finishing[k][k];
    }

    /** The level of the TRSM on tile (i, k). */
    int trsm(int i, int k) {
        return finishing[i][k];
    }

    /** The level of the SYRK that updates tile (i, i) with tile (i, k). */
    int syrk(int i, int k) {
        return (i - k) * SYRK + finishing[i][i];
    }

    /** The level of the GEMM that updates tile (i, j) with the tiles (i, k) and (j, k). */
    int gemm(int i, int j, int k) {
        return (j - k) * GEMM + finishing[i][j];
    }
}
