package org.asterism.kernels.blas.internal.opencl;

import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.Grid;

/** Work on each element, and sums over all of them. */
final class DeviceVectors {
    /** Number of partial sums of a product of vectors, on a processor, which needs few, and on other devices. */
    private static final int PARTS_OF_PROCESSOR = 64;

    private static final int PARTS = 4096;

    private static final int GROUP = 256;

    private DeviceVectors() {}

    /** {@code y = y + alpha x} */
    static void add(DeviceWork work, double alpha, DeviceBuffer x, DeviceBuffer y, long length) throws Exception {
        if (length > 0) {
            work.launch(
                    work.programs().addVectors,
                    Grid.of(length),
                    x,
                    y,
                    length,
                    work.programs().real(alpha));
        }
    }

    /** {@code y = y + alpha x}, for matrices. */
    static void add(DeviceWork work, double alpha, Operand x, Operand y) throws Exception {
        if (y.rows() > 0 && y.columns() > 0) {
            work.launch(
                    work.programs().add,
                    Grid.of(y.columns(), y.rows()).inGroupsOf(GROUP, 1),
                    x.memory(),
                    x.rowStride(),
                    y.memory(),
                    y.rowStride(),
                    y.rows(),
                    y.columns(),
                    work.programs().real(alpha));
        }
    }

    /** Sets all elements. */
    static void fill(DeviceWork work, Operand x, double value) throws Exception {
        if (x.rows() > 0 && x.columns() > 0) {
            work.launch(
                    work.programs().fill,
                    Grid.of(x.columns(), x.rows()).inGroupsOf(GROUP, 1),
                    x.memory(),
                    x.rows(),
                    x.columns(),
                    x.rowStride(),
                    work.programs().real(value));
        }
    }

    /** Adds the product of two vectors to a number: first parts of it, then their sum. */
    static void dot(DeviceWork work, DeviceBuffer x, DeviceBuffer y, long length, DeviceBuffer sum) throws Exception {
        long vectors = length / work.programs().width();
        long parts = Math.min(vectors, work.isWide() ? PARTS_OF_PROCESSOR : PARTS);
        DeviceBuffer partial = work.memory(parts + GROUP); // so that no item of a whole group is one too many
        if (parts > 0) {
            long count = (vectors + parts - 1) / parts;
            work.launch(
                    work.programs().dotParts,
                    Grid.of(parts).inGroupsOf(work.isWide() ? 1 : GROUP),
                    x,
                    y,
                    length,
                    work.isWide() ? count : 1L,
                    work.isWide() ? 1L : parts,
                    count,
                    partial);
        }
        work.launch(
                work.programs().dotSum, Grid.of(1).inGroupsOf(1), partial, Math.toIntExact(parts), x, y, length, sum);
    }
}
