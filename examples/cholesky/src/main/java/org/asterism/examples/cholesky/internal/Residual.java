package org.asterism.examples.cholesky.internal;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.asterism.api.Access;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.DenseKernels;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.HeldMatrices;
import org.asterism.kernels.blas.tiled.HostThreads;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * The error of the factorisation: the quotient of the Frobenius norms of {@code L L^T - A} and of A.
 *
 * <p>Threads of the program generate each tile of A again, subtract the product of a row and a column of tiles of L,
 * and sum squares. So the check takes as many operations as the factorisation, but no second matrix.
 */
final class Residual {
    /** The squares of a tile of {@code L L^T - A}, and of A, added up. */
    private record Part(double differences, double elements) {}

    private Residual() {}

    /**
     * Computes the residual of a factored matrix, in double precision whatever the matrix consists of.
     *
     * @param factored holds L
     * @param source tells A
     * @return NaN if an element of L is not a number
     */
    static double of(TiledMatrix factored, SymmetricMatrix source) throws InterruptedException {
        Tiling tiling = factored.tiling();
        double differences = 0;
        double elements = 0;
        try (HeldMatrices held = factored.acquire(Access.R)) {
            List<Callable<Part>> parts = new ArrayList<>();
            for (int i = 0; i < tiling.tileRows(); i++) {
                for (int j = 0; j <= i; j++) {
                    int firstRow = tiling.first(i);
                    int firstColumn = tiling.first(j);
                    List<MatrixView> left = row(held, factored, i, j);
                    List<MatrixView> right = i == j ? left : row(held, factored, j, j);
                    parts.add(() -> check(source, firstRow, firstColumn, left, right));
                }
            }
            for (Part part : HostThreads.compute(parts)) {
                differences += part.differences;
                elements += part.elements;
            }
        }
        return Math.sqrt(differences / elements);
    }

    /** The tiles in a row of tiles, up to a column of tiles. */
    private static List<MatrixView> row(HeldMatrices held, TiledMatrix matrix, int i, int last) {
        return IntStream.rangeClosed(0, last)
                .mapToObj(k -> held.of(matrix.tile(i, k)))
                .toList();
    }

    /**
     * The largest residual that rounding can explain. For a factor computed in any order of summation, {@code |L L^T -
     * A| <= gamma(n+1) |L| |L^T|} element by element (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd
     * edition, theorem 10.3), and the norm of {@code |L| |L^T|} is at most the trace of A, thus {@code sqrt(n)} times
     * the norm of A. The residual's own rounding is bounded alike, hence the factor 2; a few units more are for
     * reciprocals of pivots, and for the rounding of A to single precision.
     *
     * @param element the type of L's elements
     */
    static double bound(int order, ElementType element) {
        double unit = element == ElementType.FLOAT ? Math.ulp(1f) / 2 : Math.ulp(1.0) / 2;
        return 2 * (order + 4.0) * Math.sqrt(order) * unit;
    }

    private static Part check(
            SymmetricMatrix source, int firstRow, int firstColumn, List<MatrixView> left, List<MatrixView> right) {
        boolean onDiagonal = firstRow == firstColumn;
        try (Arena arena = Arena.ofConfined()) {
            MatrixView tile = DoubleTile.allocate(
                    arena, left.getFirst().rows(), right.getFirst().rows());
            source.fill(tile, firstRow, firstColumn);
            double elements = squares(tile, onDiagonal);
            for (int k = 0; k < left.size(); k++) {
                subtract(left.get(k), onDiagonal ? null : right.get(k), tile);
            }
            return new Part(squares(tile, onDiagonal), elements);
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

    /**
     * The sum of the squares of a tile and of its mirror image, of which a tile on the diagonal holds the lower half.
     */
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
