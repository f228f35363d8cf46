package org.asterism.kernels.blas.internal.opencl;

import static org.asterism.kernels.blas.internal.opencl.Programs.BLOCK;

import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.Grid;

/**
 * Solves triangular systems by recursive halving, down to small blocks. It multiplies with the inverses of these
 * blocks, because devices are fast at products, and slow if each element has to wait for the previous one.
 *
 * <p>(As in MAGMA; for the errors see N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition,
 * section 8.2: they are small if the blocks on the diagonal are well conditioned.) A processor solves with a triangle
 * of some hundred rows at once, because that takes two launches instead of a hundred.
 */
final class DeviceTriangle {
    /**
     * The order of a triangle that a processor solves with directly, without halves and inverses: its panels stay in
     * the cache.
     */
    private static final int MOST_OF_WIDE = 256;

    /** Number of rows of a solution that one item of a processor computes. */
    private static final int ROWS_OF_ITEM = 32;

    private final DeviceWork work;
    private final Operand triangle;
    private final DeviceBuffer inverses;
    private DeviceBuffer panels;

    /**
     * Prepares solutions with a triangle: inverts its blocks, if they are needed.
     *
     * @param lower lower; the transpose of an upper one
     * @param unit whether ones are on its diagonal, which are not read: so for solutions from the left, which have its
     *     columns side by side, and not for those from the right
     */
    DeviceTriangle(DeviceWork work, Operand lower, boolean unit) throws Exception {
        this.work = work;
        triangle = lower;
        if (work.isWide()) {
            inverses = null;
            return;
        }
        int blocks = DeviceWork.roundedUp(lower.rows(), BLOCK) / BLOCK;
        inverses = work.memory((long) blocks * BLOCK * BLOCK);
        if (blocks > 0) {
            work.launch(
                    work.programs().invert,
                    Grid.of((long) blocks * BLOCK).inGroupsOf(BLOCK),
                    lower.memory(),
                    lower.first(),
                    lower.rowStride(),
                    lower.columnStride(),
                    lower.rows(),
                    unit ? 1 : 0,
                    inverses);
        }
    }

    /** {@code X T^T = B}; X replaces B. */
    void solveRight(Operand b) throws Exception {
        if (b.rows() > 0) {
            right(b, 0, triangle.rows());
        }
    }

    private void right(Operand b, int from, int to) throws Exception {
        if (work.isWide() && to - from <= MOST_OF_WIDE) {
            rightAtOnce(b.part(0, from, b.rows(), to - from), from);
            return;
        }
        if (to - from <= BLOCK) {
            Operand part = b.part(0, from, b.rows(), to - from);
            work.multiply(1, part, inverse(from, to).transposed(), 0, part, false);
            return;
        }
        int middle = middle(from, to);
        right(b, from, middle);
        work.multiply(
                -1,
                b.part(0, from, b.rows(), middle - from),
                triangle.part(middle, from, to - middle, middle - from).transposed(),
                1,
                b.part(0, middle, b.rows(), to - middle),
                false);
        right(b, middle, to);
    }

    /** {@code T X = B}; X replaces B. */
    void solveLeft(Operand b) throws Exception {
        if (b.columns() > 0) {
            left(b, 0, triangle.rows());
        }
    }

    private void left(Operand b, int from, int to) throws Exception {
        if (work.isWide() && to - from <= MOST_OF_WIDE) {
            leftAtOnce(b.part(from, 0, to - from, b.columns()), from);
            return;
        }
        if (to - from <= BLOCK) {
            Operand part = b.part(from, 0, to - from, b.columns());
            work.multiply(1, inverse(from, to), part, 0, part, false);
            return;
        }
        int middle = middle(from, to);
        left(b, from, middle);
        work.multiply(
                -1,
                triangle.part(middle, from, to - middle, middle - from),
                b.part(from, 0, middle - from, b.columns()),
                1,
                b.part(middle, 0, to - middle, b.columns()),
                false);
        left(b, middle, to);
    }

    private void rightAtOnce(Operand b, int from) throws Exception {
        Operand part = triangle.part(from, from, b.columns(), b.columns());
        DeviceBuffer packed = work.packed(part, Programs.CHUNK);
        panels = work.atLeast(
                (long) b.rows() * Programs.CHUNK * work.programs().element.bytes(), panels);
        work.launch(
                work.programs().solveRightWide,
                Grid.of((b.rows() + ROWS_OF_ITEM - 1) / ROWS_OF_ITEM).inGroupsOf(1),
                packed,
                b.columns(),
                b.memory(),
                b.first(),
                b.rowStride(),
                b.rows(),
                ROWS_OF_ITEM,
                panels);
    }

    private void leftAtOnce(Operand b, int from) throws Exception {
        Operand part = triangle.part(from, from, b.rows(), b.rows());
        int columns = DeviceWork.roundedUp(b.columns(), Programs.CHUNK);
        panels =
                work.atLeast((long) columns * b.rows() * work.programs().element.bytes(), panels);
        work.launch(
                work.programs().solveLeftWide,
                Grid.of(columns / Programs.CHUNK).inGroupsOf(1),
                part.memory(),
                part.first(),
                part.rowStride(),
                b.rows(),
                b.memory(),
                b.first(),
                b.rowStride(),
                b.columns(),
                panels);
    }

    private Operand inverse(int from, int to) {
        return new Operand(inverses, (long) from * BLOCK, BLOCK, 1, to - from, to - from);
    }

    /** Half of a range, in whole blocks. */
    static int middle(int from, int to) {
        return from + DeviceWork.roundedUp((to - from) / 2, BLOCK);
    }
}
