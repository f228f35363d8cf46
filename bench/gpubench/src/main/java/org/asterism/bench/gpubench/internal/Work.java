package org.asterism.bench.gpubench.internal;

import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.kernels.blas.GemmCodelets;
import org.asterism.kernels.blas.tiled.TiledMatrix;

/**
 * Submits the measured tasks, for workers of one architecture only. If a matrix has a single tile, the measured task is
 * one call of the device's library on the whole matrix.
 */
record Work(TaskRuntime runtime, Architecture architecture) {
    /** C = A B. */
    void multiply(TiledMatrix a, TiledMatrix b, TiledMatrix c) {
        GemmCodelets codelets = GemmCodelets.of(c.tiling().element());
        int tiles = c.tiling().tileRows();
        for (int i = 0; i < tiles; i++) {
            for (int j = 0; j < tiles; j++) {
                for (int k = 0; k < tiles; k++) {
                    submit(
                            k == 0 ? codelets.written() : codelets.added(),
                            tiles - k,
                            a.tile(i, k),
                            b.tile(k, j),
                            c.tile(i, j));
                }
            }
        }
    }

    /** A = L L^T, in the order and with the priorities of the application {@code cholesky}. */
    void factor(TiledMatrix a) {
        int tiles = a.tiling().tileRows();
        for (int k = 0; k < tiles; k++) {
            int urgency = 2 * tiles - 2 * k;
            submit(DenseCodelets.POTRF, urgency, a.tile(k, k));
            for (int i = k + 1; i < tiles; i++) {
                submit(DenseCodelets.TRSM, urgency - i, a.tile(k, k), a.tile(i, k));
            }
            for (int j = k + 1; j < tiles; j++) {
                submit(DenseCodelets.SYRK, urgency - j, a.tile(j, k), a.tile(j, j));
                for (int i = j + 1; i < tiles; i++) {
                    submit(DenseCodelets.GEMM, urgency - i - j, a.tile(i, k), a.tile(j, k), a.tile(i, j));
                }
            }
        }
    }

    private void submit(Codelet codelet, int priority, DataHandle... data) {
        runtime.task(codelet).data(data).priority(priority).where(architecture).submit();
    }
}
