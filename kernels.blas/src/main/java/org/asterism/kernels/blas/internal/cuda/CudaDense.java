package org.asterism.kernels.blas.internal.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.asterism.api.KernelContext;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceContext;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.kernels.blas.SingularMatrixException;

/**
 * The work of the codelets by cuBLAS and cuSOLVER.
 *
 * <p>Matrices are stored row after row. The libraries expect them column after column, so they see the transpose of
 * each. Most work is the same work on transposes, with sides and triangles exchanged, so nothing is transposed. The
 * factorisation into L and U is different, since its ones are on the diagonal of L, and rows are exchanged. There the
 * tile is transposed into a workspace and back, which takes little time beside the factorisation.
 *
 * <p>The device writes a number that tells whether a factorisation has succeeded. It is
 * {@linkplain DeviceContext#inspect copied behind the task's work and examined before the task ends}, so nothing waits
 * for it. The task of a matrix that cannot be factored fails itself, before any task that depends on it has begun. The
 * libraries do not report the value of the wrong pivot.
 */
public final class CudaDense {
    private static final System.Logger LOG = System.getLogger(CudaDense.class.getName());

    /** The libraries found at the first query. */
    private static final class Machine {
        static final Optional<CudaDense> FOUND = CudaLibraries.ofMachine().flatMap(CudaDense::on);
    }

    private final CudaFunctions functions;

    CudaDense(CudaLibraries libraries) {
        functions = new CudaFunctions(libraries);
    }

    /**
     * The libraries of this machine. They are looked for once, and only if it has a CUDA driver; if there is one and
     * they are not found, the log says so.
     *
     * @return empty if they cannot be used
     */
    public static Optional<CudaDense> ofMachine() {
        return Machine.FOUND;
    }

    /** The work by libraries; empty, with a word in the log, if they have not all functions that are called. */
    static Optional<CudaDense> on(CudaLibraries libraries) {
        try {
            return Optional.of(new CudaDense(libraries));
        } catch (NoSuchElementException missing) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "the codelets of kernels.blas do not run on CUDA devices: " + libraries.blas()
                            + " lack a function: " + missing.getMessage());
            return Optional.empty();
        }
    }

    private CudaQueue queue(DeviceContext context) {
        return context.attached(CudaQueue.class, () -> new CudaQueue(functions, context.queue()));
    }

    /**
     * A matrix of the task, for the libraries: they see the transpose, so {@code columns} is their number of rows. They
     * refuse a leading dimension of 0, so that of a matrix without columns is raised.
     */
    private record Tile(boolean single, int rows, int columns, int leading, long address) {
        static Tile of(DeviceContext context, int data) {
            MatrixView view = context.view(data, MatrixView.class);
            return new Tile(
                    isSingle(view.element()),
                    Math.toIntExact(view.rows()),
                    Math.toIntExact(view.columns()),
                    Math.max(1, Math.toIntExact(view.leadingDimension())),
                    context.buffer(data).address());
        }

        boolean isEmpty() {
            return rows == 0 || columns == 0;
        }

        long bytes() {
            return (long) rows * columns * (single ? Float.BYTES : Double.BYTES);
        }
    }

    /** Data of the task that add and fill work on, as a matrix. */
    private record Block(boolean single, int rows, int columns, int leading, long address) {
        static Block of(DeviceContext context, int data) {
            DataView found = context.data(data);
            return switch (found) {
                case MatrixView matrix -> {
                    Tile tile = Tile.of(context, data);
                    yield new Block(tile.single, tile.rows, tile.columns, tile.leading, tile.address);
                }
                case VectorView vector -> row(context, data, vector.element(), vector.length());
                case VariableView one -> row(context, data, one.element(), 1);
                default ->
                    throw new IllegalArgumentException(
                            "add and fill work on variables, vectors and matrices, but were given " + found);
            };
        }

        private static Block row(DeviceContext context, int data, ElementType element, long length) {
            int columns = Math.toIntExact(length);
            return new Block(
                    isSingle(element), 1, columns, columns, context.buffer(data).address());
        }
    }

    private static boolean isSingle(ElementType element) {
        return switch (element) {
            case FLOAT -> true;
            case DOUBLE -> false;
            default ->
                throw new IllegalArgumentException(
                        "the codelets work on elements of FLOAT or of DOUBLE, but were given " + element);
        };
    }

    private static void require(boolean fits, String work, String shapes, Tile... tiles) {
        boolean alike = true;
        StringBuilder given = new StringBuilder();
        for (Tile tile : tiles) {
            alike &= tile.single == tiles[0].single;
            given.append(given.isEmpty() ? "" : ", ")
                    .append(tile.rows)
                    .append(" x ")
                    .append(tile.columns)
                    .append(tile.single ? " FLOAT" : " DOUBLE");
        }
        if (!fits || !alike) {
            throw new IllegalArgumentException(
                    work + " takes " + shapes + " of one element type, but was given " + given);
        }
    }

    /** Cholesky factorisation of data 0. */
    public DeviceCode potrf(ToLongFunction<? super KernelContext> firstRow) {
        return context -> {
            Tile a = Tile.of(context, 0);
            require(a.rows == a.columns, "potrf", "a square matrix", a);
            if (a.isEmpty()) {
                return;
            }
            CudaQueue queue = queue(context);
            int elements = queue.potrfWorkspace(a.single, CudaQueue.UPPER, a.rows, a.address, a.leading);
            DeviceBuffer workspace = workspace(context, a.single, elements);
            DeviceBuffer info = context.workspace(Integer.BYTES);
            queue.potrf(
                    a.single,
                    CudaQueue.UPPER,
                    a.rows,
                    a.address,
                    a.leading,
                    workspace.address(),
                    elements,
                    info.address());
            long first = firstRow.applyAsLong(context);
            requireSuccess(context, info, "potrf", row -> new NotPositiveDefiniteException(first + row));
        };
    }

    /** Solves {@code X L^T = A}: data 0 is L, data 1 is A and becomes X. */
    public DeviceCode trsm() {
        return context ->
                solve(context, "trsm", CudaQueue.LEFT, CudaQueue.UPPER, CudaQueue.TRANSPOSED, CudaQueue.NON_UNIT);
    }

    /** Solves {@code X U = B}: data 0 is U, data 1 is B and becomes X. */
    public DeviceCode trsmUpperRight() {
        return context ->
                solve(context, "trsmUpperRight", CudaQueue.LEFT, CudaQueue.LOWER, CudaQueue.PLAIN, CudaQueue.NON_UNIT);
    }

    /** Solves {@code L X = B}, L with ones on its diagonal: data 0 is L, data 1 is B and becomes X. */
    public DeviceCode trsmUnitLowerLeft() {
        return context ->
                solve(context, "trsmUnitLowerLeft", CudaQueue.RIGHT, CudaQueue.UPPER, CudaQueue.PLAIN, CudaQueue.UNIT);
    }

    /** In terms of the libraries: with sides and triangles exchanged. */
    private void solve(DeviceContext context, String work, int side, int triangle, int op, int diagonal) {
        Tile t = Tile.of(context, 0);
        Tile b = Tile.of(context, 1);
        require(
                t.rows == t.columns && t.rows == (side == CudaQueue.LEFT ? b.columns : b.rows),
                work,
                side == CudaQueue.LEFT ? "a triangle n x n and m x n" : "a triangle m x m and m x n",
                t,
                b);
        if (!b.isEmpty()) {
            queue(context)
                    .trsm(
                            b.single, side, triangle, op, diagonal, b.columns, b.rows, t.address, t.leading, b.address,
                            b.leading);
        }
    }

    /** Subtracts {@code A A^T}, data 0, from the lower triangle of C, data 1. */
    public DeviceCode syrk() {
        return context -> {
            Tile a = Tile.of(context, 0);
            Tile c = Tile.of(context, 1);
            require(c.rows == c.columns && a.rows == c.rows, "syrk", "A n x k and C n x n", a, c);
            if (!a.isEmpty()) {
                queue(context)
                        .subtractSquare(
                                a.single,
                                CudaQueue.UPPER,
                                CudaQueue.TRANSPOSED,
                                a.rows,
                                a.columns,
                                a.address,
                                a.leading,
                                c.address,
                                c.leading);
            }
        };
    }

    /** Multiplies data 0 and 1 into data 2. */
    public DeviceCode gemm(Function<? super KernelContext, MatrixProduct> product) {
        return context -> {
            MatrixProduct how = product.apply(context);
            Tile a = Tile.of(context, 0);
            Tile b = Tile.of(context, 1);
            Tile c = Tile.of(context, 2);
            int depth = how.transposeA() ? a.rows : a.columns;
            require(
                    c.rows == (how.transposeA() ? a.columns : a.rows)
                            && c.columns == (how.transposeB() ? b.rows : b.columns)
                            && depth == (how.transposeB() ? b.columns : b.rows),
                    "gemm",
                    "op(A) m x k, op(B) k x n and C m x n",
                    a,
                    b,
                    c);
            if (c.isEmpty()) {
                return;
            }
            queue(context)
                    .gemm(
                            c.single,
                            how.transposeB() ? CudaQueue.TRANSPOSED : CudaQueue.PLAIN,
                            how.transposeA() ? CudaQueue.TRANSPOSED : CudaQueue.PLAIN,
                            c.columns,
                            c.rows,
                            depth,
                            how.alpha(),
                            b.address,
                            b.leading,
                            a.address,
                            a.leading,
                            how.beta(),
                            c.address,
                            c.leading);
        };
    }

    /** Factors data 0 into L and U; with row exchanges data 1 receives the pivots. */
    public DeviceCode getrf(boolean pivoted, ToLongFunction<? super KernelContext> firstRow) {
        return context -> {
            Tile a = Tile.of(context, 0);
            if (a.isEmpty()) {
                return;
            }
            long pivots = pivoted ? pivots(context, Math.min(a.rows, a.columns)) : 0;
            CudaQueue queue = queue(context);
            long turned = context.workspace(a.bytes()).address();
            DeviceBuffer info = context.workspace(Integer.BYTES);
            queue.add(a.single, CudaQueue.TRANSPOSED, a.rows, a.columns, a.address, a.leading, 0, turned, a.rows);
            int elements = queue.getrfWorkspace(a.single, a.rows, a.columns, turned, a.rows);
            DeviceBuffer workspace = workspace(context, a.single, elements);
            queue.getrf(a.single, a.rows, a.columns, turned, a.rows, workspace.address(), pivots, info.address());
            queue.add(a.single, CudaQueue.TRANSPOSED, a.columns, a.rows, turned, a.rows, 0, a.address, a.leading);
            long first = firstRow.applyAsLong(context);
            requireSuccess(context, info, "getrf", row -> new SingularMatrixException(first + row, 0));
        };
    }

    /** Exchanges rows of data 0 as the pivots, data 1, say. */
    public DeviceCode laswp() {
        return context -> {
            Tile a = Tile.of(context, 0);
            int count = Math.toIntExact(context.view(1, VectorView.class).length());
            require(count <= a.rows, "laswp", "at least " + count + " rows for as many pivots", a);
            if (a.isEmpty() || count == 0) {
                return;
            }
            long pivots = pivots(context, count);
            CudaQueue queue = queue(context);
            long turned = context.workspace(a.bytes()).address();
            queue.add(a.single, CudaQueue.TRANSPOSED, a.rows, a.columns, a.address, a.leading, 0, turned, a.rows);
            queue.exchangeRows(a.single, a.columns, turned, a.rows, count, pivots);
            queue.add(a.single, CudaQueue.TRANSPOSED, a.columns, a.rows, turned, a.rows, 0, a.address, a.leading);
        };
    }

    private static long pivots(DeviceContext context, int count) {
        VectorView view = context.view(1, VectorView.class);
        if (view.element() != ElementType.INT || view.length() != count) {
            throw new IllegalArgumentException("the pivots of this matrix are " + count + " elements of INT, but "
                    + view.length() + " of " + view.element() + " were given");
        }
        return context.buffer(1).address();
    }

    /** Adds a multiple of data 0 to data 1. */
    public DeviceCode axpy(ToDoubleFunction<? super KernelContext> alpha) {
        return context -> {
            int length = length(context);
            if (length > 0) {
                queue(context)
                        .axpy(
                                isSingle(context.view(0, VectorView.class).element()),
                                length,
                                alpha.applyAsDouble(context),
                                context.buffer(0).address(),
                                context.buffer(1).address());
            }
        };
    }

    /** Adds the product of the vectors data 0 and 1 to the variable data 2. */
    public DeviceCode dot() {
        return context -> {
            int length = length(context);
            boolean single = isSingle(context.view(0, VectorView.class).element());
            if (length > 0) {
                CudaQueue queue = queue(context);
                long product = context.workspace(Double.BYTES).address();
                queue.dot(
                        single,
                        length,
                        context.buffer(0).address(),
                        context.buffer(1).address(),
                        product);
                queue.axpy(single, 1, 1, product, context.buffer(2).address());
            }
        };
    }

    private static int length(DeviceContext context) {
        VectorView x = context.view(0, VectorView.class);
        VectorView y = context.view(1, VectorView.class);
        if (x.length() != y.length() || x.element() != y.element()) {
            throw new IllegalArgumentException("two vectors as long as each other, of one element type, are taken, but "
                    + x.length() + " of " + x.element() + " and " + y.length() + " of " + y.element()
                    + " were given");
        }
        return Math.toIntExact(x.length());
    }

    /** Adds data 1, a variable, a vector or a matrix, to data 0, which has the same shape. */
    public DeviceCode add() {
        return context -> {
            Block sum = Block.of(context, 0);
            Block added = Block.of(context, 1);
            if (sum.single != added.single || sum.rows != added.rows || sum.columns != added.columns) {
                throw new IllegalArgumentException(
                        "add takes data of one shape, but was given " + context.data(0) + " and " + context.data(1));
            }
            if (sum.rows > 0 && sum.columns > 0) {
                queue(context)
                        .add(
                                sum.single,
                                CudaQueue.PLAIN,
                                sum.columns,
                                sum.rows,
                                added.address,
                                added.leading,
                                1,
                                sum.address,
                                sum.leading);
            }
        };
    }

    /** Sets all elements of data 0, a variable, a vector or a matrix: one, and then as many as are there again. */
    public DeviceCode fill(ToDoubleFunction<? super KernelContext> value) {
        return context -> {
            Block to = Block.of(context, 0);
            if (to.rows == 0 || to.columns == 0) {
                return;
            }
            CudaQueue queue = queue(context);
            long element = to.single ? Float.BYTES : Double.BYTES;
            queue.put(to.single, value.applyAsDouble(context), to.address);
            for (int there = 1, more; there < to.columns; there += more) {
                more = Math.min(there, to.columns - there);
                queue.add(
                        to.single,
                        CudaQueue.PLAIN,
                        more,
                        1,
                        to.address,
                        to.leading,
                        0,
                        to.address + there * element,
                        to.leading);
            }
            for (int there = 1, more; there < to.rows; there += more) {
                more = Math.min(there, to.rows - there);
                queue.add(
                        to.single,
                        CudaQueue.PLAIN,
                        to.columns,
                        more,
                        to.address,
                        to.leading,
                        0,
                        to.address + there * (element * to.leading),
                        to.leading);
            }
        };
    }

    private static DeviceBuffer workspace(DeviceContext context, boolean single, int elements) {
        return context.workspace(Math.max(1L, elements) * (single ? Float.BYTES : Double.BYTES));
    }

    /**
     * Has the task fail if the device wrote another number than 0: the row of the pivot that was wrong, counted from 1.
     */
    private static void requireSuccess(
            DeviceContext context, DeviceBuffer info, String work, LongFunction<? extends Exception> failure) {
        context.inspect(info, content -> {
            int found = content.get(JAVA_INT, 0);
            if (found > 0) {
                throw failure.apply(found - 1L);
            }
            if (found < 0) {
                throw new IllegalStateException(
                        "cuSOLVER " + work + " found its argument number " + -found + " to be wrong");
            }
        });
    }
}
