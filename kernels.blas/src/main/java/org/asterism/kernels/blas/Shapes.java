package org.asterism.kernels.blas;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;

/**
 * Checks the shapes and elements for each kernel, on any device. All methods throw {@link IllegalArgumentException} for
 * wrong ones.
 */
final class Shapes {
    private Shapes() {}

    static void potrf(MatrixView a) {
        requireNumbers("potrf", a);
        require(a.rows() == a.columns(), "potrf", "a square matrix", a);
    }

    static void trsm(MatrixView l, MatrixView a) {
        requireNumbers("trsm", l, a);
        require(l.rows() == l.columns() && a.columns() == l.columns(), "trsm", "L n x n and A m x n", l, a);
    }

    static void trsmUnitLowerLeft(MatrixView l, MatrixView b) {
        requireNumbers("trsm", l, b);
        require(l.rows() == l.columns() && b.rows() == l.rows(), "trsm", "L m x m and B m x n", l, b);
    }

    static void trsmUpperRight(MatrixView u, MatrixView b) {
        requireNumbers("trsm", u, b);
        require(u.rows() == u.columns() && b.columns() == u.columns(), "trsm", "U n x n and B m x n", u, b);
    }

    static void syrk(MatrixView a, MatrixView c) {
        requireNumbers("syrk", a, c);
        require(c.rows() == c.columns() && a.rows() == c.rows(), "syrk", "A n x k and C n x n", a, c);
    }

    static void gemm(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
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
    }

    static void getrf(MatrixView a) {
        requireNumbers("getrf", a);
    }

    static void getrf(MatrixView a, VectorView pivots) {
        requireNumbers("getrf", a);
        requirePivots("getrf", pivots);
        long side = Math.min(a.rows(), a.columns());
        require(pivots.length() == side, "getrf", "A m x n and min(m, n) pivots", a, pivots);
    }

    static void laswp(MatrixView a, VectorView pivots) {
        requireNumbers("laswp", a);
        requirePivots("laswp", pivots);
        require(pivots.length() <= a.rows(), "laswp", "A m x n and at most m pivots", a, pivots);
    }

    static void vectors(String kernel, VectorView x, VectorView y) {
        requireNumbers(kernel, x, y);
        require(x.length() == y.length(), kernel, "vectors of one length", x, y);
    }

    static void dot(VectorView x, VectorView y, VariableView sum) {
        requireNumbers("dot", x, y, sum);
        vectors("dot", x, y);
    }

    static void fill(DataView data) {
        requireNumbers("fill", data);
    }

    static void add(DataView sum, DataView added) {
        requireNumbers("add", sum, added);
        require(shape(sum).equals(shape(added)), "add", "two of one shape", sum, added);
    }

    private static void requirePivots(String kernel, VectorView pivots) {
        if (pivots.element() != ElementType.INT) {
            throw new IllegalArgumentException(
                    kernel + " takes pivots of INT, but was given some of " + pivots.element());
        }
    }

    private static void requireNumbers(String kernel, DataView... data) {
        ElementType first = element(kernel, data[0]);
        for (DataView each : data) {
            ElementType element = element(kernel, each);
            if (element != first || (element != ElementType.DOUBLE && element != ElementType.FLOAT)) {
                throw new IllegalArgumentException(kernel + " works on data of FLOAT or of DOUBLE, but was given "
                        + Arrays.stream(data)
                                .map(one -> element(kernel, one).toString())
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    private static ElementType element(String kernel, DataView data) {
        return switch (data) {
            case MatrixView matrix -> matrix.element();
            case VectorView vector -> vector.element();
            case VariableView variable -> variable.element();
            default ->
                throw new IllegalArgumentException(
                        kernel + " works on variables, vectors and matrices, but was given " + data);
        };
    }

    private static void require(boolean fits, String kernel, String shapes, DataView... data) {
        if (!fits) {
            throw new IllegalArgumentException(kernel + " takes " + shapes + ", but was given "
                    + Arrays.stream(data).map(Shapes::shape).collect(Collectors.joining(", ")));
        }
    }

    private static String shape(DataView data) {
        return switch (data) {
            case MatrixView matrix -> matrix.rows() + " x " + matrix.columns();
            case VectorView vector -> Long.toString(vector.length());
            default -> "a variable";
        };
    }
}
