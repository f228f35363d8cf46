package org.asterism.examples.cholesky.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.spi.application.ApplicationRun;

/**
 * The tiled right-looking Cholesky factorisation: column after column of tiles is finished by POTRF and TRSM, and what is to
 * its right is updated by SYRK and GEMM. It only says which tile each task reads and changes; the runtime finds the order.
 */
final class Factorisation {
    private final ApplicationRun run;
    private final Runtime runtime;
    private final TiledMatrix matrix;
    private final CriticalPath path;

    Factorisation(ApplicationRun run, TiledMatrix matrix) {
        this.run = run;
        this.runtime = run.runtime();
        this.matrix = matrix;
        path = new CriticalPath(matrix.tiles());
    }

    /** How many tasks a matrix of so many tiles per column takes. */
    static double tasks(double tiles) {
        return tiles * (tiles + 1) * (tiles + 2) / 6;
    }

    /** How many floating-point operations the factorisation takes: the usual count, n^3/3 and the lower terms. */
    static double operations(double order) {
        return order * (order + 1) * (2 * order + 1) / 6;
    }

    /** Submits all tasks. */
    void submit() {
        int tiles = matrix.tiles();
        for (int k = 0; k < tiles; k++) {
            DataHandle diagonal = matrix.tile(k, k);
            submit(task(DenseCodelets.POTRF, path.potrf(k), diagonal).argument((long) matrix.firstRow(k)));
            for (int i = k + 1; i < tiles; i++) {
                submit(task(DenseCodelets.TRSM, path.trsm(i, k), diagonal, matrix.tile(i, k)));
            }
            for (int i = k + 1; i < tiles; i++) {
                DataHandle left = matrix.tile(i, k);
                for (int j = k + 1; j < i; j++) {
                    submit(task(DenseCodelets.GEMM, path.gemm(i, j, k), left, matrix.tile(j, k), matrix.tile(i, j)));
                }
                submit(task(DenseCodelets.SYRK, path.syrk(i, k), left, matrix.tile(i, i)));
            }
        }
    }

    private Task task(Codelet codelet, int priority, DataHandle... tiles) {
        return runtime.task(codelet).data(tiles).priority(priority);
    }

    private void submit(Task task) {
        run.track(task).submit();
    }
}
