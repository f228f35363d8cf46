package org.asterism.examples.lu.internal;

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
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * How far L U is from P A: the Frobenius norm of {@code P A - L U}, by that of A, the order of the matrix and the unit roundoff of its
 * elements, as LAPACK's own tests have it (LAPACK Working Note 41, section 6). One task per tile makes the tile of P A anew and subtracts
 * the product of a row of tiles of L and a column of tiles of U, in double precision whatever the matrix consists of. So the check takes
 * as many operations as the factorisation, but no second matrix.
 */
final class Residual {
    /**
     * The largest residual that rounding is accepted as the reason for. {@code |P A - L U| <= gamma(n) |L| |U|} (Higham, "Accuracy and
     * Stability of Numerical Algorithms", 2nd edition, theorem 9.3), so the residual is at most about the norm of {@code |L| |U|} by that
     * of A. That is a small number unless elements grow, and errors that add up by chance stay far below: random matrices come to 0.1 or less.
     */
    static final double BOUND = 1;

    private static final Codelet CHECK =
            Codelet.named("residual").cpu(Residual::check).build();

    /** What a task is told and what it finds; the program looks at it when all tasks have ended. */
    private static final class Part {
        final Elements source;
        final int[] rowOrder;
        final int firstRow;
        final int firstColumn;
        double differences;
        double elements;

        Part(Elements source, int[] rowOrder, int firstRow, int firstColumn) {
            this.source = source;
            this.rowOrder = rowOrder;
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
        }
    }

    private Residual() {}

    /**
     * Computes the residual of a factored matrix, with tasks.
     *
     * @param factored holds L and U
     * @param source tells A
     * @return NaN if an element of L or U is not a number
     */
    static double of(LuMatrix factored, Elements source, Runtime runtime) throws InterruptedException {
        Tiling tiling = factored.tiling();
        int[] rowOrder = factored.rowOrder();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < tiling.tileRows(); i++) {
            for (int j = 0; j < tiling.tileColumns(); j++) {
                Part part = new Part(source, rowOrder, tiling.first(i), tiling.first(j));
                parts.add(part);
                Task task = runtime.task(CHECK).argument(part);
                int last = Math.min(i, j);
                for (int k = 0; k < last; k++) {
                    task.access(factored.tile(i, k), AccessMode.R).access(factored.tile(k, j), AccessMode.R);
                }
                task.access(factored.tile(last, last), AccessMode.R);
                if (i != j) {
                    task.access(factored.tile(i, j), AccessMode.R);
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
        double unit = tiling.element() == ElementType.FLOAT ? Math.ulp(1f) / 2 : Math.ulp(1.0) / 2;
        return Math.sqrt(differences / elements) / (tiling.rows() * unit);
    }

    private static void check(KernelContext kernel) {
        Part part = kernel.argument(Part.class);
        int pairs = (kernel.dataCount() - 1) / 2;
        MatrixView own = kernel.matrix(kernel.dataCount() - 1);
        MatrixView diagonal = kernel.matrix(2 * pairs);
        try (Arena arena = Arena.ofConfined()) {
            MatrixView tile = DoubleTile.allocate(arena, own.rows(), own.columns());
            for (int i = 0; i < tile.rows(); i++) {
                MatrixView row =
                        new MatrixView(tile.row(i), tile.element(), 1, tile.columns(), tile.leadingDimension());
                part.source.fill(row, part.rowOrder[part.firstRow + i], part.firstColumn);
            }
            if (own.element() == ElementType.FLOAT) {
                round(tile);
            }
            part.elements = squares(tile);
            for (int k = 0; k < pairs; k++) {
                subtract(kernel.matrix(2 * k), kernel.matrix(2 * k + 1), tile);
            }
            MatrixView left = part.firstRow > part.firstColumn ? own : lower(diagonal, arena);
            MatrixView right = part.firstRow < part.firstColumn ? own : upper(diagonal, arena);
            subtract(left, right, tile);
            part.differences = squares(tile);
        }
    }

    /** The matrix that was factored has been rounded as well. */
    private static void round(MatrixView tile) {
        for (int i = 0; i < tile.rows(); i++) {
            for (int j = 0; j < tile.columns(); j++) {
                tile.setDouble(i, j, (float) tile.getDouble(i, j));
            }
        }
    }

    private static void subtract(MatrixView left, MatrixView right, MatrixView tile) {
        try (Arena arena = Arena.ofConfined()) {
            DenseKernels.gemm(MatrixProduct.SUBTRACTED, DoubleTile.of(left, arena), DoubleTile.of(right, arena), tile);
        }
    }

    /** What is below the diagonal, with ones on it. */
    private static MatrixView lower(MatrixView factors, Arena arena) {
        MatrixView copy = DoubleTile.allocate(arena, factors.rows(), factors.columns());
        for (int i = 0; i < factors.rows(); i++) {
            for (int j = 0; j < i; j++) {
                copy.setDouble(i, j, DoubleTile.get(factors, i, j));
            }
            copy.setDouble(i, i, 1);
        }
        return copy;
    }

    private static MatrixView upper(MatrixView factors, Arena arena) {
        MatrixView copy = DoubleTile.allocate(arena, factors.rows(), factors.columns());
        for (int i = 0; i < factors.rows(); i++) {
            for (int j = i; j < factors.columns(); j++) {
                copy.setDouble(i, j, DoubleTile.get(factors, i, j));
            }
        }
        return copy;
    }

    private static double squares(MatrixView tile) {
        double sum = 0;
        for (int i = 0; i < tile.rows(); i++) {
            for (int j = 0; j < tile.columns(); j++) {
                sum += tile.getDouble(i, j) * tile.getDouble(i, j);
            }
        }
        return sum;
    }
}
