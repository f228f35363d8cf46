package org.asterism.kernels.blas;

import java.util.Objects;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.internal.DenseLibrary;
import org.asterism.kernels.blas.internal.Libraries;
import org.asterism.kernels.blas.internal.LuFactorisation;
import org.asterism.kernels.blas.internal.Triangle;

/** Implements {@link DenseKernels} with one library: checks shapes and elements, then calls the library. */
final class CheckedKernels {
    private static final MatrixProduct DIFFERENCE = MatrixProduct.SUBTRACTED.withTransposedB();

    private final DenseLibrary library;

    CheckedKernels(DenseLibrary library) {
        this.library = Objects.requireNonNull(library, "library");
    }

    /** With the library that this JVM uses. */
    static CheckedKernels chosen() {
        return new CheckedKernels(Libraries.chosen());
    }

    void potrf(MatrixView a, long firstRow) {
        Shapes.potrf(a);
        library.factorCholesky(a, firstRow);
    }

    void trsm(MatrixView l, MatrixView a) {
        Shapes.trsm(l, a);
        library.solve(Triangle.LOWER_TRANSPOSED_RIGHT, l, a);
    }

    void trsmUnitLowerLeft(MatrixView l, MatrixView b) {
        Shapes.trsmUnitLowerLeft(l, b);
        library.solve(Triangle.UNIT_LOWER_LEFT, l, b);
    }

    void trsmUpperRight(MatrixView u, MatrixView b) {
        Shapes.trsmUpperRight(u, b);
        library.solve(Triangle.UPPER_RIGHT, u, b);
    }

    void syrk(MatrixView a, MatrixView c) {
        Shapes.syrk(a, c);
        library.subtractSquare(a, c);
    }

    void gemm(MatrixView a, MatrixView b, MatrixView c) {
        gemm(DIFFERENCE, a, b, c);
    }

    void gemm(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        Shapes.gemm(how, a, b, c);
        library.multiply(how, a, b, c);
    }

    void getrf(MatrixView a, long firstRow) {
        Shapes.getrf(a);
        LuFactorisation.factor(library, a, null, firstRow);
    }

    void getrf(MatrixView a, VectorView pivots, long firstRow) {
        Shapes.getrf(a, pivots);
        LuFactorisation.factor(library, a, pivots, firstRow);
    }

    void laswp(MatrixView a, VectorView pivots) {
        Shapes.laswp(a, pivots);
        LuFactorisation.exchangeRows(a, pivots);
    }

    void axpy(double alpha, VectorView x, VectorView y) {
        Shapes.vectors("axpy", x, y);
        library.add(alpha, x, y);
    }

    double dot(VectorView x, VectorView y) {
        Shapes.vectors("dot", x, y);
        return library.dot(x, y);
    }
}
