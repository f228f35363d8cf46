package org.asterism.examples.lu.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.asterism.api.Access;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.LuCodelets;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.Filling;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * LAPACK's blocked right-looking factorisation with partial pivoting. (Dongarra, Duff, Sorensen, van der Vorst,
 * "Numerical Linear Algebra for High-Performance Computers", 1998, section 5.4.)
 *
 * <p>In each step the panel, a column of tiles from the diagonal down, is factored as one matrix, so that the largest
 * of all its elements becomes the pivot. The exchanges of rows are repeated in all other columns of tiles. Then the
 * part of the columns to the right in the pivot rows is computed, and the rest of these columns is updated.
 *
 * <p>A column of tiles is one piece of data, because a panel must be contiguous. It is cut again and again into the
 * tile on top, which is finished when its step is, and the rest. The rest is the panel of the next step or is updated
 * as one matrix. So each step has a task of each kind per column to its right.
 */
final class PanelLu implements LuMatrix {
    private static final long CACHE_LINE = 64;

    private final TaskRuntime runtime;
    private final Tiling tiling;
    private final Arena arena;
    private final DataHandle[] columns;

    /** By step and column: what is left of the column from that step's row of tiles down, and its first tile. */
    private final DataHandle[][] rests;

    private final DataHandle[][] tops;
    private final DataHandle[] pivots;
    private final List<Partition> cuts = new ArrayList<>();

    /**
     * Makes the matrix.
     *
     * @param imagined without memory, for simulated runtimes that do not run kernels
     */
    PanelLu(TaskRuntime runtime, Tiling tiling, boolean imagined) {
        this.runtime = runtime;
        this.tiling = tiling;
        arena = imagined ? null : Arena.ofShared();
        int count = tiling.tileRows();
        columns = new DataHandle[count];
        rests = new DataHandle[count][count];
        tops = new DataHandle[count][count];
        pivots = new DataHandle[count];
        for (int j = 0; j < count; j++) {
            columns[j] = register(new MatrixLayout(tiling.element(), tiling.rows(), tiling.columns(j)))
                    .named("A(," + j + ")");
            pivots[j] = register(new VectorLayout(ElementType.INT, tiling.columns(j)))
                    .named("pivots(" + j + ")");
            cut(j, count);
        }
    }

    private DataHandle register(Layout layout) {
        if (arena == null) {
            return runtime.data().imagined(layout);
        }
        long bytes = layout.buffers().getFirst().runBytes();
        if (layout instanceof MatrixLayout matrix) {
            bytes *= matrix.rows();
        }
        MemorySegment memory = arena.allocate(bytes, CACHE_LINE);
        return runtime.data().registerDense(layout, memory);
    }

    private void cut(int j, int count) {
        DataHandle rest = columns[j];
        for (int k = 0; k < count; k++) {
            rests[k][j] = rest;
            if (k == count - 1) {
                tops[k][j] = rest;
            } else {
                Partition cut = rest.plan(new FirstRows(tiling.rows(k)));
                cuts.add(cut);
                tops[k][j] = cut.child(0).named("A(" + k + "," + j + ")");
                rest = cut.child(1).named("A(" + (k + 1) + (k + 2 < count ? "..," : ",") + j + ")");
            }
        }
    }

    /** Returns the number of tasks for a matrix with so many tiles per column. */
    static double tasks(double tiles) {
        return tiles * tiles + tiles * (tiles - 1);
    }

    @Override
    public Tiling tiling() {
        return tiling;
    }

    @Override
    public DataHandle tile(int i, int j) {
        return tops[i][j];
    }

    @Override
    public void fill(Elements elements) throws InterruptedException {
        Filling filling = new Filling(elements);
        for (int j = 0; j < columns.length; j++) {
            filling.add(columns[j], 0, tiling.first(j));
        }
        filling.run();
    }

    @Override
    public long tasks() {
        return (long) tasks(columns.length);
    }

    @Override
    public void factor(Submission submission) {
        LuCodelets codelets = LuCodelets.of(tiling.element());
        int count = columns.length;
        for (int k = 0; k < count; k++) {
            int below = tiling.rows() - tiling.first(k);
            int width = tiling.columns(k);
            int urgency = 3 * count - 2 * k;
            submission.submit(
                    codelets.getrfPivoted(),
                    (long) tiling.first(k),
                    urgency - k,
                    Operations.factorisation(below, width),
                    rests[k][k],
                    pivots[k]);
            for (int j = k + 1; j < count; j++) {
                submission.submit(codelets.laswp(), urgency - j, 0, rests[k][j], pivots[k]);
                submission.submit(
                        codelets.trsmUnitLowerLeft(),
                        urgency - j,
                        Operations.unitSolution(width, tiling.columns(j)),
                        tops[k][k],
                        tops[k][j]);
                submission.submit(
                        codelets.gemm(),
                        urgency - 1 - j,
                        Operations.product(below - width, tiling.columns(j), width),
                        rests[k + 1][k],
                        tops[k][j],
                        rests[k + 1][j]);
            }
            for (int j = 0; j < k; j++) {
                submission.submit(codelets.laswp(), 0, 0, rests[k][j], pivots[k]);
            }
        }
    }

    @Override
    public int[] rowOrder() throws InterruptedException {
        int[] order = IntStream.range(0, tiling.rows()).toArray();
        for (int k = 0; k < pivots.length; k++) {
            int first = tiling.first(k);
            try (Acquisition held = pivots[k].acquire(Access.R)) {
                VectorView exchanged = held.view(VectorView.class);
                for (int i = 0; i < exchanged.length(); i++) {
                    int other = first + exchanged.segment().getAtIndex(ValueLayout.JAVA_INT, i) - 1;
                    int kept = order[first + i];
                    order[first + i] = order[other];
                    order[other] = kept;
                }
            }
        }
        return order;
    }

    @Override
    public void close() {
        for (Partition cut : cuts.reversed()) {
            cut.close();
        }
        for (int j = 0; j < columns.length; j++) {
            close(columns[j]);
            close(pivots[j]);
        }
        if (arena != null) {
            arena.close();
        }
    }

    private static void close(DataHandle handle) {
        try {
            handle.close();
        } catch (CorruptDataException reported) {
            // The task that failed was reported by waitAll; here only the memory is given back.
            return;
        }
    }
}
