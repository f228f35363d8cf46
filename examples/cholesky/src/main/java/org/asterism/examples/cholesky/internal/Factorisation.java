package org.asterism.examples.cholesky.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.ApplicationRun;

/**
 * The tiled right-looking Cholesky factorisation: POTRF and TRSM finish column after column of tiles, and SYRK and GEMM
 * update the tiles to the right. It only declares the tiles that each task reads and changes; the runtime finds the
 * order.
 *
 * <p>The fewer columns and rows of tiles precede the result of a task, the more urgent the task is. With t tiles per
 * column and k columns finished, POTRF has priority 2t - 2k. TRSM and SYRK on row i have 2t - 2k - i, and GEMM on tile
 * (i, j) has 2t - 2k - i - j. Order and priorities are those of StarPU's example {@code cholesky_implicit}, so that
 * schedules can be compared.
 */
final class Factorisation {
    private final ApplicationRun run;
    private final TaskRuntime runtime;
    private final TiledMatrix matrix;
    private final Tiling tiling;

    Factorisation(ApplicationRun run, TiledMatrix matrix) {
        this.run = run;
        this.runtime = run.runtime();
        this.matrix = matrix;
        tiling = matrix.tiling();
    }

    /** Returns the number of tasks for a matrix with so many tiles per column. */
    static double tasks(double tiles) {
        return tiles * (tiles + 1) * (tiles + 2) / 6;
    }

    /**
     * Returns the number of floating-point operations of the factorisation: the usual count, n^3/3 and the lower terms.
     */
    static double operations(double order) {
        return order * (order + 1) * (2 * order + 1) / 6;
    }

    /** Submits all tasks. */
    void submit() {
        int tiles = tiling.tileRows();
        for (int k = 0; k < tiles; k++) {
            int urgency = 2 * tiles - 2 * k;
            DataHandle diagonal = matrix.tile(k, k);
            submit(task(DenseCodelets.POTRF, urgency, operations(tiling.rows(k)), diagonal)
                    .argument((long) tiling.first(k)));
            for (int i = k + 1; i < tiles; i++) {
                submit(task(DenseCodelets.TRSM, urgency - i, product(i, k, k), diagonal, matrix.tile(i, k)));
            }
            diagonal.wontUse();
            for (int j = k + 1; j < tiles; j++) {
                DataHandle upper = matrix.tile(j, k);
                submit(task(
                        DenseCodelets.SYRK,
                        urgency - j,
                        product(j, j, k) + (double) tiling.rows(j) * tiling.rows(k),
                        upper,
                        matrix.tile(j, j)));
                for (int i = j + 1; i < tiles; i++) {
                    submit(task(
                            DenseCodelets.GEMM,
                            urgency - i - j,
                            2 * product(i, j, k),
                            matrix.tile(i, k),
                            upper,
                            matrix.tile(i, j)));
                }
                upper.wontUse();
            }
        }
    }

    /** The rows of three rows of tiles, multiplied. */
    private double product(int i, int j, int k) {
        return (double) tiling.rows(i) * tiling.rows(j) * tiling.rows(k);
    }

    private Task task(Codelet codelet, int priority, double operations, DataHandle... tiles) {
        return runtime.task(codelet).data(tiles).priority(priority).flops(operations);
    }

    private void submit(Task task) {
        run.track(task).submit();
    }
}
