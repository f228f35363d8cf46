package org.asterism.kernels.blas.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.MatrixProduct;

/**
 * Plain Java, which the JIT compiler turns into vector instructions. Floats are computed as doubles and rounded once.
 */
public final class JavaLibrary implements DenseLibrary {
    @Override
    public String description() {
        return "plain Java";
    }

    @Override
    public void multiply(MatrixProduct how, MatrixView a, MatrixView b, MatrixView c) {
        MatrixUpdate.multiply(how, a, b, c, false);
    }

    @Override
    public void subtractSquare(MatrixView a, MatrixView c) {
        MatrixUpdate.multiply(MatrixProduct.SUBTRACTED.withTransposedB(), a, a, c, true);
    }

    @Override
    public void solve(Triangle which, MatrixView t, MatrixView b) {
        switch (which) {
            case LOWER_TRANSPOSED_RIGHT -> BlockedFactorisation.solveRight(t, b, true);
            case UPPER_RIGHT -> BlockedFactorisation.solveRight(t, b, false);
            case UNIT_LOWER_LEFT -> BlockedFactorisation.solveUnitLowerLeft(t, b);
        }
    }

    @Override
    public void factorCholesky(MatrixView a, long firstRow) {
        BlockedFactorisation.factor(a, firstRow);
    }

    @Override
    public void add(double alpha, VectorView x, VectorView y) {
        MemorySegment from = x.segment();
        MemorySegment to = y.segment();
        if (y.element() == ElementType.DOUBLE) {
            for (long i = 0; i < y.length(); i++) {
                double sum = MicroKernel.add(
                        alpha, from.getAtIndex(ValueLayout.JAVA_DOUBLE, i), to.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
                to.setAtIndex(ValueLayout.JAVA_DOUBLE, i, sum);
            }
        } else {
            float factor = (float) alpha;
            for (long i = 0; i < y.length(); i++) {
                float sum =
                        factor * from.getAtIndex(ValueLayout.JAVA_FLOAT, i) + to.getAtIndex(ValueLayout.JAVA_FLOAT, i);
                to.setAtIndex(ValueLayout.JAVA_FLOAT, i, sum);
            }
        }
    }

    /** Eight sums side by side, because each waits for its last addition. */
    @Override
    public double dot(VectorView x, VectorView y) {
        double[] sums = new double[SUMS];
        long whole = x.length() / SUMS * SUMS;
        for (long i = 0; i < whole; i += SUMS) {
            for (int s = 0; s < SUMS; s++) {
                sums[s] = MicroKernel.add(element(x, i + s), element(y, i + s), sums[s]);
            }
        }
        double sum = 0;
        for (long i = whole; i < x.length(); i++) {
            sum = MicroKernel.add(element(x, i), element(y, i), sum);
        }
        for (double part : sums) {
            sum += part;
        }
        return sum;
    }

    private static final int SUMS = 8;

    private static double element(VectorView vector, long index) {
        return vector.element() == ElementType.DOUBLE
                ? vector.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, index)
                : vector.segment().getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }
}
