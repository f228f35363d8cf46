package org.asterism.examples.cholesky.internal;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.DenseKernels;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * How far {@code L L^T} is from A: the quotient of the Frobenius norms of {@code L L^T - A} and of A. One task per tile of A
 * makes the tile anew, subtracts the product of a row and a column of tiles of L, and sums squares. So the check takes as many
 * operations as the factorisation, but no second matrix.
 */
final class Residual {
    private static final Codelet CHECK =
            Codelet.named("residual").cpu(Residual::check).build();

    /** What a task is told and what it finds; the program looks at it when all tasks have ended. */
    private static final class Part {
        final SymmetricMatrix matrix;
        final int firstRow;
        final int firstColumn;
        double differences;
        double elements;

        Part(SymmetricMatrix matrix, int firstRow, int firstColumn) {
            this.matrix = matrix;
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
        }
    }

    private Residual() {}

    /**
     * Computes the residual of a factored matrix, with tasks, in double precision whatever the matrix consists of.
     *
     * @param factored holds L
     * @param source tells A
     * @param runtime runs the tasks
     * @return NaN if an element of L is not a number
     */
    static double of(TiledMatrix factored, SymmetricMatrix source, Runtime runtime) throws InterruptedException {
        Tiling tiling = factored.tiling();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < tiling.tileRows(); i++) {
            for (int j = 0; j <= i; j++) {
                Part part = new Part(source, tiling.first(i), tiling.first(j));
                parts.add(part);
                Task task = runtime.task(CHECK).argument(part);
                for (int k = 0; k <= j; k++) {
                    task.access(factored.tile(i, k), AccessMode.R);
                }
                for (int k = 0; k <= j && i != j; k++) {
                    task.access(factored.tile(j, k), AccessMode.R);
                }
                task.submit();
            }
        }
        runtime.waitAll();
        double differences = 0;
        double elements = 0;
        for (Part part : parts) {
            differences += part.differences;
            elements += part.elements;
        }
        return Math.sqrt(differences / elements);
    }

    /**
     * The largest residual that rounding can explain. For a factor computed in any order of summation, {@code |L L^T - A| <=
     * gamma(n+1) |L| |L^T|} element by element (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, theorem
     * 10.3), and the norm of {@code |L| |L^T|} is at most the trace of A, thus {@code sqrt(n)} times the norm of A. The
     * residual's own rounding is bounded alike, hence the factor 2; a few units more are for reciprocals of pivots, and for the
     * rounding of A to single precision.
     *
     * @param element what L consists of
     */
    static double bound(int order, ElementType element) {
        double unit = element == ElementType.FLOAT ? Math.ulp(1f) / 2 : Math.ulp(1.0) / 2;
        return 2 * (order + 4.0) * Math.sqrt(order) * unit;
    }

    private static void check(KernelContext kernel) {
        Part part = kernel.argument(Part.class);
        boolean onDiagonal = part.firstRow == part.firstColumn;
        int depth = onDiagonal ? kernel.dataCount() : kernel.dataCount() / 2;
        long rows = kernel.matrix(0).rows();
        long columns = onDiagonal ? rows : kernel.matrix(depth).rows();
        try (Arena arena = Arena.ofConfined()) {
            MatrixView tile = DoubleTile.allocate(arena, rows, columns);
            part.matrix.fill(tile, part.firstRow, part.firstColumn);
            part.elements = squares(tile, onDiagonal);
            for (int k = 0; k < depth; k++) {
                subtract(kernel.matrix(k), onDiagonal ? null : kernel.matrix(depth + k), tile);
            }
            part.differences = squares(tile, onDiagonal);
        }
    }

    /** Subtracts the product of a tile and another, or its own, transposed. */
    private static void subtract(MatrixView left, MatrixView right, MatrixView tile) {
        try (Arena arena = Arena.ofConfined()) {
            if (right == null) {
                DenseKernels.syrk(DoubleTile.of(left, arena), tile);
            } else {
                DenseKernels.gemm(DoubleTile.of(left, arena), DoubleTile.of(right, arena), tile);
            }
        }
    }

    /** The sum of the squares of a tile and of its mirror image, of which a tile on the diagonal holds the lower half. */
    private static double squares(MatrixView tile, boolean onDiagonal) {
        double diagonal = 0;
        double below = 0;
        for (long i = 0; i < tile.rows(); i++) {
            for (long j = 0; j < (onDiagonal ? i : tile.columns()); j++) {
                below += tile.getDouble(i, j) * tile.getDouble(i, j);
            }
            if (onDiagonal) {
                diagonal += tile.getDouble(i, i) * tile.getDouble(i, i);
            }
        }
        return diagonal + 2 * below;
    }
}
