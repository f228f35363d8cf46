package org.asterism.kernels.blas.internal.opencl;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceContext;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.kernels.blas.SingularMatrixException;
import org.asterism.kernels.blas.internal.Triangle;

/**
 * Does the work of the codelets on an OpenCL device. Methods name a task's data by their positions.
 *
 * <p>If a factorisation cannot use a pivot, the device reports it, and the task fails when its work has ended, as on a
 * CPU; see {@link DeviceContext#inspect}. The work goes on meanwhile: with NaN in place of a pivot of Cholesky's
 * factorisation, and with the infinities and NaN that dividing by a pivot of LU gives. So all dependent elements become
 * NaN or infinite down to the last pivot. If the driver cannot inspect results, these values are the only sign of the
 * failure.
 */
public final class OpenClWork {
    private static final System.Logger LOG = System.getLogger(OpenClWork.class.getName());

    private OpenClWork() {}

    /** {@code C = alpha op(A) op(B) + beta C} on data 0, 1 and 2. */
    public static void multiply(DeviceContext context, MatrixProduct how) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(2, MatrixView.class).element());
        Operand a = matrix(context, 0).transposed(how.transposeA());
        Operand b = matrix(context, 1).transposed(how.transposeB());
        work.multiply(how.alpha(), a, b, how.beta(), matrix(context, 2), false);
    }

    /** Subtracts {@code A A^T} from the lower triangle of C: data 0 and 1. */
    public static void subtractSquare(DeviceContext context) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(1, MatrixView.class).element());
        Operand a = matrix(context, 0);
        work.multiply(-1, a, a.transposed(), 1, matrix(context, 1), true);
    }

    /** Solves with a triangle, data 0, for what replaces data 1. */
    public static void solve(DeviceContext context, Triangle which) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(1, MatrixView.class).element());
        Operand t = matrix(context, 0);
        Operand b = matrix(context, 1);
        switch (which) {
            case LOWER_TRANSPOSED_RIGHT -> new DeviceTriangle(work, t, false).solveRight(b);
            case UPPER_RIGHT -> new DeviceTriangle(work, t.transposed(), false).solveRight(b);
            case UNIT_LOWER_LEFT -> new DeviceTriangle(work, t, true).solveLeft(b);
        }
    }

    /**
     * Replaces the lower triangle of data 0 by its Cholesky factor.
     *
     * @param firstRow the number that is added to a row's number in an exception
     */
    public static void factorCholesky(DeviceContext context, long firstRow) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(0, MatrixView.class).element());
        DeviceBuffer refused = work.memory(2);
        new DeviceFactorisation(work, matrix(context, 0), null, refused).cholesky();
        inspect(context, work, refused, (row, pivot) -> new NotPositiveDefiniteException(firstRow + row, pivot));
    }

    /**
     * Replaces data 0 by L and U.
     *
     * @param withExchanges whether rows are exchanged, which data 1 receives
     * @param firstRow the number that is added to a row's number in an exception
     */
    public static void factorLu(DeviceContext context, boolean withExchanges, long firstRow) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(0, MatrixView.class).element());
        DeviceBuffer refused = work.memory(2);
        DeviceBuffer pivots = withExchanges ? context.buffer(1) : null;
        new DeviceFactorisation(work, matrix(context, 0), pivots, refused).lu();
        inspect(context, work, refused, (row, pivot) -> new SingularMatrixException(firstRow + row, pivot));
    }

    /** Makes an exception for a refused pivot. */
    private interface Refusal {
        RuntimeException of(long row, double pivot);
    }

    private static void inspect(DeviceContext context, DeviceWork work, DeviceBuffer refused, Refusal refusal) {
        boolean isDouble = work.programs().element == ElementType.DOUBLE;
        try {
            context.inspect(refused, content -> {
                double row = isDouble ? content.get(JAVA_DOUBLE, 0) : content.get(JAVA_FLOAT, 0);
                double pivot = isDouble ? content.get(JAVA_DOUBLE, Double.BYTES) : content.get(JAVA_FLOAT, Float.BYTES);
                if (row != 0) {
                    throw refusal.of((long) row - 1, pivot);
                }
            });
        } catch (UnsupportedOperationException cannot) {
            LOG.log(System.Logger.Level.DEBUG, "pivots are not looked at: " + cannot.getMessage());
        }
    }

    /** Exchanges rows of data 0 as data 1 says. */
    public static void exchangeRows(DeviceContext context) throws Exception {
        DeviceWork work =
                new DeviceWork(context, context.view(0, MatrixView.class).element());
        int pivots = Math.toIntExact(context.view(1, VectorView.class).length());
        DeviceFactorisation.exchange(work, matrix(context, 0), context.buffer(1), 0, pivots);
    }

    /** Adds a multiple of vector 0 to vector 1. */
    public static void addVectors(DeviceContext context, double alpha) throws Exception {
        VectorView y = context.view(1, VectorView.class);
        DeviceWork work = new DeviceWork(context, y.element());
        DeviceVectors.add(work, alpha, context.buffer(0), context.buffer(1), y.length());
    }

    /** Adds the product of vectors 0 and 1 to variable 2. */
    public static void dot(DeviceContext context) throws Exception {
        VectorView x = context.view(0, VectorView.class);
        DeviceWork work = new DeviceWork(context, x.element());
        DeviceVectors.dot(work, context.buffer(0), context.buffer(1), x.length(), context.buffer(2));
    }

    /** Sets all elements of data 0. */
    public static void fill(DeviceContext context, double value) throws Exception {
        DataView data = context.data(0);
        DeviceVectors.fill(new DeviceWork(context, element(data)), elements(context, 0), value);
    }

    /** Adds data 1 to data 0. */
    public static void add(DeviceContext context) throws Exception {
        DataView data = context.data(0);
        DeviceWork work = new DeviceWork(context, element(data));
        DeviceVectors.add(work, 1, elements(context, 1), elements(context, 0));
    }

    private static Operand matrix(DeviceContext context, int data) {
        return Operand.of(context.buffer(data), context.view(data, MatrixView.class));
    }

    private static ElementType element(DataView data) {
        return switch (data) {
            case MatrixView matrix -> matrix.element();
            case VectorView vector -> vector.element();
            case VariableView variable -> variable.element();
            default ->
                throw new IllegalArgumentException(
                        "this codelet works on variables, vectors and matrices, but was given " + data);
        };
    }

    /** A vector as a matrix of one row, a variable as one of one element. */
    private static Operand elements(DeviceContext context, int data) {
        DeviceBuffer memory = context.buffer(data);
        return switch (context.data(data)) {
            case MatrixView matrix -> Operand.of(memory, matrix);
            case VectorView vector -> row(memory, vector.length());
            default -> row(memory, 1);
        };
    }

    private static Operand row(DeviceBuffer memory, long length) {
        int columns = Math.toIntExact(length);
        return new Operand(memory, 0, columns, 1, 1, columns);
    }
}
