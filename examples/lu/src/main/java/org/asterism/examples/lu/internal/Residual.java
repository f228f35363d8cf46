package org.asterism.examples.lu.internal;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.DenseKernels;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.HeldMatrices;
import org.asterism.kernels.blas.tiled.HostThreads;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * The error of the factorisation: the Frobenius norm of {@code P A - L U}, divided by that of A, the order of the
 * matrix and the unit roundoff of its elements, as in LAPACK's own tests (LAPACK Working Note 41, section 6).
 *
 * <p>Threads of the program generate each tile of P A again and subtract the product of a row of tiles of L and a
 * column of tiles of U, in double precision whatever the matrix' type. So the check takes as many operations as the
 * factorisation, but no second matrix.
 */
final class Residual {
    /**
     * The largest residual that rounding is accepted as the reason for. {@code |P A - L U| <= gamma(n) |L| |U|}
     * (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, theorem 9.3), so the residual is at most
     * about the norm of {@code |L| |U|} by that of A. That is a small number unless elements grow, and errors that add
     * up by chance stay far below: random matrices come to 0.1 or less.
     */
    static final double BOUND = 1;

    /** The squares of a tile of {@code P A - L U}, and of A, added up. */
    private record Part(double differences, double elements) {}

    private final LuMatrix factored;
    private final Elements source;
    private final int[] rowOrder;
    private final HeldMatrices held;

    private Residual(LuMatrix factored, Elements source, HeldMatrices held) throws InterruptedException {
        this.factored = factored;
        this.source = source;
        this.held = held;
        rowOrder = factored.rowOrder();
    }

    /**
     * Computes the residual of a factored matrix.
     *
     * @param factored holds L and U
     * @param source tells A
     * @return NaN if an element of L or U is not a number
     */
    static double of(LuMatrix factored, Elements source) throws InterruptedException {
        Tiling tiling = factored.tiling();
        List<DataHandle> tiles = new ArrayList<>();
        for (int i = 0; i < tiling.tileRows(); i++) {
            for (int j = 0; j < tiling.tileColumns(); j++) {
                tiles.add(factored.tile(i, j));
            }
        }
        double differences = 0;
        double elements = 0;
        try (HeldMatrices held = HeldMatrices.acquire(Access.R, tiles)) {
            Residual residual = new Residual(factored, source, held);
            List<Callable<Part>> parts = new ArrayList<>();
            for (int i = 0; i < tiling.tileRows(); i++) {
                for (int j = 0; j < tiling.tileColumns(); j++) {
                    int row = i;
                    int column = j;
                    parts.add(() -> residual.part(row, column));
                }
            }
            for (Part part : HostThreads.compute(parts)) {
                differences += part.differences;
                elements += part.elements;
            }
        }
        double unit = tiling.element() == ElementType.FLOAT ? Math.ulp(1f) / 2 : Math.ulp(1.0) / 2;
        return Math.sqrt(differences / elements) / (tiling.rows() * unit);
    }

    private Part part(int i, int j) {
        MatrixView own = view(i, j);
        int last = Math.min(i, j);
        try (Arena arena = Arena.ofConfined()) {
            MatrixView tile = source(i, j, arena);
            double elements = squares(tile);
            for (int k = 0; k < last; k++) {
                subtract(view(i, k), view(k, j), tile);
            }
            MatrixView diagonal = view(last, last);
            MatrixView left = i > j ? own : lower(diagonal, arena);
            MatrixView right = i < j ? own : upper(diagonal, arena);
            subtract(left, right, tile);
            return new Part(squares(tile), elements);
        }
    }

    private MatrixView view(int i, int j) {
        return held.of(factored.tile(i, j));
    }

    /** A tile of P A, as it was before the factorisation. */
    private MatrixView source(int i, int j, Arena arena) {
        Tiling tiling = factored.tiling();
        MatrixView tile = DoubleTile.allocate(arena, tiling.rows(i), tiling.columns(j));
        for (int index = 0; index < tile.rows(); index++) {
            MatrixView row =
                    new MatrixView(tile.row(index), tile.element(), 1, tile.columns(), tile.leadingDimension());
            source.fill(row, rowOrder[tiling.first(i) + index], tiling.first(j));
        }
        if (tiling.element() == ElementType.FLOAT) {
            round(tile);
        }
        return tile;
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

    /** Returns the part below the diagonal, with ones on the diagonal. */
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
