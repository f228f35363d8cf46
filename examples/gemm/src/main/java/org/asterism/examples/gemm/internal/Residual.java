package org.asterism.examples.gemm.internal;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.asterism.api.Access;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.DenseKernels;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.HeldMatrices;
import org.asterism.kernels.blas.tiled.HostThreads;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * The error of the product, element by element: the largest quotient of {@code |C - A B|} at (i, j) and the product of
 * the Euclidean norms of row i of A and column j of B.
 *
 * <p>Threads of the program compute the product again, tile by tile, in double precision whatever the matrices' type.
 * So the check takes as many operations as the multiplication, and finds a single wrong element.
 */
final class Residual {
    private Residual() {}

    /**
     * Computes the residual.
     *
     * @return NaN if an element of C is not a number
     */
    static double of(TiledMatrix a, TiledMatrix b, TiledMatrix c) throws InterruptedException {
        Tiling tiling = c.tiling();
        try (HeldMatrices left = a.acquire(Access.R);
                HeldMatrices right = b.acquire(Access.R);
                HeldMatrices product = c.acquire(Access.R)) {
            List<Callable<Double>> parts = new ArrayList<>();
            for (int i = 0; i < tiling.tileRows(); i++) {
                for (int j = 0; j < tiling.tileColumns(); j++) {
                    MatrixView tile = product.of(c.tile(i, j));
                    List<MatrixView> row = new ArrayList<>();
                    List<MatrixView> column = new ArrayList<>();
                    for (int k = 0; k < a.tiling().tileColumns(); k++) {
                        row.add(left.of(a.tile(i, k)));
                        column.add(right.of(b.tile(k, j)));
                    }
                    parts.add(() -> largest(tile, row, column));
                }
            }
            return HostThreads.compute(parts).stream().reduce(0.0, Math::max);
        }
    }

    /**
     * The largest residual that rounding can explain. In any order of summation {@code |C - A B| <= gamma(k) |A| |B|}
     * element by element (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 3.5), and an
     * element of {@code |A| |B|} is at most the product of the norms of its row and column. The residual's own
     * rounding, in double precision, is bounded alike.
     */
    static double bound(int depth, ElementType element) {
        double unit = Math.ulp(1.0) / 2;
        double stored = element == ElementType.FLOAT ? Math.ulp(1f) / 2 : unit;
        return (depth + 4.0) * (stored + unit);
    }

    /** Of one tile of C, from a row of tiles of A and a column of tiles of B. */
    private static double largest(MatrixView c, List<MatrixView> row, List<MatrixView> column) {
        double[] rows = new double[(int) c.rows()];
        double[] columns = new double[(int) c.columns()];
        try (Arena arena = Arena.ofConfined()) {
            MatrixView difference = DoubleTile.allocate(arena, c.rows(), c.columns());
            DoubleTile.copy(c, difference);
            for (int k = 0; k < row.size(); k++) {
                subtract(row.get(k), column.get(k), difference, rows, columns);
            }
            return largest(difference, rows, columns);
        }
    }

    /** Subtracts a product of tiles, and adds the squares of their elements to the sums of rows and columns. */
    private static void subtract(
            MatrixView left, MatrixView right, MatrixView difference, double[] rows, double[] columns) {
        try (Arena arena = Arena.ofConfined()) {
            MatrixView a = DoubleTile.of(left, arena);
            MatrixView b = DoubleTile.of(right, arena);
            DenseKernels.gemm(MatrixProduct.SUBTRACTED, a, b, difference);
            for (int i = 0; i < a.rows(); i++) {
                for (int j = 0; j < a.columns(); j++) {
                    rows[i] += a.getDouble(i, j) * a.getDouble(i, j);
                }
            }
            for (int i = 0; i < b.rows(); i++) {
                for (int j = 0; j < b.columns(); j++) {
                    columns[j] += b.getDouble(i, j) * b.getDouble(i, j);
                }
            }
        }
    }

    private static double largest(MatrixView difference, double[] rows, double[] columns) {
        double largest = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                double scale = Math.sqrt(rows[i] * columns[j]);
                double distance = Math.abs(difference.getDouble(i, j));
                largest = Math.max(largest, distance == 0 ? 0 : distance / scale);
            }
        }
        return largest;
    }
}
