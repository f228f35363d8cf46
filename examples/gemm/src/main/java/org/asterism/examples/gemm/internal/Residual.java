package org.asterism.examples.gemm.internal;

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
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * How far C is from A B, element by element: the largest of {@code |C - A B|} at (i, j) by the product of the Euclidean norms of row
 * i of A and column j of B. One task per tile of C computes the product anew, in double precision whatever the matrices consist of. So the
 * check takes as many operations as the multiplication, and one element that is wrong is found.
 */
final class Residual {
    private static final Codelet CHECK =
            Codelet.named("residual").cpu(Residual::check).build();

    /** What a task finds; the program looks at it when all tasks have ended. */
    private static final class Part {
        double largest;
    }

    private Residual() {}

    /**
     * Computes the residual, with tasks.
     *
     * @return NaN if an element of C is not a number
     */
    static double of(TiledMatrix a, TiledMatrix b, TiledMatrix c, Runtime runtime) throws InterruptedException {
        Tiling tiling = c.tiling();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < tiling.tileRows(); i++) {
            for (int j = 0; j < tiling.tileColumns(); j++) {
                Part part = new Part();
                parts.add(part);
                Task task = runtime.task(CHECK).argument(part).access(c.tile(i, j), AccessMode.R);
                for (int k = 0; k < a.tiling().tileColumns(); k++) {
                    task.access(a.tile(i, k), AccessMode.R).access(b.tile(k, j), AccessMode.R);
                }
                task.submit();
            }
        }
        runtime.waitAll();
        return parts.stream().mapToDouble(part -> part.largest).reduce(0, Math::max);
    }

    /**
     * The largest residual that rounding can explain. In any order of summation {@code |C - A B| <= gamma(k) |A| |B|} element by element
     * (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 3.5), and an element of {@code |A| |B|} is at most
     * the product of the norms of its row and column. The residual's own rounding, in double precision, is bounded alike.
     */
    static double bound(int depth, ElementType element) {
        double unit = Math.ulp(1.0) / 2;
        double stored = element == ElementType.FLOAT ? Math.ulp(1f) / 2 : unit;
        return (depth + 4.0) * (stored + unit);
    }

    private static void check(KernelContext kernel) {
        MatrixView c = kernel.matrix(0);
        double[] rows = new double[(int) c.rows()];
        double[] columns = new double[(int) c.columns()];
        try (Arena arena = Arena.ofConfined()) {
            MatrixView difference = DoubleTile.allocate(arena, c.rows(), c.columns());
            DoubleTile.copy(c, difference);
            for (int k = 1; k < kernel.dataCount(); k += 2) {
                subtract(kernel.matrix(k), kernel.matrix(k + 1), difference, rows, columns);
            }
            kernel.argument(Part.class).largest = largest(difference, rows, columns);
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
