package org.asterism.examples.gemm.internal;

import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.kernels.blas.GemmCodelets;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.ApplicationRun;

/**
 * The product of two matrices in tiles: each tile of C is the sum of the products of a row of tiles of A and a column
 * of tiles of B, one task each.
 *
 * <p>The first task of a tile overwrites it, so its old value is not transferred. The tasks of one tile form a chain,
 * and all chains have the same length. A task's priority is the length of the rest of its chain.
 */
final class Multiplication {
    private final ApplicationRun run;
    private final TiledMatrix a;
    private final TiledMatrix b;
    private final TiledMatrix c;

    Multiplication(ApplicationRun run, TiledMatrix a, TiledMatrix b, TiledMatrix c) {
        this.run = run;
        this.a = a;
        this.b = b;
        this.c = c;
    }

    /** Returns the number of floating-point operations of the product. */
    static double operations(double rows, double columns, double depth) {
        return 2 * rows * columns * depth;
    }

    /** Submits all tasks. */
    void submit() {
        Tiling left = a.tiling();
        Tiling right = b.tiling();
        TaskRuntime runtime = run.runtime();
        GemmCodelets codelets = GemmCodelets.of(left.element());
        int depth = left.tileColumns();
        for (int i = 0; i < left.tileRows(); i++) {
            for (int j = 0; j < right.tileColumns(); j++) {
                for (int k = 0; k < depth; k++) {
                    Task task = runtime.task(k == 0 ? codelets.written() : codelets.added())
                            .data(a.tile(i, k), b.tile(k, j), c.tile(i, j))
                            .priority(depth - k)
                            .flops(operations(left.rows(i), right.columns(j), left.columns(k)));
                    run.track(task).submit();
                }
            }
        }
    }
}
