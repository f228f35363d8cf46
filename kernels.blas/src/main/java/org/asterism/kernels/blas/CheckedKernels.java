package org.asterism.kernels.blas;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.internal.DenseLibrary;
import org.asterism.kernels.blas.internal.Libraries;
import org.asterism.kernels.blas.internal.LuFactorisation;
import org.asterism.kernels.blas.internal.Triangle;

/** What {@link DenseKernels} promises, with one library: checks shapes and elements, then has it compute. */
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
        requireNumbers("potrf", a);
        require(a.rows() == a.columns(), "potrf", "a square matrix", a);
        library.factorCholesky(a, firstRow);
    }

    void trsm(MatrixView l, MatrixView a) {
        requireNumbers("trsm", l, a);
        require(l.rows() == l.columns() && a.columns() == l.columns(), "trsm", "L n x n and A m x n", l, a);
        library.solve(Triangle.LOWER_TRANSPOSED_RIGHT, l, a);
    }

    void trsmUnitLowerLeft(MatrixView l, MatrixView b) {
        requireNumbers("trsm", l, b);
        require(l.rows() == l.columns() && b.rows() == l.rows(), "trsm", "L m x m and B m x n", l, b);
        library.solve(Triangle.UNIT_LOWER_LEFT, l, b);
    }

    void trsmUpperRight(MatrixView u, MatrixView b) {
        requireNumbers("trsm", u, b);
        require(u.rows() == u.columns() && b.columns() == u.columns(), "trsm", "U n x n and B m x n", u, b);
        library.solve(Triangle.UPPER_RIGHT, u, b);
    }

    void syrk(MatrixView a, MatrixView c) {
        requireNumbers("syrk", a, c);
        require(c.rows() == c.columns() && a.rows() == c.rows(), "syrk", "A n x k and C n x n", a, c);
        library.subtractSquare(a, c);
    }

    void gemm(MatrixView a, MatrixView b, MatrixView c) {
        requireNumbers("gemm", a, b, c);
        require(
                a.rows() == c.rows() && b.rows() == c.columns() && a.columns() == b.columns(),
                "gemm",
                "A m x k, B n x k and C m x n",
                a,
                b,
                c);
        library.multiply(DIFFERENCE, a, b, c);
    }

    void gemm(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        requireNumbers("gemm", a, b, c);
        long terms = how.transposeA() ? a.rows() : a.columns();
        require(
                (how.transposeA() ? a.columns() : a.rows()) == c.rows()
                        && (how.transposeB() ? b.rows() : b.columns()) == c.columns()
                        && (how.transposeB() ? b.columns() : b.rows()) == terms,
                "gemm",
                "A " + (how.transposeA() ? "k x m" : "m x k") + ", B " + (how.transposeB() ? "n x k" : "k x n")
                        + " and C m x n",
                a,
                b,
                c);
        library.multiply(how, a, b, c);
    }

    void getrf(MatrixView a, long firstRow) {
        requireNumbers("getrf", a);
        LuFactorisation.factor(library, a, null, firstRow);
    }

    void getrf(MatrixView a, VectorView pivots, long firstRow) {
        requireNumbers("getrf", a);
        requirePivots("getrf", pivots);
        long side = Math.min(a.rows(), a.columns());
        require(pivots.length() == side, "getrf", "A m x n and min(m, n) pivots", a, pivots);
        LuFactorisation.factor(library, a, pivots, firstRow);
    }

    void laswp(MatrixView a, VectorView pivots) {
        requireNumbers("laswp", a);
        requirePivots("laswp", pivots);
        require(pivots.length() <= a.rows(), "laswp", "A m x n and at most m pivots", a, pivots);
        LuFactorisation.exchangeRows(a, pivots);
    }

    void axpy(double alpha, VectorView x, VectorView y) {
        requireNumbers("axpy", x, y);
        require(x.length() == y.length(), "axpy", "vectors of one length", x, y);
        library.add(alpha, x, y);
    }

    double dot(VectorView x, VectorView y) {
        requireNumbers("dot", x, y);
        require(x.length() == y.length(), "dot", "vectors of one length", x, y);
        return library.dot(x, y);
    }

    private static void requirePivots(String kernel, VectorView pivots) {
        if (pivots.element() != ElementType.INT) {
            throw new IllegalArgumentException(
                    kernel + " takes pivots of INT, but was given some of " + pivots.element());
        }
    }

    private static void requireNumbers(String kernel, DataView... data) {
        ElementType first = element(data[0]);
        for (DataView each : data) {
            ElementType element = element(each);
            if (element != first || (element != ElementType.DOUBLE && element != ElementType.FLOAT)) {
                throw new IllegalArgumentException(kernel + " works on data of FLOAT or of DOUBLE, but was given "
                        + Arrays.stream(data)
                                .map(one -> element(one).toString())
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    private static ElementType element(DataView data) {
        return data instanceof MatrixView matrix ? matrix.element() : ((VectorView) data).element();
    }

    private static void require(boolean fits, String kernel, String shapes, DataView... data) {
        if (!fits) {
            throw new IllegalArgumentException(kernel + " takes " + shapes + ", but was given "
                    + Arrays.stream(data).map(CheckedKernels::shape).collect(Collectors.joining(", ")));
        }
    }

    private static String shape(DataView data) {
        return data instanceof MatrixView matrix
                ? matrix.rows() + " x " + matrix.columns()
                : Long.toString(((VectorView) data).length());
    }
}
