package org.asterism.kernels.blas.internal.opencl;

import static org.asterism.kernels.blas.internal.opencl.Programs.BLOCK;

import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;

/**
 * Factors matrices by recursive halving, so that nearly all of the work is products. On a processor, one core factors
 * the last blocks in one launch.
 */
final class DeviceFactorisation {
    /** Elements, on a processor. */
    private static final long MOST_OF_ONE_ITEM = 256 * 256;

    private final DeviceWork work;
    private final Operand whole;
    private final DeviceBuffer pivots;
    private final DeviceBuffer refused;
    private DeviceBuffer columnsOfOneItem;

    /**
     * Prepares a factorisation.
     *
     * @param whole with columns side by side
     * @param pivots receives the row exchanges; null for none
     * @param refused receives the row of the first pivot that cannot be taken, counted from 1, and that pivot
     */
    DeviceFactorisation(DeviceWork work, Operand whole, DeviceBuffer pivots, DeviceBuffer refused) throws Exception {
        this.work = work;
        this.whole = whole;
        this.pivots = pivots;
        this.refused = refused;
        DeviceVectors.fill(work, new Operand(refused, 0, 2, 1, 1, 2), 0);
    }

    /** Replaces the lower triangle by its Cholesky factor. */
    void cholesky() throws Exception {
        cholesky(0, whole.rows());
    }

    private void cholesky(int from, int to) throws Exception {
        if (fitsOneItem(to - from, to - from)) {
            Operand tile = whole.part(from, from, to - from, to - from);
            work.launch(
                    work.programs().factorCholeskyWide,
                    Grid.of(1).inGroupsOf(1),
                    tile.memory(),
                    tile.first(),
                    tile.rowStride(),
                    to - from,
                    from,
                    refused,
                    panelOf(to - from));
            return;
        }
        if (to - from <= BLOCK) {
            factorBlock(work.programs().factorCholesky, from, to);
            return;
        }
        int middle = DeviceTriangle.middle(from, to);
        cholesky(from, middle);
        Operand below = whole.part(middle, from, to - middle, middle - from);
        new DeviceTriangle(work, whole.part(from, from, middle - from, middle - from), false).solveRight(below);
        Operand rest = whole.part(middle, middle, to - middle, to - middle);
        work.multiply(-1, below, below.transposed(), 1, rest, true);
        cholesky(middle, to);
    }

    /** Replaces a matrix by L and U. */
    void lu() throws Exception {
        int columns = Math.min(whole.rows(), whole.columns());
        lu(0, columns);
        if (columns < whole.columns()) {
            exchange(columns, whole.columns(), 0, columns);
            new DeviceTriangle(work, whole.part(0, 0, columns, columns), true)
                    .solveLeft(whole.part(0, columns, columns, whole.columns() - columns));
        }
    }

    private void lu(int from, int to) throws Exception {
        if (to - from <= BLOCK || fitsOneItem(whole.rows() - from, to - from)) {
            panel(from, to);
            return;
        }
        int middle = DeviceTriangle.middle(from, to);
        lu(from, middle);
        exchange(middle, to, from, middle);
        Operand beside = whole.part(from, middle, middle - from, to - middle);
        new DeviceTriangle(work, whole.part(from, from, middle - from, middle - from), true).solveLeft(beside);
        int rest = whole.rows() - middle;
        work.multiply(
                -1,
                whole.part(middle, from, rest, middle - from),
                beside,
                1,
                whole.part(middle, middle, rest, to - middle),
                false);
        lu(middle, to);
        exchange(from, middle, middle, to);
    }

    /**
     * Whether one core factors something sooner than it could be shared out. A launch takes as long as some hundred
     * thousand operations, and by halves a tile takes a hundred of them or more.
     */
    private boolean fitsOneItem(int rows, int columns) {
        return work.isWide() && (long) rows * columns <= MOST_OF_ONE_ITEM;
    }

    /** Returns the workspace of the factorisation by one item. */
    private DeviceBuffer panelOf(int rows) {
        long bytes = (long) rows * Programs.CHUNK * work.programs().element.bytes();
        columnsOfOneItem = work.atLeast(bytes, columnsOfOneItem);
        return columnsOfOneItem;
    }

    private void panel(int from, int to) throws Exception {
        int rows = whole.rows() - from;
        int columns = to - from;
        if (columns == 0) {
            return;
        }
        Operand panel = whole.part(from, from, rows, columns);
        if (work.isWide()) {
            work.launch(
                    work.programs().factorLuWide,
                    Grid.of(1).inGroupsOf(1),
                    panel.memory(),
                    panel.first(),
                    panel.rowStride(),
                    rows,
                    columns,
                    pivots == null ? 0 : 1,
                    pivots == null ? refused : pivots, // any memory where none are written
                    from,
                    refused,
                    panelOf(rows));
            return;
        }
        if (pivots != null) {
            work.launch(
                    work.programs().factorPanel,
                    Grid.of(Programs.GROUP).inGroupsOf(Programs.GROUP),
                    panel.memory(),
                    panel.first(),
                    panel.rowStride(),
                    rows,
                    columns,
                    pivots,
                    from,
                    refused);
            return;
        }
        factorBlock(work.programs().factorLu, from, to);
        if (rows > columns) {
            new DeviceTriangle(work, whole.part(from, from, columns, columns).transposed(), false)
                    .solveRight(whole.part(to, from, rows - columns, columns));
        }
    }

    private void factorBlock(DeviceKernel kernel, int from, int to) throws Exception {
        if (to > from) {
            Operand block = whole.part(from, from, to - from, to - from);
            work.launch(
                    kernel,
                    Grid.of(BLOCK).inGroupsOf(BLOCK),
                    block.memory(),
                    block.first(),
                    block.rowStride(),
                    to - from,
                    from,
                    refused);
        }
    }

    private void exchange(int fromColumn, int toColumn, int fromPivot, int toPivot) throws Exception {
        if (pivots != null) {
            exchange(work, whole.part(0, fromColumn, whole.rows(), toColumn - fromColumn), pivots, fromPivot, toPivot);
        }
    }

    /** Exchanges rows as some of the pivots say. */
    static void exchange(DeviceWork work, Operand a, DeviceBuffer pivots, int from, int to) throws Exception {
        if (a.columns() > 0 && to > from) {
            work.launch(
                    work.programs().exchange,
                    Grid.of(a.columns()).inGroupsOf(Programs.GROUP),
                    a.memory(),
                    a.first(),
                    a.rowStride(),
                    a.columns(),
                    pivots,
                    from,
                    to);
        }
    }
}
