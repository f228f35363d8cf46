package org.asterism.kernels.blas.internal.opencl;

import static org.asterism.kernels.blas.internal.opencl.Programs.BLOCK;

import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.Grid;

/**
 * The solution of systems with a triangle, by halves, down to blocks whose inverses are multiplied with: devices are fast at products,
 * and slow where each element waits for the last. (As in MAGMA; for the errors see N. J. Higham, "Accuracy and Stability of Numerical
 * Algorithms", 2nd edition, section 8.2: they are small if the blocks on the diagonal are well conditioned.)
 */
final class DeviceTriangle {
    private final DeviceWork work;
    private final Operand triangle;
    private final DeviceBuffer inverses;

    /**
     * Prepares solutions with a triangle: inverts its blocks.
     *
     * @param lower lower; the transpose of an upper one
     * @param unit whether ones are on its diagonal, which are not read
     */
    DeviceTriangle(DeviceWork work, Operand lower, boolean unit) throws Exception {
        this.work = work;
        triangle = lower;
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

    private Operand inverse(int from, int to) {
        return new Operand(inverses, (long) from * BLOCK, BLOCK, 1, to - from, to - from);
    }

    /** Half of a range, in whole blocks. */
    static int middle(int from, int to) {
        return from + DeviceWork.roundedUp((to - from) / 2, BLOCK);
    }
}
