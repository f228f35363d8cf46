package org.asterism.examples.lu.internal;

import java.util.stream.IntStream;
import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.LuCodelets;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * The tiled right-looking factorisation without row exchanges, for matrices that need none. The tile on the diagonal is
 * factored, the tiles to its right and below it are solved for, and the rest is updated. Each tile is a separate piece
 * of data, so tasks of several steps run side by side.
 *
 * <p>With t tiles per column, order and priorities are those of StarPU's example {@code lu_implicit}, so that schedules
 * can be compared. In step k, GETRF has priority 3t - 3k. The solution in column j has 3t - 2k - j, and that in row i
 * has 3t - 2k - i. The update of tile (i, j) has 3t - k - i - j. Solutions in a column and in the row of the same
 * number are submitted one after the other, because a policy without priorities takes tasks in the order in which they
 * become ready.
 */
record TiledLu(TiledMatrix matrix) implements LuMatrix {
    /**
     * Returns the number of tasks for a matrix with so many tiles per column: the sum of the squares of 1 to this
     * number.
     */
    static double tasks(double tiles) {
        return tiles * (tiles + 1) * (2 * tiles + 1) / 6;
    }

    @Override
    public Tiling tiling() {
        return matrix.tiling();
    }

    @Override
    public DataHandle tile(int i, int j) {
        return matrix.tile(i, j);
    }

    @Override
    public void fill(Elements elements) throws InterruptedException {
        matrix.fill(elements);
    }

    @Override
    public long tasks() {
        return (long) tasks(tiling().tileRows());
    }

    @Override
    public void factor(Submission submission) {
        Tiling tiling = tiling();
        LuCodelets codelets = LuCodelets.of(tiling.element());
        int tiles = tiling.tileRows();
        for (int k = 0; k < tiles; k++) {
            int rows = tiling.rows(k);
            int urgency = 3 * tiles - k;
            DataHandle diagonal = tile(k, k);
            submission.submit(
                    codelets.getrf(),
                    (long) tiling.first(k),
                    urgency - 2 * k,
                    Operations.factorisation(rows, rows),
                    diagonal);
            for (int other = k + 1; other < tiles; other++) {
                submission.submit(
                        codelets.trsmUnitLowerLeft(),
                        urgency - k - other,
                        Operations.unitSolution(rows, tiling.columns(other)),
                        diagonal,
                        tile(k, other));
                submission.submit(
                        codelets.trsmUpperRight(),
                        urgency - k - other,
                        Operations.solution(tiling.rows(other), rows),
                        diagonal,
                        tile(other, k));
            }
            diagonal.wontUse();
            for (int i = k + 1; i < tiles; i++) {
                for (int j = k + 1; j < tiles; j++) {
                    submission.submit(
                            codelets.gemm(),
                            urgency - i - j,
                            Operations.product(tiling.rows(i), tiling.columns(j), rows),
                            tile(i, k),
                            tile(k, j),
                            tile(i, j));
                }
            }
            for (int other = k + 1; other < tiles; other++) {
                tile(other, k).wontUse();
                tile(k, other).wontUse();
            }
        }
    }

    @Override
    public int[] rowOrder() {
        return IntStream.range(0, tiling().rows()).toArray();
    }

    @Override
    public void close() {
        matrix.close();
    }
}
