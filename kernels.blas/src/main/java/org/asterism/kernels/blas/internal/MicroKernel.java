package org.asterism.kernels.blas.internal;

/**
 * The loops that take nearly all the time.
 *
 * <p>Each loop walks along several rows with one index for all of them. Each row is a separate array, so the JIT
 * compiler knows that no iteration reads what another writes, and turns the loop into vector instructions. Four rows by
 * a depth of four is the largest block whose 16 factors stay in the 32 vector registers of AVX-512; larger ones were
 * three times slower.
 */
final class MicroKernel {
    /** Number of rows of the result, and of terms of each sum, that one call processes. */
    static final int BLOCK = 4;

    /**
     * Covers every index of a row, so masking with it changes nothing; but from it the JIT compiler learns that the
     * first index is not negative and that the bounds need no check in the loop. Without it the loop is not vectorised,
     * and takes four times as long; neither a comparison nor {@link Math#max} is understood that way.
     */
    private static final int INDICES = 2 * Workspace.LENGTH - 1;

    private static final boolean FUSED = FusedMultiplyAdd.isFast();

    private MicroKernel() {}

    /**
     * Subtracts a product from four rows: {@code c_r[j] -= sum over l of a[at + 4 r + l] b_l[j]}.
     *
     * @param a factors, four per row
     * @param at the index at which they begin
     * @param from first j
     * @param to behind the last j
     */
    static void subtract(
            double[] c0,
            double[] c1,
            double[] c2,
            double[] c3,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            double[] a,
            int at,
            int from,
            int to) {
        double a00 = -a[at];
        double a01 = -a[at + 1];
        double a02 = -a[at + 2];
        double a03 = -a[at + 3];
        double a10 = -a[at + 4];
        double a11 = -a[at + 5];
        double a12 = -a[at + 6];
        double a13 = -a[at + 7];
        double a20 = -a[at + 8];
        double a21 = -a[at + 9];
        double a22 = -a[at + 10];
        double a23 = -a[at + 11];
        double a30 = -a[at + 12];
        double a31 = -a[at + 13];
        double a32 = -a[at + 14];
        double a33 = -a[at + 15];
        for (int j = from & INDICES; j < to; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            c0[j] = add(a03, x3, add(a02, x2, add(a01, x1, add(a00, x0, c0[j]))));
            c1[j] = add(a13, x3, add(a12, x2, add(a11, x1, add(a10, x0, c1[j]))));
            c2[j] = add(a23, x3, add(a22, x2, add(a21, x1, add(a20, x0, c2[j]))));
            c3[j] = add(a33, x3, add(a32, x2, add(a31, x1, add(a30, x0, c3[j]))));
        }
    }

    /**
     * Forward substitution along four rows of the upper factor, whose 4 x 4 block at {@code diagonal} is done already.
     *
     * @param i0 one over the diagonal element of the first row, and so on
     * @param diagonal the first of the block's columns
     * @param from first column to work on
     * @param to behind the last column
     */
    static void substitute(
            double[] u0,
            double[] u1,
            double[] u2,
            double[] u3,
            double i0,
            double i1,
            double i2,
            double i3,
            int diagonal,
            int from,
            int to) {
        double u01 = -u0[diagonal + 1];
        double u02 = -u0[diagonal + 2];
        double u03 = -u0[diagonal + 3];
        double u12 = -u1[diagonal + 2];
        double u13 = -u1[diagonal + 3];
        double u23 = -u2[diagonal + 3];
        for (int j = from & INDICES; j < to; j++) {
            double y0 = u0[j] * i0;
            double y1 = add(u01, y0, u1[j]) * i1;
            double y2 = add(u12, y1, add(u02, y0, u2[j])) * i2;
            double y3 = add(u23, y2, add(u13, y1, add(u03, y0, u3[j]))) * i3;
            u0[j] = y0;
            u1[j] = y1;
            u2[j] = y2;
            u3[j] = y3;
        }
    }

    /**
     * A product added to a sum, rounded once where the machine can do that fast, else twice.
     *
     * @return {@code factor * x + sum}
     */
    static double add(double factor, double x, double sum) {
        return FUSED ? Math.fma(factor, x, sum) : factor * x + sum;
    }
}
